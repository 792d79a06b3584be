import {
  type BreakdownQuery,
  dimensionOf,
  LIMITS,
  LISTED_DIMENSIONS,
  type ListedDimension,
} from '@tidewaiter/contract';
import { z } from 'zod';
import { digitsOf, dimensionSql, groupName } from '../columns/dimensions.js';
import {
  addSums,
  type Group,
  groupCells,
  groupNameOf,
  LARGEST_FIRST,
  NO_SUMS,
  type Sums,
  subtractSums,
  sumsOf,
  sumsSql,
} from '../columns/sums.js';
import { Bindings, containsText, TEXT_SETTINGS } from '../engine/bindings.js';
import { compileSearch, type Where } from '../query/compile.js';
import { inAllSeen, type NarrowedQuery } from '../query/entitlement.js';
import { cardinalityBound, FEW } from '../query/selectivity.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { descriptionText } from '../text/normalise.js';
import { groupedBy } from '../versions/joined-parties.js';
import { calledCodes, codeNamesOf } from './code-names.js';
import { daysOfRecords } from './days.js';
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
import { listPage } from './list-page.js';
import { listsOfFew } from './lists-of-few.js';
import { aggregationContext, measuredRows } from './measured-records.js';
import { isSpelledWith, partySpellings, type Spelling } from './party-spellings.js';

interface BreakdownItem extends Sums {
  name: string;
  /** Of an HS code: what it is called, and what its heading is. */
  description?: string;
  heading?: string;
}

/** A page of one list, with what stands around it. */
export interface Breakdown {
  items: readonly BreakdownItem[];
  /** Of everything that the question finds. */
  total: Sums;
  /** Of the ten largest of the list. */
  top10: Sums;
  /** Of the records that are in none of its items, since they do not say. */
  notStated: Sums;
  distinctCount: number;
}

/** Which part of a list: the page of those names that contain a text, or of all of them where it is empty. */
type ListPart = Pick<BreakdownQuery, 'nameContains' | 'pageNumber' | 'numberOfRecords'>;

interface List {
  items: readonly BreakdownItem[];
  distinctCount: number;
  top10: Sums;
  /** Of all its items, those beyond the kept top too. */
  all: Sums;
}

const EMPTY_LIST: List = { items: [], distinctCount: 0, top10: NO_SUMS, all: NO_SUMS };

/** All lists of one question: their top items, and the total that they share. */
interface AllLists {
  total: Sums;
  lists: ReadonlyMap<ListedDimension, List>;
}

/**
 * One list of a question. All lists of a question at one data version cost one scan: the first call makes it, the others wait for
 * it or find it. Only what lies beyond a list's top 500, or is narrowed by a text, is asked for by itself.
 */
export async function breakdownOf(
  query: NarrowedQuery,
  dimension: ListedDimension,
  { nameContains, pageNumber, numberOfRecords }: ListPart,
  snapshot: Snapshot,
): Promise<Breakdown> {
  const all = await allLists(query, snapshot);
  const list = all.lists.get(dimension) ?? EMPTY_LIST;
  const around = { total: all.total, top10: list.top10, notStated: subtractSums(all.total, list.all) };
  const from = pageNumber * numberOfRecords;
  const upTo = from + numberOfRecords;
  const known = upTo <= list.items.length || list.items.length === list.distinctCount;
  if (nameContains === '' && known) {
    const items = await described(dimension, list.items.slice(from, upTo), query, snapshot);
    return { ...around, items, distinctCount: list.distinctCount };
  }
  const part = await listPart({ query, dimension, nameContains, pageNumber, numberOfRecords }, snapshot);
  return { ...around, ...part, items: await described(dimension, part.items, query, snapshot) };
}

/** The sums of all that a question finds. */
export async function totalOf(query: NarrowedQuery, snapshot: Snapshot): Promise<Sums> {
  const { total } = await allLists(query, snapshot);
  return total;
}

/** The digits of an HS code that are its heading; `''` of a chapter alone. */
const headingOf = (code: string) => (code.length < 4 ? '' : code.slice(0, 4));

/** The items of a list of HS codes, with what they and their headings are called. */
async function described(
  dimension: ListedDimension,
  items: readonly BreakdownItem[],
  query: NarrowedQuery,
  snapshot: Snapshot,
): Promise<readonly BreakdownItem[]> {
  if (!isOfCodes(dimension)) return items;
  const codes = items.flatMap(({ name }) => [name, headingOf(name)]);
  const codeNameOf = await codeNamesOf(codes, inAllSeen(query), snapshot);
  return items.map((item) => {
    const [description, heading] = [codeNameOf(item.name), codeNameOf(headingOf(item.name))];
    return {
      ...item,
      ...(description !== undefined && { description }),
      ...(heading !== undefined && { heading }),
    };
  });
}

const allLists = cachedQuery<NarrowedQuery, AllLists>('lists', async (query, snapshot) => {
  const found = await readLists(query, snapshot);
  const keys = (dimension: ListedDimension) => found.get(dimension)?.groups.map(groupNameOf) ?? [];
  const spelling = await partySpellings(
    { IMPORTER: keys('importers'), EXPORTER: keys('exporters') },
    inAllSeen(query),
    snapshot,
  );
  const lists = LISTED_DIMENSIONS.map((dimension): [ListedDimension, List] => {
    const list = found.get(dimension);
    if (list === undefined) return [dimension, EMPTY_LIST];
    const { distinctCount, all, groups } = list;
    return [dimension, { distinctCount, all: sumsOf(all), ...itemsOf(dimension, groups, spelling) }];
  });
  // Every record has its month, so the months together are everything.
  const months = lists.find(([dimension]) => dimension === 'months')?.[1].items ?? [];
  return { total: months.reduce<Sums>(addSums, NO_SUMS), lists: new Map(lists) };
});

