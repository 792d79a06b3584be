import {
  type Dimension,
  type MarketSide,
  monthOf,
  monthsBetween,
  type OnList,
  PARTNERS_NAMED,
  PARTY_CHANGES,
  PARTY_MONTHS,
  type PartyChange,
  type PartyOrder,
  type TradeType,
} from '@tidewaiter/contract';
import { z } from 'zod';
import { totalOf } from '../answers/breakdowns.js';
import { daysOfRecords } from '../answers/days.js';
import { listPage } from '../answers/list-page.js';
import { groupIn, groupName } from '../columns/dimensions.js';
import { Bindings, prefixed, TEXT_SETTINGS } from '../engine/bindings.js';
import { compileSearch, selected } from '../query/compile.js';
import { inAllSeen, type NarrowedQuery } from '../query/entitlement.js';
import type { ListMembers, NamedList } from '../query/listed.js';
import { cachedQuery, type Snapshot } from '../query/snapshot.js';
import { groupedBy } from '../versions/joined-parties.js';
import {
  type Amounts,
  amountCells,
  amountsSql,
  analysisBindings,
  type SummedRecords,
  sum,
  summedRecords,
  summedRows,
  type UnitAmounts,
} from './amounts.js';
import { type NamedGroup, namesOf, orderSql } from './groups.js';
import { type RecentMonths, recentMonths } from './recent-months.js';
import { unitPricesOf } from './unit-prices.js';

/** Which parties are told, in which order, and how many of them. */
export interface PartiesLayout {
  by: MarketSide;
  unit: string;
  orderBy: PartyOrder;
  change: PartyChange | null;
  /** A list of companies, and whether only those that stand on it are told, or only the others. */
  list?: NamedList | undefined;
  onList?: OnList | null | undefined;
  pageNumber: number;
  numberOfRecords: number;
}

interface SomeNamed {
  count: number;
  names: readonly string[];
}

interface MarketParty extends NamedGroup {
  total: Amounts;
  first: string;
  last: string;
  change: PartyChange;
  isListed: boolean;
  /** In USD, one for each of the market's months. */
  months: readonly string[];
  partners: SomeNamed;
  countries: SomeNamed;
}

interface Listed {
  parties: number;
  shipments: number;
  valueUsd: string;
}

export interface MarketParties {
  unit: string;
  units: readonly UnitAmounts[];
  shipments: number;
  valued: number;
  valueUsd: string;
  market: { quartile1: number; median: number; quartile3: number } | null;
  recent: RecentMonths | null;
  counts: Readonly<Record<PartyChange, number>>;
  /** What all parties together trade that stand on the list. */
  listed: Listed | null;
  /** Parties of all pages. */
  matching: number;
  months: readonly string[];
  parties: readonly MarketParty[];
}

/** Up to which day records of a question's countries are loaded, and the same question of the days before it that are. */
export interface AroundMarket {
  lastDay: string;
  before: NarrowedQuery;
}

/** The parties of one side of a market, by what each trades. */
export async function marketPartiesOf(
  query: NarrowedQuery,
  around: AroundMarket,
  { list: named, ...layout }: PartiesLayout,
  snapshot: Snapshot,
): Promise<MarketParties> {
  const [list] = await snapshot.listed(named ? [named] : []);
  return partiesOfMarket({ query, around, layout, list }, snapshot);
}

/** The party at the other end. */
const PARTNERS: Readonly<Record<MarketSide, Dimension>> = {
  importers: 'exporters',
  exporters: 'importers',
  notifyParties: 'exporters',
};

interface PartiesAsked {
  query: NarrowedQuery;
  around: AroundMarket;
  layout: Omit<PartiesLayout, 'list'>;
  list: ListMembers | undefined;
}

