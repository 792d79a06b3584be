import {
  type BreakdownQuery,
  dimensionOf,
  LIMITS,
  LISTED_DIMENSIONS,
  type ListedDimension,
  type TradeType,
} from '@tidewaiter/contract';
import { z } from 'zod';
import { dimensionSql, groupName } from '../breakdown/dimensions.js';
import {
  addSums,
  groupCells,
  groupSql,
  LARGEST_FIRST,
  NO_SUMS,
  type Sums,
  sumsOf,
  sumsSql,
} from '../breakdown/sums.js';
import { calledCodes } from '../nomenclature/called-codes.js';
import type { Edition } from '../nomenclature/edition.js';
import { descriptionText, partyText } from '../normalise.js';
import { Bindings, containsText, TEXT_SETTINGS } from './bindings.js';
import { type Condition, compileSearch } from './compile.js';
import { daysOf, isComplement, leftOut } from './days.js';
import type { NarrowedQuery } from './entitlement.js';
import { isFiltered } from './filters.js';
import type { AnswerKind } from './kept-answers.js';
import { isWholeMonths, rolledUpGroups, scannedGroups, withoutGroups } from './list-groups.js';
import { areGroupsFewer, measuredRows, measuresOf } from './measured-records.js';
import { partySpellings, type Spelling } from './party-spellings.js';
import type { Snapshot } from './snapshot.js';

interface BreakdownItem extends Sums {
  name: string;
  /** Of an HS code: what the nomenclature calls it. */
  description?: string;
}

/** A page of one list, with what stands around it. */
export interface Breakdown {
  items: readonly BreakdownItem[];
  /** Of everything that the question finds. */
  total: Sums;
  /** Of the ten largest of the list. */
  top10: Sums;
  distinctCount: number;
}

/** Which part of a list: the page of those names that contain a text, or of all of them where it is empty. */
type ListPart = Pick<BreakdownQuery, 'nameContains' | 'pageNumber' | 'numberOfRecords'>;

interface List {
  items: readonly BreakdownItem[];
  distinctCount: number;
  top10: Sums;
}

/** All lists of one question: their top items, and the total that they share. */
interface AllLists {
  total: Sums;
  lists: ReadonlyMap<ListedDimension, List>;
}

/** A list's top; months are few, and shown whole. */
const MOST_ITEMS = Math.max(LIMITS.breakdownItems, 40);

/** The columns of a group where they bear their names. */
const AS_NAMED = {
  name: 'name',
  shipments: 'shipments',
  quantity: 'quantity',
  value_usd: 'value_usd',
  value_inr: 'value_inr',
  without_rate: 'without_rate',
};

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
  const all = await snapshot.kept(ALL_LISTS, query);
  const list = all.lists.get(dimension) ?? { items: [], distinctCount: 0, top10: NO_SUMS };
  const around = { total: all.total, top10: list.top10 };
  const from = pageNumber * numberOfRecords;
  const upTo = from + numberOfRecords;
  const known = upTo <= list.items.length || list.items.length === list.distinctCount;
  if (nameContains === '' && known) {
    const items = await described(dimension, list.items.slice(from, upTo), snapshot);
    return { ...around, items, distinctCount: list.distinctCount };
  }
  const part = await snapshot.kept(LIST_PART, { query, dimension, nameContains, pageNumber, numberOfRecords });
  return { ...around, ...part, items: await described(dimension, part.items, snapshot) };
}

/** The items of a list of HS codes, with what the nomenclature calls them. */
async function described(
  dimension: ListedDimension,
  items: readonly BreakdownItem[],
  snapshot: Snapshot,
): Promise<readonly BreakdownItem[]> {
  if (!isOfCodes(dimension)) return items;
  const edition = await snapshot.edition();
  return items.map((item) => {
    const description = edition.describe(item.name);
    return description === undefined ? item : { ...item, description };
  });
}

const ALL_LISTS: AnswerKind<NarrowedQuery, AllLists> = {
  name: 'lists',
  async find(query, snapshot) {
    const groups = await groupsOf(query, snapshot);
    const rows = await snapshot.query({
      name: 'breakdown.all',
      sql: `SELECT dimension, count(), arrayMap(
            g -> ${groupSql({ name: 'g.3', shipments: '-g.2', quantity: 'g.4', value_usd: '-g.1', value_inr: 'g.5', without_rate: 'g.6' })},
            groupArraySorted(${MOST_ITEMS})((-value_usd, -toInt64(shipments), name, quantity, value_inr, toUInt64(without_rate))))
        FROM (${groups.sql}) WHERE name != '' GROUP BY dimension`,
      parameters: groups.parameters,
      settings: TEXT_SETTINGS,
      row: z.tuple([z.string(), z.coerce.number(), z.array(groupCells)]),
    });
    const found = new Map(rows.map(([dimension, distinctCount, groups]) => [dimension, { distinctCount, groups }]));
    const keys = (dimension: ListedDimension) => found.get(dimension)?.groups.map(([key = '']) => key) ?? [];
    const spelling = await partySpellings(
      { IMPORTER: keys('importers'), EXPORTER: keys('exporters') },
      query.tradeType,
      snapshot,
    );
    const lists = LISTED_DIMENSIONS.map((dimension): [ListedDimension, List] => {
      const { distinctCount, groups } = found.get(dimension) ?? { distinctCount: 0, groups: [] };
      return [dimension, listOf(dimension, distinctCount, groups, spelling)];
    });
    // Every record has its month, so the months together are everything.
    const months = lists.find(([dimension]) => dimension === 'months')?.[1].items ?? [];
    return { total: months.reduce<Sums>(addSums, NO_SUMS), lists: new Map(lists) };
  },
};

