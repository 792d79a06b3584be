/**
 * The lists of everything but what contains some text: those of everything, which is asked for again and again and so cached, without
 * those of the part that is left out. Exact, since sums subtract. Decision 0039.
 */
import { firstNotBefore, type ListedDimension, type TradeType } from '@tidewaiter/contract';
import { z } from 'zod';
import {
  type Group,
  groupCells,
  groupNameOf,
  largestFirst,
  type RankedGroup,
  ranked,
  scaledAmount,
  subtractGroup,
} from '../columns/sums.js';
import { TEXT_SETTINGS } from '../engine/bindings.js';
import { compileScope, compileSearch, isFiltered } from '../query/compile.js';
import type { NarrowedQuery, Scope } from '../query/entitlement.js';
import type { CachedQuery, Snapshot } from '../query/snapshot.js';
import { daysOfRecords, negatedPart } from './days.js';
import {
  ALL_TOGETHER,
  type GroupedList,
  LISTED,
  largestGroups,
  listRows,
  MOST_ITEMS,
  NAMED_GROUP,
  scannedGroups,
} from './list-groups.js';
import { aggregationContext } from './measured-records.js';

/** How much of everything may be left out, so that the kept groups still hold the largest of the rest: one part in so many. */
const SMALL_PART = 4;

/** Largest groups of each list of everything that are kept: those that a list shows, and what may move up among them. */
const KEPT_GROUPS = 2 * MOST_ITEMS;

/** Most groups whose records are kept, of all lists together: 16 bytes each. Where there are more, none are. */
const MOST_GROUPS = 1_000_000;

/** What tells a group from all others of all lists. However long a name is, a statement says 20 digits. */
const groupHash = (name: string) => `sipHash64(dimension, ${name})`;

/** How many records each group has: its hash and their number in turn, by hash. */
type GroupCounts = BigUint64Array;

const COUNTS = `if(sum(countIf(is_named)) OVER () > ${MOST_GROUPS}, '', base64Encode(arrayStringConcat(arrayMap(
  g -> concat(reinterpretAsFixedString(g.1), reinterpretAsFixedString(g.2)),
  arraySort(groupArrayIf(${MOST_GROUPS})((${groupHash('name')}, toUInt64(shipments)), is_named))))))`;

/** Reads {@link COUNTS}: as bytes, since so many numbers would take long to be parsed. */
const groupCounts = z
  .string()
  .transform((text): GroupCounts => new BigUint64Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer));

interface ListOfEverything extends GroupedList {
  /** The hashes of its largest groups. */
  kept: readonly string[];
  counts: GroupCounts;
}

type ListsOfEverything = ReadonlyMap<ListedDimension, ListOfEverything>;

/** Everything of a scope. */
interface About {
  tradeType: TradeType;
  scope: Scope;
}

/**
 * All lists of a question, their largest groups first.
 *
 * @returns undefined where the question is none of this kind, or a scan is less work
 */
export async function negatedBreakdowns(
  query: NarrowedQuery,
  snapshot: Snapshot,
): Promise<ReadonlyMap<ListedDimension, GroupedList> | undefined> {
  const { tradeType, scope } = query;
  const part = negatedPart(query);
  if (scope === null || part === undefined || isFiltered(query)) return undefined;
  const { wide } = await aggregationContext(scope, snapshot);
  if (wide) return undefined;
  const [{ total: left }, { total: out }] = await Promise.all([
    daysOfRecords(query, snapshot),
    daysOfRecords(part, snapshot),
  ]);
  if (out * SMALL_PART > left + out) return undefined;
  const { lists } = await snapshot.cached(EVERYTHING, { tradeType, scope });
  if (out > 0 && !areCounted(lists)) return undefined;
  const parts = out > 0 ? await partsOf(part, lists, snapshot) : new Map<ListedDimension, PartOfList>();
  const rest = new Map<ListedDimension, GroupedList>();
  for (const [dimension, list] of lists) {
    const without = withoutPart(list, parts.get(dimension));
    if (without === undefined) return undefined;
    rest.set(dimension, without);
  }
  return rest;
}

/** Whether it is known how many records every group has: there may be too many groups. */
const areCounted = (lists: ListsOfEverything) =>
  [...lists.values()].every(({ counts, distinctCount }) => counts.length === 2 * distinctCount);