const partiesOfMarket = cachedQuery<PartiesAsked, MarketParties>(
  'market-parties',
  async ({ query, around: { lastDay, before }, layout, list }, snapshot) => {
    const [records, prices, total, { days }] = await Promise.all([
      summedRecords(query, layout.unit, snapshot),
      unitPricesOf({ query, unit: layout.unit }, snapshot),
      totalOf(query, snapshot),
      daysOfRecords(query, snapshot),
    ]);
    const last = days.at(-1);
    const { scope } = last === undefined ? { scope: null } : query;
    // Where data end before the question does, nobody is lost for that.
    const recent = scope && recentMonths({ ...scope, toDate: lastDay < scope.toDate ? lastDay : scope.toDate });
    const months = scope && last ? monthsBetween(monthOf(scope.fromDate), monthOf(last)).slice(-PARTY_MONTHS) : [];
    const among = { records, recent, before, list };
    const { ranked, ...counted } = await rankedParties(query, layout, among, snapshot);
    const keys = ranked.map(({ key }) => key);
    const detailsOf = await detailsOfParties(query, layout.by, { records, keys }, snapshot);
    const partner = PARTNERS[layout.by];
    const partnerKeys = keys.flatMap((key) => detailsOf(key).partners.names);
    const nameOfGroup = await namesOf({ [layout.by]: keys, [partner]: partnerKeys }, inAllSeen(query), snapshot);
    const { unit, units } = records;
    return {
      ...{ unit, units, recent, months, ...counted },
      shipments: total.shipments,
      valued: total.valued,
      valueUsd: total.valueUsd,
      market: prices.total && {
        quartile1: prices.total.quartile1,
        median: prices.total.median,
        quartile3: prices.total.quartile3,
      },
      parties: ranked.map(({ key, ...party }) => {
        const { values, partners, countries } = detailsOf(key);
        return {
          ...nameOfGroup(layout.by, key),
          ...party,
          months: months.map((month) => values.get(month) ?? '0'),
          partners: { ...partners, names: partners.names.map((name) => nameOfGroup(partner, name).name) },
          countries,
        };
      }),
    };
  },
);

interface RankedParty {
  key: string;
  total: Amounts;
  first: string;
  last: string;
  change: PartyChange;
  isListed: boolean;
}

interface RankedParties extends Pick<MarketParties, 'counts' | 'listed' | 'matching'> {
  ranked: RankedParty[];
}

/** A page of the parties in order, and how many there are of each kind. One scan. */
async function rankedParties(
  query: NarrowedQuery,
  layout: PartiesAsked['layout'],
  among: {
    records: SummedRecords;
    recent: RecentMonths | null;
    before: NarrowedQuery;
    list: ListMembers | undefined;
  },
  snapshot: Snapshot,
): Promise<RankedParties> {
  const { tradeType } = query;
  const { by, orderBy, change, onList = null } = layout;
  const { records, recent, before, list } = among;
  const bindings = new Bindings('listed');
  const grouped = `${groupedBy(by, tradeType, snapshot.version)} AS g`;
  const columns = [grouped, 'record_date AS day'];
  const selection = compileSearch(before, snapshot);
  const known = prefixed({ sql: selected(grouped, selection), parameters: selection.parameters }, 'before_');
  const became = recent
    ? `multiIf(min(day) >= {recent:Date} AND g NOT IN (SELECT g FROM ${known.sql}), 'NEW', max(day) < {recent:Date}, 'LOST', 'STAYED')`
    : "'STAYED'";
  const order =
    orderBy === 'FIRST' || orderBy === 'LAST' ? `${orderBy.toLowerCase()} DESC` : orderSql(orderBy, 'cells');
  const counted = PARTY_CHANGES.map((one) => `countIf(change = '${one}') OVER ()`);
  const { rows, telling } = await listPage(layout, (limit, offset) =>
    snapshot.query({
      name: 'analysis.market-parties',
      sql: `SELECT key, cells, first, last, change, is_listed, counts, sums, count() OVER () FROM (
        SELECT key, cells, first, last, change, is_listed, [${counted.join(', ')}, countIf(is_listed) OVER ()] AS counts,
          [toString(sumIf(toUInt64(cells[1]), is_listed) OVER ()), toString(sumIf(toDecimal256(cells[2], 18), is_listed) OVER ())] AS sums
        FROM (
          SELECT ${groupName(by, 'g')} AS key, ${amountsSql(records)} AS cells,
            toString(min(day)) AS first, toString(max(day)) AS last, ${became} AS change,
            ${list?.has('g', bindings, snapshot.version) ?? '0'} AS is_listed
          FROM ${summedRows(columns, records)} GROUP BY g HAVING key != ''
        )
      )
      WHERE {change:String} IN ('', change) AND {on_list:String} IN ('', if(is_listed, 'ON', 'OFF'))
      ORDER BY ${order}, toUInt64(key) LIMIT {limit:UInt32} OFFSET {offset:UInt32}`,
      parameters: {
        ...{ ...records.parameters, ...bindings.parameters, ...(recent && known.parameters) },
        ...{ change: change ?? '', on_list: onList ?? '', ...(recent && { recent: recent.from }), limit, offset },
      },
      settings: TEXT_SETTINGS,
      row: rankedRow,
    }),
  );
  if (telling === undefined && (change ?? onList) !== null) {
    // What is counted stands in the rows: where none is so, one of all says it.
    const all = { ...layout, change: null, onList: null, pageNumber: 0, numberOfRecords: 1 };
    return { ...(await rankedParties(query, all, among, snapshot)), ranked: [], matching: 0 };
  }
  const [counts, [shipments, valueUsd = '0'], matching] = telling ? [telling[6], telling[7], telling[8]] : [[], [], 0];
  return {
    ranked: rows.map(([key, total, first, last, change, isListed]) => ({ key, total, first, last, change, isListed })),
    counts: Object.fromEntries(PARTY_CHANGES.map((one, at) => [one, counts[at] ?? 0])) as Record<PartyChange, number>,
    listed: list ? { parties: counts[PARTY_CHANGES.length] ?? 0, shipments: Number(shipments ?? 0), valueUsd } : null,
    matching,
  };
}