/**
 * The groups of all lists. Everything but what contains some text is mostly everything: where the roll-up by month knows
 * that, only the part left out is scanned.
 */
async function groupsOf(query: NarrowedQuery, snapshot: Snapshot): Promise<Condition> {
  const { tradeType, scope } = query;
  const { version } = snapshot;
  const measured = await measuresOf(scope, snapshot);
  const scan = (scanned: NarrowedQuery): Condition => {
    const selection = compileSearch(scanned, version);
    return {
      sql: scannedGroups(tradeType, measured, selection),
      parameters: { ...selection.parameters, ...measured.parameters },
    };
  };
  const rollable = scope && !measured.wide && isComplement(query) && !isFiltered(query) && isWholeMonths(scope);
  if (!rollable) return scan(query);
  if (!(await areGroupsFewer(snapshot))) return scan(query);
  const { total: left } = await daysOf(query, snapshot);
  const { total: out } = await daysOf(leftOut(query), snapshot);
  if (out > left) return scan(query);
  const all = rolledUpGroups(tradeType, scope, measured, version);
  const part = scan(leftOut(query));
  return { sql: withoutGroups(all.sql, part.sql), parameters: { ...all.parameters, ...part.parameters } };
}

/** Which part of which list of a question. */
interface ListPartAsked extends ListPart {
  query: NarrowedQuery;
  dimension: ListedDimension;
}

/** A part of one list that the kept top does not reach. */
const LIST_PART: AnswerKind<ListPartAsked, Pick<Breakdown, 'items' | 'distinctCount'>> = {
  name: 'list-part',
  async find({ query, dimension, nameContains, pageNumber, numberOfRecords }, snapshot) {
    const { tradeType } = query;
    const selection = compileSearch(query, snapshot.version);
    const narrowed = nameFilter(dimension, tradeType, nameContains, await snapshot.edition());
    const measures = await measuresOf(query.scope, snapshot);
    const rows = await snapshot.query({
      name: 'breakdown.page',
      sql: `SELECT count() OVER (), ${groupSql(AS_NAMED)} FROM (
          SELECT ${groupName(dimension, 'grouped')} AS name, ${sumsSql(measures)}
          FROM ${measuredRows([`${dimensionSql(dimension, tradeType)} AS grouped`], measures, selection, narrowed?.sql)}
          GROUP BY grouped
        )
        WHERE name != ''
        ORDER BY ${dimension === 'months' ? 'name' : LARGEST_FIRST} LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      parameters: {
        ...selection.parameters,
        ...measures.parameters,
        ...narrowed?.parameters,
        limit: numberOfRecords,
        offset: pageNumber * numberOfRecords,
      },
      settings: TEXT_SETTINGS,
      row: z.tuple([z.coerce.number(), groupCells]),
    });
    const role = dimensionOf(dimension).party;
    const keys = rows.map(([, [key = '']]) => key);
    const spelling = await partySpellings(role ? { [role]: keys } : {}, tradeType, snapshot);
    return {
      items: rows.map(([, cells]) => itemOf(dimension, cells, spelling)),
      distinctCount: rows[0]?.[0] ?? 0,
    };
  },
};

function itemOf(dimension: ListedDimension, cells: readonly string[], spelling: Spelling): BreakdownItem {
  const [name = ''] = cells;
  const role = dimensionOf(dimension).party;
  return { name: role ? spelling(role, name) : name, ...sumsOf(cells) };
}

function listOf(
  dimension: ListedDimension,
  distinctCount: number,
  groups: readonly (readonly string[])[],
  spelling: Spelling,
): List {
  const items = groups.map((cells) => itemOf(dimension, cells, spelling));
  const top10 = items.slice(0, LIMITS.topItems).reduce<Sums>(addSums, NO_SUMS);
  // Months read in their own order; ten of them are the largest ten all the same.
  if (dimension === 'months') items.sort((a, b) => a.name.localeCompare(b.name));
  return { items, distinctCount, top10 };
}

const isOfCodes = (dimension: ListedDimension) => dimensionOf(dimension).described === true;

/** Keeps the groups whose name contains a text, as a search would find it; HS codes also by what they are called. */
function nameFilter(
  dimension: ListedDimension,
  tradeType: TradeType,
  nameContains: string,
  edition: Edition,
): Condition | undefined {
  if (nameContains === '') return undefined;
  const bindings = new Bindings('n');
  const column = dimensionSql(dimension, tradeType);
  const [text, normalise] = dimensionOf(dimension).party
    ? ([column.replace(/_key$/, '_text'), partyText] as const)
    : ([descriptionText(groupName(dimension, column)), descriptionText] as const);
  const named = containsText(text, nameContains, normalise, bindings);
  const called = isOfCodes(dimension) ? calledCodes(edition, nameContains, bindings) : 'false';
  return { sql: `(${named} OR ${called})`, parameters: bindings.parameters };
}
