/** What was found, told as it may be seen now. */
import type { FindingRow, User } from '@tidewaiter/accounts';
import {
  dimensionOf,
  type SavedQuery,
  savedQuery,
  searchQuery,
  type ToldFinding,
  type WatchedSide,
} from '@tidewaiter/contract';
import type { KeptAnswer } from '@tidewaiter/records';
import { recordsPath } from '../app/records-link.js';
import type { Services } from '../app/services.js';
import { namedLists } from '../own-lists/named-lists.js';
import { linksOf } from './found-links.js';
import { openVisible, type Visible } from './visible.js';

/** What is told of a finding; that it is gone, where anything of it may be seen no more. */
interface Told {
  finding: ToldFinding;
  link: string;
  beforeLink: string | null;
}

/** A question as it was kept, where it can still be asked. */
export const keptQuery = savedQuery.refine((query) => searchQuery.safeParse(query).success);

const GONE: ToldFinding = { signal: 'GONE' };

/** Findings of a person as they may be told now, each with its row. */
export async function toldFindings<Row extends FindingRow>(
  services: Pick<Services, 'accounts' | 'records'>,
  user: User,
  rows: readonly Row[],
  signal: AbortSignal,
): Promise<(Omit<Row, keyof Told> & Told)[]> {
  if (rows.length === 0) return [];
  const asked = rows.map(({ query }) => keptQuery.safeParse(query).data);
  const lists = await namedLists(
    services.accounts,
    user,
    asked.filter((query) => query !== undefined),
  );
  const visible = await openVisible(services, user, signal);
  const hidden = await visible.hiddenSince(
    rows.map((row, at) => ({ ...restOf(row, asked[at]), lists, suppression: row.suppression, foundAt: row.foundAt })),
  );
  const nameOf = await namesOf(visible, rows);
  return rows.map((row, at) => {
    const query = asked[at];
    const group = groupOf(row);
    const name = group && nameOf(row);
    const isGone = query === undefined || hidden[at] === true || (group !== undefined && name === undefined);
    if (isGone) return { ...row, finding: GONE, link: query ? recordsPath(query) : '/workspace', beforeLink: null };
    const finding = 'name' in row.finding ? { ...row.finding, name: name ?? '' } : row.finding;
    return { ...row, finding, ...linksOf(row, query, group && { side: group.side, name: name ?? '' }) };
  });
}

/** Of which records a finding tells. */
function restOf(row: FindingRow, query: SavedQuery | undefined): Pick<KeptAnswer, 'query' | 'group'> {
  const { finding, countries: countryCode, firstDay: fromDate, lastDay: toDate } = row;
  const within = { countryCode, fromDate, toDate };
  // All that is loaded of a country.
  if (finding.signal === 'COVERAGE' || query === undefined)
    return { query: { tradeType: query?.tradeType ?? 'IMPORT', ...within } };
  // A share is one of everybody's.
  return {
    query: { ...searchQuery.parse(query), ...within },
    group: finding.signal === 'SHARE' ? undefined : groupOf(row),
  };
}

/** Whom or what a finding is about; undefined where that is all of its question. */
export function groupOf({ finding, groupKey }: FindingRow): { side: WatchedSide; key: string } | undefined {
  return 'side' in finding && groupKey !== null ? { side: finding.side, key: groupKey } : undefined;
}

/** What those whom findings are about are called now; undefined for who is not in what may be seen. Places are called what they are. */
export async function namesOf(
  visible: Visible,
  rows: readonly FindingRow[],
): Promise<(row: FindingRow) => string | undefined> {
  const parties = new Map<string, { part: Part; keys: Set<string> }>();
  for (const row of rows) {
    const part = partOf(row);
    const group = groupOf(row);
    if (!part || !group) continue;
    const of = JSON.stringify(part);
    const some = parties.get(of) ?? { part, keys: new Set() };
    some.keys.add(group.key);
    parties.set(of, some);
  }
  const known = new Map<string, Awaited<ReturnType<Visible['knownParties']>>>();
  for (const [of, { part, keys }] of parties) known.set(of, await visible.knownParties([...keys], part));
  return (row) => {
    const part = partOf(row);
    const group = groupOf(row);
    return part && group ? known.get(JSON.stringify(part))?.get(group.key)?.name : group?.key;
  };
}

type Part = NonNullable<Parameters<Visible['knownParties']>[1]>;

/** In which part and direction a party is; undefined of a place. */
function partOf(row: FindingRow): Part | undefined {
  const { data } = savedQuery.safeParse(row.query);
  const group = groupOf(row);
  const role = group && dimensionOf(group.side).party;
  return role && data ? { tradeType: data.tradeType, role } : undefined;
}