const rankedRow = z.tuple([
  z.string(),
  amountCells,
  z.string(),
  z.string(),
  z.enum(PARTY_CHANGES),
  z.coerce.boolean(),
  z.array(z.coerce.number()),
  z.array(z.string()),
  z.coerce.number(),
]);

interface PartyDetails {
  /** In USD, by month. */
  values: ReadonlyMap<string, string>;
  /** By their keys, those of the largest value. */
  partners: SomeNamed;
  countries: SomeNamed;
}

const NO_DETAILS: PartyDetails = {
  values: new Map(),
  partners: { count: 0, names: [] },
  countries: { count: 0, names: [] },
};

/** What some parties traded month by month, with whom, and with which countries. One scan. */
async function detailsOfParties(
  { tradeType }: { tradeType: TradeType },
  by: MarketSide,
  { records, keys }: { records: SummedRecords; keys: readonly string[] },
  snapshot: Snapshot,
): Promise<(key: string) => PartyDetails> {
  if (keys.length === 0) return () => NO_DETAILS;
  const group = groupedBy(by, tradeType, snapshot.version);
  const parts = [
    { part: 'month', dimension: 'months' },
    { part: 'partner', dimension: PARTNERS[by] },
    { part: 'country', dimension: 'foreignCountries' },
  ] as const;
  const columns = parts.map(
    ({ part, dimension }) => `${groupedBy(dimension, tradeType, snapshot.version)} AS of_${part}`,
  );
  const pick = (of: (part: (typeof parts)[number]) => string) =>
    `multiIf(${parts.map((one) => `grouping(of_${one.part}) = 0, ${of(one)}`).join(', ')}, '')`;
  const bindings = analysisBindings();
  const rows = await snapshot.query({
    name: 'analysis.market-party-details',
    sql: `SELECT key, part, name, toString(usd_sum), of_part FROM (
        SELECT key, part, name, usd_sum, count() OVER (PARTITION BY key, part) AS of_part,
          row_number() OVER (PARTITION BY key, part ORDER BY usd_sum DESC, name) AS place
        FROM (
          SELECT ${groupName(by, 'g')} AS key, ${pick(({ part }) => `'${part}'`)} AS part,
            ${pick(({ part, dimension }) => groupName(dimension, `of_${part}`))} AS name, ${sum('usd', records.wide)} AS usd_sum
          FROM ${summedRows([`${group} AS g`, ...columns], records, groupIn(by, group, keys, bindings))}
          GROUP BY GROUPING SETS (${parts.map(({ part }) => `(g, of_${part})`).join(', ')})
        )
        WHERE name != ''
      )
      WHERE part = 'month' OR place <= ${PARTNERS_NAMED}
      ORDER BY key, part, place`,
    parameters: { ...records.parameters, ...bindings.parameters },
    settings: TEXT_SETTINGS,
    row: z.tuple([z.string(), z.enum(['month', 'partner', 'country']), z.string(), z.string(), z.coerce.number()]),
  });
  const someOf = (key: string, part: 'partner' | 'country'): SomeNamed => {
    const ofPart = rows.filter(([of, which]) => of === key && which === part);
    return { count: ofPart[0]?.[4] ?? 0, names: ofPart.map(([, , name]) => name) };
  };
  const details = new Map(
    keys.map((key): [string, PartyDetails] => [
      key,
      {
        values: new Map(
          rows.flatMap(([of, part, month, usd]) => (of === key && part === 'month' ? [[month, usd]] : [])),
        ),
        partners: someOf(key, 'partner'),
        countries: someOf(key, 'country'),
      },
    ]),
  );
  return (key) => details.get(key) ?? NO_DETAILS;
}