const EVERYTHING: CachedQuery<About, { lists: ListsOfEverything }> = {
  name: 'lists-of-everything',
  refreshed: true,
  async find({ tradeType, scope }, snapshot) {
    const { version } = snapshot;
    const measured = await aggregationContext(scope, snapshot);
    const { sql, parameters } = compileScope(tradeType, scope, version);
    const groups = scannedGroups(tradeType, measured, { conditions: [sql], parameters }, version);
    const rows = await snapshot.query({
      name: 'breakdown.everything',
      sql: `SELECT dimension, countIf(is_named), ${ALL_TOGETHER}, ${largestGroups(KEPT_GROUPS)} AS largest,
          arrayMap(g -> toString(${groupHash('g[1]')}), largest), ${COUNTS}
        FROM (${listRows(groups.sql)}) GROUP BY dimension`,
      parameters: groups.parameters,
      row: z.tuple([LISTED, z.coerce.number(), groupCells, z.array(groupCells), z.array(z.string()), groupCounts]),
    });
    return {
      lists: new Map(
        rows.map(([dimension, distinctCount, all, groups, kept, counts]) => [
          dimension,
          { distinctCount, all, groups, kept, counts },
        ]),
      ),
    };
  },
};

/** What is left out of a list: its sums, of those of its groups that are kept of everything, and the records of all of them. */
interface PartOfList {
  all: Group;
  groups: ReadonlyMap<string, Group>;
  counts: GroupCounts;
  /** The least value of the groups that are not kept of everything: below nothing where there are credits. */
  least: string;
}

/** The groups of what is left out. One scan. */
async function partsOf(
  query: NarrowedQuery,
  everything: ListsOfEverything,
  snapshot: Snapshot,
): Promise<ReadonlyMap<ListedDimension, PartOfList>> {
  const { version } = snapshot;
  const measured = await aggregationContext(query.scope, snapshot);
  const part = scannedGroups(query.tradeType, measured, compileSearch(query, snapshot), version);
  const kept = [...everything.values()].flatMap((list) => list.kept);
  const rows = await snapshot.query({
    name: 'breakdown.negated-part',
    sql: `SELECT dimension, ${ALL_TOGETHER},
        groupArrayIf(${NAMED_GROUP}, is_kept), ${COUNTS}, toString(minIf(value_usd, is_named AND NOT is_kept))
      FROM (
        SELECT *, is_named AND toString(${groupHash('name')}) IN {kept_groups:Array(String)} AS is_kept FROM (${listRows(part.sql)})
      )
      GROUP BY dimension`,
    parameters: { ...part.parameters, kept_groups: kept },
    settings: TEXT_SETTINGS,
    row: z.tuple([LISTED, groupCells, z.array(groupCells), groupCounts, z.string()]),
  });
  return new Map(
    rows.map(([dimension, all, groups, counts, least]) => [
      dimension,
      { all, groups: new Map(groups.map((group) => [groupNameOf(group), group])), counts, least },
    ]),
  );
}

/**
 * A list without a part of it.
 *
 * @returns undefined where its largest groups may lie beyond those that are kept of everything
 */
function withoutPart(list: ListOfEverything, part: PartOfList | undefined): GroupedList | undefined {
  if (part === undefined) return { ...list, groups: list.groups.slice(0, MOST_ITEMS) };
  const rest = list.groups
    .map((group) => ranked(withoutGroup(group, part.groups.get(groupNameOf(group)))))
    .filter(({ shipments }) => shipments > 0)
    .sort(largestFirst);
  const largest = rest.slice(0, MOST_ITEMS);
  const isAll = list.groups.length === list.distinctCount;
  if (!isAll && !surelyLargest(largest, list, part)) return undefined;
  return {
    distinctCount: list.distinctCount - goneWith(part.counts, list.counts),
    all: subtractGroup(list.all, part.all),
    groups: largest.map(({ group }) => group),
  };
}

const withoutGroup = (group: Group, part: Group | undefined) => (part ? subtractGroup(group, part) : group);

/**
 * Whether no group that is not kept of everything can be among the largest of the rest. It comes after the last kept one, and after it all
 * the more without some of its records, unless they are credits.
 */
function surelyLargest(largest: readonly RankedGroup[], list: GroupedList, part: PartOfList): boolean {
  const [last, group] = [largest[MOST_ITEMS - 1], list.groups.at(-1)];
  if (last === undefined || group === undefined) return false;
  const [kept, least] = [ranked(group), scaledAmount(part.least)];
  return least < 0n ? last.value > kept.value - least : largestFirst(last, kept) < 0;
}

/** How many groups have no record but those that are left out. */
function goneWith(part: GroupCounts, all: GroupCounts): number {
  let gone = 0;
  for (let at = 0; at < part.length; at += 2) if (recordsOfGroup(all, part[at] ?? 0n) === part[at + 1]) gone += 1;
  return gone;
}

/** The records of a group. */
function recordsOfGroup(counts: GroupCounts, group: bigint): bigint | undefined {
  const at = 2 * firstNotBefore(counts.length / 2, (index) => (counts[2 * index] ?? 0n) < group);
  return counts[at] === group ? counts[at + 1] : undefined;
}
