import { addressKeys, type SearchAddress } from '@tidewaiter/contract';
import type { SearchDraft } from './draft.js';

/** The screens that answer a question. */
export type Answering = '/list1' | '/analysis' | '/indepthAnalysis';

/**
 * The state that a screen hands to `/list1` or `/analysis` beside an address (SPEC 2): a search of the history, a saved search, or the few
 * fields of a quick search. `workspace_id` is a workspace's id wherever it stands (DESIGN 5); of a saved search, `workspaceId` is its own id
 * beside it, and `workspace_name` and `workspace_desc` are its name and description.
 */
export interface EntryState {
  search_type?: 'WORKSPACE' | 'HISTORY';
  search_id?: string;
  workspace_id?: string;
  workspace_name?: string;
  workspace_desc?: string;
  workspaceId?: string;
  tradeType?: string;
  countryCode?: string | string[];
  /** The value is searched in this field. */
  searchType?: string;
  searchValue?: string | string[];
  columnKeys?: string[];
  /** For the analysis: `work_space` where a workspace leads there, and the search's parameters (spelling as in SPEC 2). */
  page_name?: string;
  apiSerachpayload?: unknown;
  /** They name the parts of an entry that were not understood, on the screen that it has led to. */
  problems?: string[];
  /** It stands in the form, and is not asked yet. */
  draft?: SearchDraft;
  /** Somebody comes to change the question that the address asks, from this screen, which answers it anew. */
  form?: Answering;
}

declare module '@tanstack/react-router' {
  interface HistoryState extends EntryState {}
}

/**
 * A search is to be opened as an address. One that names a saved search or one of the history (`saved`, `search`) is fetched; one of a
 * quick search lacks its dates.
 */
export interface Entry {
  address: SearchAddress;
  problems: string[];
  /** The address says it beside its question once that is there. */
  origin?: SearchAddress;
}

/** These fields are read, and named to a person so; the others say nothing that those do not. */
const NAMES = {
  search_type: 'Search type',
  search_id: 'Search',
  workspace_id: 'Workspace',
  workspaceId: 'Saved search',
  tradeType: 'Trade type',
  countryCode: 'Countries',
  searchType: 'Search by',
  matchType: 'Match type',
  searchValue: 'Search values',
  columnKeys: 'Columns',
} as const;

type Field = keyof typeof NAMES;

/** No screen hands over more, in number and in length: an address must stay one. */
const MOST = 100;
const LONGEST = 500;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST;

type Texts = Record<Field, string[]>;

/** Reads the texts of each field of a state. What holds anything else is left out and named: state is made by programs, and those err. */
export function textsOf(state: object): { texts: Texts; problems: string[] } {
  const problems: string[] = [];
  const read = (field: Field) => {
    const given: unknown = Object.hasOwn(state, field) ? state[field as keyof typeof state] : undefined;
    const values = [given ?? []].flat().filter((value) => value !== '');
    const texts = values.filter(isText).slice(0, MOST);
    if (texts.length < values.length) problems.push(`${NAMES[field]}: not understood`);
    return texts;
  };
  const fields = Object.keys(NAMES) as Field[];
  return { texts: Object.fromEntries(fields.map((field) => [field, read(field)])) as Texts, problems };
}

/** The saved search that a state names; who hands over its workspace alone means the search that was saved. */
export function savedSearchOf({ workspaceId: [saved], workspace_id: [workspace] }: Texts): string | undefined {
  return saved === workspace ? undefined : saved;
}

const some = (values: string[]) => (values.length > 0 ? values : undefined);

function fromState(state: object): Entry | null {
  const { texts, problems } = textsOf(state);
  const { search_type, search_id, tradeType, countryCode, columnKeys } = texts;
  const { searchType, matchType, searchValue } = texts;
  const [type, search, saved] = [search_type[0] ?? 'HISTORY', search_id[0], savedSearchOf(texts)];
  const cols = columnKeys.join(',') || undefined;
  if (type === 'WORKSPACE' && saved !== undefined) return { address: { saved, cols }, problems };
  if ((type === 'HISTORY' || type === 'WORKSPACE') && search !== undefined)
    return { address: { search, cols }, problems };
  if (type === 'WORKSPACE') problems.push(`${NAMES.workspaceId}: missing`);
  else if (type !== 'HISTORY') problems.push(`${NAMES.search_type} “${type}”: not understood`);
  const quick = {
    trade: tradeType[0],
    country: some(countryCode),
    by: searchType[0],
    match: matchType[0],
    q: some(searchValue),
  };
  const asks = Object.values(quick).some((part) => part !== undefined);
  return asks || problems.length > 0 ? { address: { ...quick, cols }, problems } : null;
}

/** Reads the parts that were not understood of the entry that led to a screen. */
export function problemsOf({ problems }: EntryState): string[] {
  return [problems ?? []].flat().filter(isText);
}

/** Tells whether an address names a search and says nothing else but its columns. */
export function onlyNames(address: SearchAddress): boolean {
  const given = addressKeys.filter(([key]) => address[key] !== undefined && key !== 'cols').map(([key]) => key);
  return given.length > 0 && given.every((key) => key === 'saved' || key === 'search');
}

/** Finds the search to open, by the navigation's state or else by the address; null where the address stands for itself. */
export function entryOf(state: unknown, address: SearchAddress): Entry | null {
  const handedOver = typeof state === 'object' && state !== null ? fromState(state) : null;
  return handedOver ?? (onlyNames(address) ? { address, problems: [] } : null);
}
