/** The calls that ask the records, in the programs' own form. */
import { breakdownQuery, PortalError, percentOf, SOURCE_COUNTRIES, type UnitQuantity } from '@tidewaiter/contract';
import { BREAKDOWNS, columnKeyOf } from '@tidewaiter/contract/api';
import type { Breakdown } from '@tidewaiter/records';
import { chargeAndAnswer } from '../../questions/paid-question.js';
import { inTurn } from '../handlers/heavy-calls.js';
import { HANDLERS } from '../handlers/index.js';
import { asSessionCall } from './contract-call.js';
import type { ApiHandler } from './request.js';

export const count: ApiHandler<'count'> = async (call) => ({
  count: await HANDLERS.searchCount(asSessionCall(call, 'searchCount', call.request.question)),
});

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

const described = (description: string | undefined) => description !== undefined && { description };

export const values: ApiHandler<'values'> = async (call) => {
  const { question: query, column, contains: nameContains, page: pageNumber, limit: numberOfRecords } = call.request;
  const columnName = columnKeyOf(query.tradeType, column);
  const asked = { ...query, columnName, nameContains, pageNumber, numberOfRecords };
  const placeOf = ([field]: readonly PropertyKey[]) => [field === 'columnName' ? 'column' : 'question'];
  const list = asSessionCall(call, 'listDistinctColumnValue', asked, placeOf);
  const found = await inTurn(call, () => HANDLERS.listDistinctColumnValue(list));
  return {
    values: found.distinctColumnValuesList.map(({ column_name: value, records_count: records, hs_description }) => ({
      ...{ value, records, ...described(hs_description) },
    })),
    values_count: found.distinctCount,
  };
};

const PLACES: Readonly<Record<string, string>> = { searchValue: 'text', fromDate: 'from', toDate: 'to' };

export const suggest: ApiHandler<'suggest'> = async (call) => {
  const { trade, field, text, from, to, countries } = call.request;
  const countryCode = countries ?? SOURCE_COUNTRIES.map(({ shortcode }) => shortcode);
  const typed = { tradeType: trade, searchBy: field, searchValue: text, countryCode, fromDate: from, toDate: to };
  const placeOf = ([first]: readonly PropertyKey[]) => [PLACES[String(first)] ?? String(first)];
  const asked = asSessionCall(call, 'suggestionList', { ...typed, matchType: 'L' }, placeOf);
  const [found] = (await HANDLERS.suggestionList(asked)).suggestionList;
  return {
    suggestions: found?.listSuggestion.map(({ value, shipment_count: shipments, description }) => ({
      ...{ value, shipments, ...described(description) },
    })),
  };
};
