import type { SearchLink } from './link.js';

/**
 * What a screen hands to `/list1` beside its address (SPEC 2): a search of the history, a saved search, or the few fields of a
 * quick search. Of a saved search, `workspace_id`, `workspace_name` and `workspace_desc` are its own id, name and description,
 * and `workspaceId` is its workspace, as a card shows them (SPEC 3).
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
  /** What the value is searched in. */
  searchType?: string;
  searchValue?: string | string[];
  columnKeys?: string[];
  /** What of an entry was not understood, said on the screen that it has led to. */
  problems?: string[];
}

declare module '@tanstack/react-router' {
  interface HistoryState extends EntryState {}
}

/** A search that is to be opened: what it is, and with which columns. */
export interface Entry {
  opens:
    | { kind: 'HISTORY'; searchId: string }
    | { kind: 'SAVED'; savedId: string }
    | { kind: 'QUICK'; link: SearchLink };
  cols: string | undefined;
  problems: string[];
}

/** The fields that are read, as they are named to a person; the others say nothing that those do not. */
const NAMES = {
  search_type: 'Search type',
  search_id: 'Search',
  workspace_id: 'Saved search',
  tradeType: 'Trade type',
  countryCode: 'Countries',
  searchType: 'Search by',
  searchValue: 'Search values',
  columnKeys: 'Columns',
} as const;

type Field = keyof typeof NAMES;

/** More than any screen hands over, in number and in length: an address must stay one. */
const MOST = 100;
const LONGEST = 500;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST;

type Texts = Record<Field, string[]>;

/** The texts of each field. What holds anything else is left out and named: state is made by programs, and those err. */
function textsOf(state: object): { texts: Texts; problems: string[] } {
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

const some = (values: string[]) => (values.length > 0 ? values : undefined);

function fromState(state: object): Entry | null {
  const { texts, problems } = textsOf(state);
  const { search_type, search_id, workspace_id, tradeType, countryCode, searchType, searchValue, columnKeys } = texts;
  const [type, searchId, savedId] = [search_type[0] ?? 'HISTORY', search_id[0], workspace_id[0]];
  const cols = columnKeys.join(',') || undefined;
  if (type === 'WORKSPACE' && savedId !== undefined) return { opens: { kind: 'SAVED', savedId }, cols, problems };
  if (type === 'HISTORY' && searchId !== undefined) return { opens: { kind: 'HISTORY', searchId }, cols, problems };
  if (type === 'WORKSPACE') problems.push(`${NAMES.workspace_id}: missing`);
  else if (type !== 'HISTORY') problems.push(`${NAMES.search_type} “${type}”: not understood`);
  const link = { trade: tradeType[0], country: some(countryCode), by: searchType[0], q: some(searchValue) };
  const asks = Object.values(link).some((part) => part !== undefined);
  return asks || problems.length > 0 ? { opens: { kind: 'QUICK', link }, cols, problems } : null;
}

/** What was not understood of the entry that led to a screen. */
export function problemsOf({ problems }: EntryState): string[] {
  return [problems ?? []].flat().filter(isText);
}

/** A link that names a search and asks nothing itself. */
function fromLink({ saved, search, cols, ...rest }: SearchLink): Entry | null {
  if (Object.values(rest).some((part) => part !== undefined)) return null;
  if (saved !== undefined) return { opens: { kind: 'SAVED', savedId: saved }, cols, problems: [] };
  return search === undefined ? null : { opens: { kind: 'HISTORY', searchId: search }, cols, problems: [] };
}

/** What is to be opened, by the navigation's state or else by the link; null where the link stands for itself. */
export function entryOf(state: unknown, link: SearchLink): Entry | null {
  return (typeof state === 'object' && state !== null ? fromState(state) : null) ?? fromLink(link);
}
