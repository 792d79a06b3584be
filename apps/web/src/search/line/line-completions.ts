import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  insertCompletionText,
  pickedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  all,
  conjuncts,
  type Dimension,
  dimensionOf,
  facetDimensions,
  LIMITS,
  type LineField,
  type LinePlace,
  type LineScope,
  type ListedDimension,
  lineField,
  lineOfQuery,
  matchTypesFor,
  placeInLine,
  RECORD_COLUMNS,
  type SavedQuery,
  type SearchBy,
  type SearchQuery,
  suggestionQuery,
  writeLine,
} from '@tidewaiter/contract';
import { client } from '../../session/client.js';
import { countriesByTrade, recordPage, suggestions } from '../api/calls.js';
import { breakdown, distinctValues, type ListQuery, type ValueList } from '../api/list-calls.js';
import { shipmentsOf } from '../form/suggestions.js';
import type { ListedValue } from '../model/facets.js';
import { type LineOffer, offerOfSuggestion, offersOfLists, offersOfValues, offersToBegin } from './line-offers.js';

/** Where what can follow comes from. */
export interface LineSources {
  queryClient: QueryClient;
  userId: number;
  /** The question of the records that are shown. */
  query: () => SearchQuery | null;
  scope: () => LineScope;
  say: (text: string) => void;
}

/** Lists are asked for once in a while, in milliseconds: others of the account bring some, too. */
const LISTS_KEPT_MS = 60_000;

interface LineCompletion extends Completion {
  count?: string | undefined;
}

/** How many shipments an option has, at its end. */
export const countOfOption = {
  position: 90,
  render({ count }: LineCompletion): Node | null {
    if (count === undefined) return null;
    const element = document.createElement('span');
    element.className = 'cm-count';
    element.textContent = count;
    return element;
  },
};

/** Puts an option in its place, and a space behind a whole one at the end of the line. */
function put(text: string, goesOn: boolean) {
  return (view: EditorView, completion: Completion, from: number, to: number) => {
    const isLast = to === view.state.doc.length;
    const whole = goesOn || !isLast ? text : `${text} `;
    view.dispatch({
      ...insertCompletionText(view.state, whole, from, to),
      annotations: pickedCompletion.of(completion),
    });
  };
}

const completion = ({ text, label, about, count, goesOn = false }: LineOffer): LineCompletion => ({
  label,
  ...(about !== undefined && { detail: about }),
  ...(goesOn && { type: 'goes-on' }),
  count,
  apply: put(text, goesOn),
});

const result = ({ from, to }: Pick<LinePlace, 'from' | 'to'>, offers: readonly LineOffer[]): CompletionResult | null =>
  offers.length === 0 ? null : { from, to, options: offers.map(completion), filter: false };

/** What the values of a field are suggested as, by the call of the search form's box. */
const SUGGESTED: Partial<Record<LineField, readonly SearchBy[]>> = {
  product: ['PRODUCT'],
  hs: ['HS_CODE'],
  importer: ['IMPORTER'],
  exporter: ['EXPORTER'],
  company: ['IMPORTER', 'EXPORTER'],
};

