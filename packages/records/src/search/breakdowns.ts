import {
  type BreakdownQuery,
  dimensionOf,
  LIMITS,
  LISTED_DIMENSIONS,
  type ListedDimension,
  type TradeType,
} from '@tidewaiter/contract';
import { z } from 'zod';
import { dimensionSql, groupName } from '../columns/dimensions.js';
import { descriptionText, partyText } from '../columns/normalise.js';
import {
  addSums,
  groupCells,
  groupSql,
  LARGEST_FIRST,
  NO_SUMS,
  type Sums,
  subtractSums,
  sumsOf,
  sumsSql,
} from '../columns/sums.js';
import { Bindings, containsText, TEXT_SETTINGS } from '../engine/bindings.js';
import { quote } from '../engine/engine.js';
import { calledCodes } from '../reference/described-codes.js';
import type { Edition } from '../reference/edition.js';
import { MONTH_GROUPS } from '../schema/roll-ups.js';
import { type DataVersion, visibleSums } from '../versions/data-version.js';
import { groupedBy, joinedParameters, leadOf } from '../versions/joined-parties.js';
import { codeNamesOf, codesCalledBySources, expectCodeNames } from './code-names.js';
import { type Condition, compileSearch, isFiltered, type Selection } from './compile.js';
import { daysOf, isComplement, leftOut } from './days.js';
import type { NarrowedQuery, Scope } from './entitlement.js';
import type { AnswerKind } from './kept-answers.js';
import { areGroupsFewer, type Measured, measuredRows, measuresOf } from './measured-records.js';
import { partySpellings, type Spelling } from './party-spellings.js';
import { cutsMonths, monthsOf } from './roll-up-scope.js';
import type { Snapshot } from './snapshot.js';

/** The groups of all lists of a selection's records: dimension, name and sums. One scan. */
function scannedGroups(trade: TradeType, measured: Measured, selection: Selection, version: DataVersion): string {
  const groups = LISTED_DIMENSIONS.map((dimension) => `${groupedBy(dimension, trade, version)} AS ${dimension}`);
  const which = LISTED_DIMENSIONS.map((dimension) => `grouping(${dimension}) = 0, ${quote(dimension)}`);
  const name = LISTED_DIMENSIONS.map((dimension) => `grouping(${dimension}) = 0, ${groupName(dimension, dimension)}`);
  return `SELECT multiIf(${which.join(', ')}, '') AS dimension, multiIf(${name.join(', ')}, '') AS name, ${sumsSql(measured)}
    FROM ${measuredRows(groups, measured, selection)}
    GROUP BY GROUPING SETS (${LISTED_DIMENSIONS.map((dimension) => `(${dimension})`).join(', ')})`;
}

/** Whether the roll-up by month answers for a scope: it knows whole months. */
const isWholeMonths = (scope: Scope) => !cutsMonths(scope);

/** The same groups of everything in a scope of whole months, from the roll-up by month. */
function rolledUpGroups(trade: TradeType, scope: Scope, { inr }: Measured, version: DataVersion): Condition {
  const months = monthsOf(scope);
  const visible = visibleSums(version);
  const rate = "toDecimal64OrNull(transform(toString(month), {months:Array(String)}, {inr:Array(String)}, ''), 6)";
  const inINR = inr
    ? `sum(toDecimal256(g.value_usd, 18) * toDecimal256(ifNull(${rate}, 0), 6)) AS value_inr, sumIf(g.valued, isNull(${rate})) AS without_rate`
    : 'toDecimal128(0, 0) AS value_inr, sum(g.valued) AS without_rate';
  return {
    sql: `SELECT dimension, if(grouped_party = 0, toString(name), toString(grouped_party)) AS name,
        shipments, quantity, value_usd, value_inr, without_rate
      FROM (
        SELECT dimension, ${leadOf('g.party', version)} AS grouped_party, name, sum(g.records) AS shipments, sum(g.quantity) AS quantity,
          sum(g.value_usd) AS value_usd, ${inINR}
        FROM ${MONTH_GROUPS.name} AS g
        WHERE trade_type = {ru_trade:String} AND country IN {ru_countries:Array(String)}
          AND month BETWEEN {ru_from:Date} AND {ru_upto:Date} AND ${visible.sql}
        GROUP BY dimension, grouped_party, name
      )`,
    parameters: {
      ru_trade: trade,
      ru_countries: scope.countryCode,
      ru_from: months.from,
      ru_upto: months.upto,
      ...visible.parameters,
      ...joinedParameters(version),
    },
  };
}

