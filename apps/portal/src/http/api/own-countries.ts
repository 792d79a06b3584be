import { type SearchQuery, SOURCE_COUNTRIES } from '@tidewaiter/contract';
import { EVERYTHING_LOADED } from '@tidewaiter/records';
import { askerOf } from '../../work/asker.js';
import type { ApiRequest } from './request.js';

/** Whether a question names no countries, and so all that a portal has by itself. */
const namesNone = ({ countryCode }: SearchQuery) =>
  countryCode.length === SOURCE_COUNTRIES.length &&
  SOURCE_COUNTRIES.every(({ shortcode }) => countryCode.includes(shortcode));

/**
 * What a program asks without naming countries is asked of those that its account may see and that have records, as the screen's form is
 * filled in: so it is the same question, and paid for once.
 */
export async function ofOwnCountries(asked: ApiRequest): Promise<ApiRequest> {
  const { question } = asked.request as { question?: SearchQuery };
  if (question?.countryCode === undefined || !namesNone(question)) return asked;
  const { services, caller, signal } = asked;
  const access = await services.accounts.plans.subscriptions.dataAccessOrNone(caller.user);
  const all = await services.records.ask(EVERYTHING_LOADED, access, { asker: askerOf(caller.user), signal });
  const countryCode = (await all.countries())
    .filter(({ tradeType, records }) => tradeType === question.tradeType && records > 0)
    .map(({ country }) => country)
    .sort();
  if (countryCode.length === 0) return asked;
  return { ...asked, request: Object.assign({}, asked.request, { question: { ...question, countryCode } }) };
}
