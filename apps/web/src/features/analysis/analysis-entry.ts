import type { SearchAddress } from '@tidewaiter/contract';
import { addressOf, readRequest, searchQuery } from '@tidewaiter/contract';
import { type Entry, onlyNames, savedSearchOf, textsOf } from '../../search/model/entry.js';

/**
 * The search that `/analysis` is to open, by the navigation's state or else by an address that only names one; null where the address stands
 * for itself. A saved search is opened by its own id where that is known: the history knows a question with the filters that it was
 * last asked with, which may be others.
 */
export function analysisEntryOf(state: unknown, address: SearchAddress): Entry | null {
  const handedOver = typeof state === 'object' && state !== null ? fromState(state) : null;
  if (handedOver) return handedOver;
  const { saved, search } = address;
  return onlyNames(address) ? { address, problems: [], origin: { saved, search } } : null;
}

function fromState(state: object): Entry | null {
  const { texts, problems } = textsOf(state);
  const [search, saved] = [texts.search_id[0], savedSearchOf(texts)];
  const origin = { saved, search };
  const cols = texts.columnKeys.join(',') || undefined;
  const fromWorkspace = 'page_name' in state && state.page_name === 'work_space';
  const given = 'apiSerachpayload' in state ? state.apiSerachpayload : undefined;
  if (!fromWorkspace && given !== undefined && given !== null) {
    const address = addressOfPayload(given);
    if (address) return { address: { ...address, cols }, problems, origin };
    problems.push('Search parameters: not understood');
  }
  if (saved !== undefined && fromWorkspace) return { address: { saved, cols }, problems, origin };
  if (search !== undefined) return { address: { search, cols }, problems, origin };
  if (fromWorkspace) problems.push('Search: missing');
  return problems.length > 0 ? { address: {}, problems } : null;
}

const DATES = ['fromDate', 'toDate'] as const;

/** A moment's day, as YYYY-MM-DD (SPEC 4); anything else is left for the schema to name. */
const dayOf = (date: unknown) => (typeof date === 'string' ? date.replace(/T.*$/, '') : date);

/** The address of a search's parameters as another screen hands them over; null where they are not a whole question. */
function addressOfPayload(payload: unknown): SearchAddress | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const fields = payload as Record<string, unknown>;
  const days = Object.fromEntries(DATES.flatMap((field) => (field in fields ? [[field, dayOf(fields[field])]] : [])));
  const read = readRequest(searchQuery, { ...fields, ...days });
  if (!read.success) return null;
  const { pageNumber: _page, numberOfRecords: _size, searchId: _id, ...question } = read.data;
  return addressOf(question);
}
