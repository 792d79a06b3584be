import { type SearchQuery, SOURCE_COUNTRIES, type TradeType } from '@tidewaiter/contract';
import { EVERYTHING_LOADED } from '@tidewaiter/records';
import { askerOf } from '../../work/asker.js';
import type { ApiRequest } from './request.js';

/** Whether a question names no countries, and so all that a portal has by itself. */
const namesNone = ({ countryCode }: SearchQuery) =>
  countryCode.length === SOURCE_COUNTRIES.length &&
  SOURCE_COUNTRIES.every(({ shortcode }) => countryCode.includes(shortcode));

/**
 * The countries of a question that names none: those that the account may see and that have records, as the screen's form is filled in. So it
 * is the same question, and paid for once.
 */
export async function ownCountries(
  { services, caller, signal }: Pick<ApiRequest, 'services' | 'caller' | 'signal'>,
  tradeType: TradeType,
): Promise<string[]> {
  const access = await services.accounts.plans.subscriptions.dataAccessOrNone(caller.user);
  const all = await services.records.ask(EVERYTHING_LOADED, access, { asker: askerOf(caller.user), signal });
  const codes = (await all.countries())
    .filter((one) => one.tradeType === tradeType && one.records > 0)
    .map(({ country }) => country)
    .sort();
  return codes.length > 0 ? codes : SOURCE_COUNTRIES.map(({ shortcode }) => shortcode);
}

/** A former call of programs whose question names no countries. */
export async function ofOwnCountries(asked: ApiRequest): Promise<ApiRequest> {
  const { question } = asked.request as { question?: SearchQuery };
  if (question?.countryCode === undefined || !namesNone(question)) return asked;
  const countryCode = await ownCountries(asked, question.tradeType);
  return { ...asked, request: Object.assign({}, asked.request, { question: { ...question, countryCode } }) };
}