/** All lists from a question's records, by the statement that is the less work. */
async function readLists(query: NarrowedQuery, snapshot: Snapshot): Promise<ReadonlyMap<ListedDimension, GroupedList>> {
  const bound = await cardinalityBound(query, snapshot);
  const most = Number.isFinite(bound) ? bound : (await daysOfRecords(query, snapshot)).total;
  return most <= FEW ? listsOfFew(query, snapshot) : scannedLists(query, snapshot);
}

/** All lists of what a question finds. One scan. */
export async function scannedLists(
  query: NarrowedQuery,
  snapshot: Snapshot,
): Promise<ReadonlyMap<ListedDimension, GroupedList>> {
  const measured = await aggregationContext(query.scope, snapshot);
  const groups = scannedGroups(query.tradeType, measured, compileSearch(query, snapshot), snapshot.version);
  const rows = await snapshot.query({
    name: 'breakdown.all',
    sql: `SELECT dimension, countIf(is_named), ${ALL_TOGETHER}, ${largestGroups(MOST_ITEMS)}
      FROM (${listRows(groups.sql)}) GROUP BY dimension`,
    parameters: groups.parameters,
    settings: TEXT_SETTINGS,
    row: z.tuple([LISTED, z.coerce.number(), groupCells, z.array(groupCells)]),
  });
  return new Map(rows.map(([dimension, distinctCount, all, groups]) => [dimension, { distinctCount, all, groups }]));
}

/** Which part of which list of a question. */
interface ListPartAsked extends ListPart {
  query: NarrowedQuery;
  dimension: ListedDimension;
}

/** A part of one list that the kept top does not reach. */
const listPart = cachedQuery<ListPartAsked, Pick<Breakdown, 'items' | 'distinctCount'>>(
  'list-part',
  async ({ query, dimension, nameContains, ...page }, snapshot) => {
    const { tradeType } = query;
    const selection = compileSearch(query, snapshot);
    const narrowed = nameContains === '' ? undefined : await nameFilter(dimension, query, nameContains, snapshot);
    const measures = await aggregationContext(query.scope, snapshot);
    const groups = `SELECT '' AS dimension, ${groupName(dimension, 'grouped')} AS name, unit, ${sumsSql(measures)}
      FROM ${measuredRows([`${groupedBy(dimension, tradeType, snapshot.version)} AS grouped`], measures, selection, narrowed?.sql)}
      GROUP BY grouped, unit`;
    const parameters = { ...selection.parameters, ...measures.parameters, ...narrowed?.parameters };
    const { rows, telling } = await listPage(page, (limit, offset) =>
      snapshot.query({
        name: 'breakdown.page',
        sql: `SELECT count() OVER (), ${NAMED_GROUP} FROM (${listRows(groups)}) WHERE is_named
          ORDER BY ${dimension === 'months' ? 'name' : LARGEST_FIRST} LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
        parameters: { ...parameters, limit, offset },
        settings: TEXT_SETTINGS,
        row: z.tuple([z.coerce.number(), groupCells]),
      }),
    );
    const role = dimensionOf(dimension).party;
    const keys = rows.map(([, [key = '']]) => key);
    const spelling = await partySpellings(role ? { [role]: keys } : {}, inAllSeen(query), snapshot);
    return {
      items: rows.map(([, cells]) => itemOf(dimension, cells, spelling)),
      distinctCount: telling?.[0] ?? 0,
    };
  },
);

function itemOf(dimension: ListedDimension, cells: Group, spelling: Spelling): BreakdownItem {
  const [name = ''] = cells;
  const role = dimensionOf(dimension).party;
  return { name: role ? spelling(role, name) : name, ...sumsOf(cells) };
}

function itemsOf(
  dimension: ListedDimension,
  groups: readonly Group[],
  spelling: Spelling,
): Pick<List, 'items' | 'top10'> {
  const items = groups.map((cells) => itemOf(dimension, cells, spelling));
  const top10 = items.slice(0, LIMITS.topItems).reduce<Sums>(addSums, NO_SUMS);
  // Months read in their own order; ten of them are the largest ten all the same.
  if (dimension === 'months') items.sort((a, b) => a.name.localeCompare(b.name));
  return { items, top10 };
}

const isOfCodes = (dimension: ListedDimension) => dimensionOf(dimension).described === true;

/** Keeps the groups whose name contains a text, as a search would find it: parties by all their spellings, HS codes also by what they are called. */
async function nameFilter(
  dimension: ListedDimension,
  query: NarrowedQuery,
  text: string,
  snapshot: Snapshot,
): Promise<Where> {
  const { party } = dimensionOf(dimension);
  if (party) return isSpelledWith(party, text, inAllSeen(query), snapshot.version);
  const bindings = new Bindings('n');
  const group = dimensionSql(dimension, query.tradeType);
  const named = containsText(descriptionText(groupName(dimension, group)), text, descriptionText, bindings);
  const codes = isOfCodes(dimension) && { sql: group, digits: digitsOf(dimension) };
  const called = codes ? await calledCodes(codes, text, inAllSeen(query), snapshot, bindings) : 'false';
  return { sql: `(${named} OR ${called})`, parameters: bindings.parameters };
}
