/** The calls that ask the records, in the programs' own form. */
import {
  breakdownQuery,
  distinctValuesQuery,
  PortalError,
  percentOf,
  readRequest,
  SOURCE_COUNTRIES,
  suggestionQuery,
  type UnitQuantity,
} from '@tidewaiter/contract';
import { BREAKDOWNS, columnKeyOf } from '@tidewaiter/contract/api';
import type { Breakdown } from '@tidewaiter/records';
import { chargeAndAnswer, openQuestion } from '../../questions/paid-question.js';
import { validationError } from '../call/errors.js';
import { inTurn } from '../handlers/heavy-calls.js';
import type { ApiHandler } from './request.js';

export const count: ApiHandler<'count'> = ({ services, caller, signal, request: { question: query } }) =>
  chargeAndAnswer(
    { services, caller, signal, request: query },
    async (question) => {
      const found = await question.count();
      const { dataVersion } = question;
      await services.accounts.saved.searches.counted(caller.user, query, { totalRecords: found, dataVersion });
      return { count: found };
    },
    { showsRecords: (answer) => answer.count > 0, isNoted: query.newSince === undefined },
  );

const quantities = (found: readonly UnitQuantity[]) =>
  found.map(({ unit, quantity, shipments, valueUsd }) => ({ unit, quantity, shipments, value_usd: valueUsd }));

const sums = ({ shipments, valued, valueUsd, valueInr, quantities: found }: Breakdown['total']) => ({
  ...{ shipments, valued, value_usd: valueUsd, value_inr: valueInr },
  quantities: quantities(found),
});

export const breakdown: ApiHandler<'breakdown'> = async ({ services, caller, signal, request }) => {
  const { question: query, by, contains: nameContains, page: pageNumber, limit: numberOfRecords } = request;
  const dimension = BREAKDOWNS.get(by);
  if (!dimension) throw new PortalError('VALIDATION');
  const list = breakdownQuery.parse({ ...query, nameContains, pageNumber, numberOfRecords });
  // A screen asks for a dozen lists once; a program asks for as many as it likes, and has one at a time.
  const { items, distinctCount, total, notStated } = await inTurn({ caller, signal }, () =>
    chargeAndAnswer({ services, caller, signal, request: list }, (question) => question.list(dimension)),
  );
  return {
    items: items.map((item) => ({
      name: item.name,
      ...(item.description !== undefined && { description: item.description }),
      ...sums(item),
      share: percentOf(item.valueUsd, total.valueUsd),
    })),
    items_count: distinctCount,
    total: sums(total),
    not_stated: sums(notStated),
  };
};

export const values: ApiHandler<'values'> = async ({ services, caller, signal, request }) => {
  const { question: query, column, contains: nameContains, page: pageNumber, limit: numberOfRecords } = request;
  const columnName = columnKeyOf(query.tradeType, column);
  const read = readRequest(distinctValuesQuery, { ...query, columnName, nameContains, pageNumber, numberOfRecords });
  if (!read.success) throw validationError(read.error, ([field]) => [field === 'columnName' ? 'column' : 'question']);
  const found = await inTurn({ caller, signal }, () =>
    chargeAndAnswer({ services, caller, signal, request: read.data }, (question) => question.distinctValues()),
  );
  return {
    values: found.values.map(({ value, records, description }) => ({
      ...{ value, records },
      ...(description !== undefined && { description }),
    })),
    values_count: found.distinctCount,
  };
};

export const suggest: ApiHandler<'suggest'> = async ({ services, caller, signal, request }) => {
  const { trade, field, text, from, to } = request;
  const countryCode = request.countries ?? SOURCE_COUNTRIES.map(({ shortcode }) => shortcode);
  const typed = { tradeType: trade, searchBy: field, searchValue: text, countryCode, fromDate: from, toDate: to };
  const read = readRequest(suggestionQuery, { ...typed, matchType: 'L' });
  const places: Readonly<Record<string, string>> = { searchValue: 'text', fromDate: 'from', toDate: 'to' };
  if (!read.success) throw validationError(read.error, ([first]) => [places[String(first)] ?? String(first)]);
  const question = await openQuestion({ services, caller, signal }, read.data);
  const found = await question.suggestions();
  return {
    suggestions: found.map(({ value, shipments, description }) => ({
      ...{ value, shipments },
      ...(description !== undefined && { description }),
    })),
  };
};