/** What can follow at a place of a line, and the lines that were asked before. */
export function completionsOf({ queryClient, userId, query, scope, say }: LineSources) {
  let asksEarlier = false;

  async function suggested(by: SearchBy, field: LineField, typed: string, context: CompletionContext) {
    const [matchType] = matchTypesFor(by);
    const asked = suggestionQuery.safeParse({ ...scope(), searchBy: by, matchType, searchValue: typed }).data;
    if (!asked) return [];
    const call = suggestions(asked);
    const cancel = () => void queryClient.cancelQueries({ queryKey: call.queryKey, exact: true });
    context.addEventListener('abort', cancel, { onDocChange: true });
    const found = await queryClient.fetchQuery(call).catch(() => []);
    return found.map((suggestion) => offerOfSuggestion(field, suggestion, shipmentsOf({ by, suggestion })));
  }

  /** The values of a field's list among the records that are shown: asked for where the portal has all lists at once, else if they are here. */
  function listed(field: LineField): readonly ListedValue[] | Promise<readonly ListedValue[]> {
    const asked = query();
    const list = asked && listOf(field, asked);
    if (!list) return [];
    const held = queryClient.getQueryData<ValueList>(list.call.queryKey)?.values;
    const isAnswered = queryClient.getQueryData(recordPage(asked).queryKey) !== undefined;
    if (held || list.isScan || !isAnswered) return held ?? [];
    return queryClient.fetchQuery(list.call).then(
      ({ values }) => values,
      () => [],
    );
  }

  function values(field: LineField, place: LinePlace) {
    const countries = queryClient.getQueryData(countriesByTrade(scope().tradeType).queryKey) ?? [];
    const known = listed(field);
    const offers = (list: readonly ListedValue[]) =>
      result(place, offersOfValues(field, place.typed, place.sign, { countries, listed: list }));
    return known instanceof Promise ? known.then(offers) : offers(known);
  }

  /** The account's lists: who names none never asks for them. */
  async function lists(field: LineField, place: LinePlace) {
    const { ownLists } = await import('../api/own-lists.js');
    const found = await queryClient.fetchQuery({ ...ownLists(), staleTime: LISTS_KEPT_MS });
    return result(place, offersOfLists(field, place.typed, found.ownLists));
  }

  async function earlier(context: CompletionContext): Promise<CompletionResult | null> {
    const questions = await queryClient.fetchQuery(earlierQuestions(userId)).catch(() => null);
    const lines = [...new Set(questions?.map((question) => lineWithin(question, scope())))].filter(Boolean);
    if (lines.length === 0) say(questions ? 'Nothing was searched for yet' : 'The earlier lines could not be fetched');
    const place = { from: 0, to: context.state.doc.length };
    return result(
      place,
      lines.map((line) => ({ text: line, label: line })),
    );
  }

  const source: CompletionSource = (context) => {
    if (asksEarlier && context.explicit) {
      asksEarlier = false;
      return earlier(context);
    }
    const place = placeInLine(context.state.doc.toString(), context.pos);
    if (!place) return null;
    const { field, typed, isList } = place;
    if (field === null)
      return isList || (typed === '' && !context.explicit) ? null : result(place, offersToBegin(typed));
    if (isList) return lists(field, place).catch(() => null);
    const by = SUGGESTED[field];
    if (!by) return values(field, place);
    return Promise.all(by.map((one) => suggested(one, field, typed, context))).then((found) => {
      const offers = new Map(found.flat().map((offer) => [offer.text, offer]));
      return result(place, [...offers.values()]);
    });
  };

  return {
    source,
    showEarlier(view: EditorView): boolean {
      asksEarlier = true;
      return startCompletion(view);
    },
  };
}

const isListed = (name: Dimension): name is ListedDimension => dimensionOf(name).list !== undefined;

/** The call of the values of a field's list, as the facets make it; undefined where it has none. */
function listOf(field: LineField, query: SearchQuery): { call: ListQuery<ValueList>; isScan: boolean } | undefined {
  const { tradeType } = query;
  const { list } = lineField(field);
  const name = facetDimensions(tradeType).find((one) => dimensionOf(one).filter?.[tradeType] === list);
  if (!list || name === undefined) return undefined;
  if (isListed(name)) return { call: breakdown(name, query), isScan: false };
  const stored = dimensionOf(name).column[tradeType];
  const column = RECORD_COLUMNS[tradeType].find((one) => one.name === stored);
  return column && { call: distinctValues(column.key, query), isScan: true };
}

/** Trade, countries and days stand first in the line of a question. */
const SCOPE_PARTS = 3;

/** A question as a line, without what is searched anyway. */
function lineWithin(query: SavedQuery, scope: LineScope): string {
  const parts = (asked: SavedQuery) => conjuncts(lineOfQuery(asked));
  const countryCode = [...scope.countryCode];
  const said = parts({ ...query, ...scope, countryCode })
    .slice(0, SCOPE_PARTS)
    .map(writeLine);
  const left = parts(query).filter((part, place) => place >= SCOPE_PARTS || writeLine(part) !== said[place]);
  return left.length === 0 ? '' : writeLine(all(...left));
}

const FRESH_MS = 10_000;

/** Asks what a person searched for last, newest first: it is in the account's history, and costs nothing. */
function earlierQuestions(userId: number) {
  return queryOptions({
    queryKey: ['search-log', userId, 'lines'],
    queryFn: async ({ signal }) => {
      const request = { userId, personId: userId, numberOfRecords: LIMITS.pageSize };
      const { queryList } = await client.searchLog(request, { signal });
      return queryList.map(({ userSearchQuery }) => userSearchQuery);
    },
    staleTime: FRESH_MS,
    retry: false,
  });
}