/** Groups without those of a part of their records: exact, since sums subtract. */
function withoutGroups(all: string, part: string): string {
  const sums = ['quantity', 'value_usd', 'value_inr'];
  const counts = ['shipments', 'without_rate'];
  const negative = [
    ...counts.map((name) => `-toInt64(${name}) AS ${name}`),
    ...sums.map((name) => `-${name} AS ${name}`),
  ];
  const positive = [...counts.map((name) => `toInt64(${name}) AS ${name}`), ...sums];
  return `SELECT dimension, name, ${[...counts, ...sums].map((column) => `sum(rest.${column}) AS ${column}`).join(', ')}
    FROM (
      SELECT dimension, name, ${positive.join(', ')} FROM (${all})
      UNION ALL SELECT dimension, name, ${negative.join(', ')} FROM (${part})
    ) AS rest
    GROUP BY dimension, name HAVING shipments > 0`;
}

interface BreakdownItem extends Sums {
  name: string;
  /** Of an HS code: what it is called. */
  description?: string;
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

/** The groups of a list together, as one without a name. */
const TOGETHER = {
  name: "''",
  shipments: 'sum(shipments)',
  quantity: 'sum(quantity)',
  value_usd: 'sum(value_usd)',
  value_inr: 'sum(value_inr)',
  without_rate: 'sum(without_rate)',
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
  const [all] = await Promise.all([
    snapshot.kept(ALL_LISTS, query),
    ...(isOfCodes(dimension) ? [expectCodeNames(query, snapshot)] : []),
  ]);
  const list = all.lists.get(dimension) ?? EMPTY_LIST;
  const around = { total: all.total, top10: list.top10, notStated: subtractSums(all.total, list.all) };
  const from = pageNumber * numberOfRecords;
  const upTo = from + numberOfRecords;
  const known = upTo <= list.items.length || list.items.length === list.distinctCount;
  if (nameContains === '' && known) {
    const items = await described(dimension, list.items.slice(from, upTo), query, snapshot);
    return { ...around, items, distinctCount: list.distinctCount };
  }
  const part = await snapshot.kept(LIST_PART, { query, dimension, nameContains, pageNumber, numberOfRecords });
  return { ...around, ...part, items: await described(dimension, part.items, query, snapshot) };
}

/** The sums of all that a question finds. */
export async function totalOf(query: NarrowedQuery, snapshot: Snapshot): Promise<Sums> {
  const { total } = await snapshot.kept(ALL_LISTS, query);
  return total;
}

/** The items of a list of HS codes, with what they are called. */
async function described(
  dimension: ListedDimension,
  items: readonly BreakdownItem[],
  query: NarrowedQuery,
  snapshot: Snapshot,
): Promise<readonly BreakdownItem[]> {
  if (!isOfCodes(dimension)) return items;
  const codes = items.map(({ name }) => name);
  const nameOf = await codeNamesOf(codes, query, snapshot);
  return items.map((item) => {
    const description = nameOf(item.name);
    return description === undefined ? item : { ...item, description };
  });
}

const ALL_LISTS: AnswerKind<NarrowedQuery, AllLists> = {
  name: 'lists',
  async find(query, snapshot) {
    const groups = await groupsOf(query, snapshot);
    const rows = await snapshot.query({
      name: 'breakdown.all',
      sql: `SELECT dimension, count(), ${groupSql(TOGETHER)}, arrayMap(
            g -> ${groupSql({ name: 'g.3', shipments: '-g.2', quantity: 'g.4', value_usd: '-g.1', value_inr: 'g.5', without_rate: 'g.6' })},
            groupArraySorted(${MOST_ITEMS})((-value_usd, -toInt64(shipments), name, quantity, value_inr, toUInt64(without_rate))))
        FROM (${groups.sql}) WHERE name != '' GROUP BY dimension`,
      parameters: groups.parameters,
      settings: TEXT_SETTINGS,
      row: z.tuple([z.string(), z.coerce.number(), groupCells, z.array(groupCells)]),
    });
    const found = new Map(
      rows.map(([dimension, distinctCount, all, groups]) => [dimension, { distinctCount, all: sumsOf(all), groups }]),
    );
    const keys = (dimension: ListedDimension) => found.get(dimension)?.groups.map(([key = '']) => key) ?? [];
    const spelling = await partySpellings(
      { IMPORTER: keys('importers'), EXPORTER: keys('exporters') },
      query.tradeType,
      snapshot,
    );
    const lists = LISTED_DIMENSIONS.map((dimension): [ListedDimension, List] => {
      const list = found.get(dimension);
      return [dimension, list ? { ...list, ...itemsOf(dimension, list.groups, spelling) } : EMPTY_LIST];
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
    const selection = compileSearch(scanned, snapshot);
    return {
      sql: scannedGroups(tradeType, measured, selection, version),
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
    const selection = compileSearch(query, snapshot);
    const own = isOfCodes(dimension) ? await codesCalledBySources(nameContains, query, snapshot) : [];
    const narrowed = nameFilter(dimension, tradeType, nameContains, { edition: await snapshot.edition(), own });
    const measures = await measuresOf(query.scope, snapshot);
    const rows = await snapshot.query({
      name: 'breakdown.page',
      sql: `SELECT count() OVER (), ${groupSql(AS_NAMED)} FROM (
          SELECT ${groupName(dimension, 'grouped')} AS name, ${sumsSql(measures)}
          FROM ${measuredRows([`${groupedBy(dimension, tradeType, snapshot.version)} AS grouped`], measures, selection, narrowed?.sql)}
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

function itemsOf(
  dimension: ListedDimension,
  groups: readonly (readonly string[])[],
  spelling: Spelling,
): Pick<List, 'items' | 'top10'> {
  const items = groups.map((cells) => itemOf(dimension, cells, spelling));
  const top10 = items.slice(0, LIMITS.topItems).reduce<Sums>(addSums, NO_SUMS);
  // Months read in their own order; ten of them are the largest ten all the same.
  if (dimension === 'months') items.sort((a, b) => a.name.localeCompare(b.name));
  return { items, top10 };
}

const isOfCodes = (dimension: ListedDimension) => dimensionOf(dimension).described === true;

/** Keeps the groups whose name contains a text, as a search would find it; HS codes also by what they are called. */
function nameFilter(
  dimension: ListedDimension,
  tradeType: TradeType,
  nameContains: string,
  { edition, own }: { edition: Edition; own: readonly string[] },
): Condition | undefined {
  if (nameContains === '') return undefined;
  const bindings = new Bindings('n');
  const column = dimensionSql(dimension, tradeType);
  const [text, normalise] = dimensionOf(dimension).party
    ? ([column.replace(/_key$/, '_text'), partyText] as const)
    : ([descriptionText(groupName(dimension, column)), descriptionText] as const);
  const named = containsText(text, nameContains, normalise, bindings);
  const called = isOfCodes(dimension) ? calledCodes(edition, nameContains, own, bindings) : 'false';
  return { sql: `(${named} OR ${called})`, parameters: bindings.parameters };
}
