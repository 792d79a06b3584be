/** What came to pass in the records of a question since a data version, as figures: `findings.ts` says what of it is worth telling. */
import {
  addDays,
  addMonths,
  daysBetween,
  FIRST_DAY,
  LAST_DAY,
  lastOfMonth,
  monthOf,
  WATCHED_SIDES,
  type WatchedSide,
  type WatchThresholds,
} from '@tidewaiter/contract';
import { z } from 'zod';
import { namesOf } from '../analysis/groups.js';
import { groupName } from '../columns/dimensions.js';
import { QUANTITY, QUANTITY_UNIT } from '../columns/quantities.js';
import { Bindings, TEXT_SETTINGS } from '../engine/bindings.js';
import { compileSearch, selected } from '../query/compile.js';
import { inAllSeen, type NarrowedQuery } from '../query/entitlement.js';
import type { Snapshot } from '../query/snapshot.js';
import { cameSince } from '../versions/arrivals.js';
import { groupedBy } from '../versions/joined-parties.js';
import { endsTogether, sourceEnds, type WatchedEnds } from './ends.js';

/** A month of a question; the price is the median of what a unit cost, where anything did. */
export interface WatchedMonth {
  month: string;
  shipments: number;
  valueUsd: number;
  price: { median: number; priced: number } | null;
}

/** A party or a place that something came to pass with; days are empty where there are no records. */
export interface WatchedGroup {
  side: WatchedSide;
  key: string;
  name: string;
  /** What came since. */
  fresh: { shipments: number; valueUsd: number; firstDay: string; lastDay: string; countries: readonly string[] };
  /** What had come before. */
  earlier: { shipments: number; lastDay: string };
  /** Both, and on how many days. */
  all: { shipments: number; days: number; firstDay: string; lastDay: string; countries: readonly string[] };
  /** Its shares in the spans that the last whole month closes now, and in those that it closed before. */
  shares: { now: MovedShare; was: MovedShare };
}

/** Shares of the value of a side, in points of a hundred: in a year, and in the months after it. */
export interface MovedShare {
  before: number;
  after: number;
  /** Its shipments in both. */
  shipments: number;
  /** How many shipments of one value would spread as those of the whole side do, in either: a few large ones are few. */
  alike: { before: number; after: number };
}

export interface WatchedChanges {
  ends: WatchedEnds;
  /** What came, and of which countries and days: days are empty where nothing did. */
  fresh: { records: number; firstDay: string; lastDay: string; countries: readonly string[] };
  /** Those that are whole, in order, without gaps. */
  months: readonly WatchedMonth[];
  unit: string;
  /** Of what a unit cost in the year before the last month that became whole. */
  quartiles: { quartile1: number; quartile3: number; priced: number } | null;
  /** The spans that shares are of; null where no month became whole. */
  spans: ShareSpans | null;
  groups: readonly WatchedGroup[];
}

/** The last months that are whole, and the year before them. */
export interface ShareSpans {
  from: string;
  to: string;
  baseFrom: string;
  baseTo: string;
}

const SHARE_MONTHS = 3;
const BASE_MONTHS = 12;
/** Groups of a side that are looked at: those of the largest value. */
const GROUPS_OF_SIDE = 50;
/** Whoever traded on fewer days has no usual pause. */
const RHYTHM_DAYS = 4;
/** What came of days so long before the end of what there was is late, and no news. */
const LATE_DAYS = 31;

const SIDES = Object.keys(WATCHED_SIDES) as WatchedSide[];

/** The spans that a month closes. */
export function shareSpans(month: string): ShareSpans {
  const first = addMonths(`${month}-01`, 1 - SHARE_MONTHS);
  return {
    ...{ from: first, to: lastOfMonth(`${month}-01`) },
    ...{ baseFrom: addMonths(first, -BASE_MONTHS), baseTo: addDays(first, -1) },
  };
}

/** The spans that the last whole month closed before another one became so. */
export const formerSpans = ({ wholeUpto }: WatchedEnds) => wholeUpto && shareSpans(monthOf(wholeUpto.before));

/** @param query over the days that are looked at, up to the last one that there is */
export async function changesOf(
  query: NarrowedQuery,
  { since, thresholds }: { since: number; thresholds: WatchThresholds },
  snapshot: Snapshot,
): Promise<WatchedChanges | null> {
  const { tradeType, scope } = query;
  if (scope === null) return null;
  const ends = endsTogether(await sourceEnds({ tradeType, scope, since }, snapshot));
  if (ends === null) return null;
  const last = ends.becameWhole.at(-1);
  const spans = last === undefined ? null : shareSpans(last);
  const [months, groups] = await Promise.all([
    monthsOf(query, { since, spans, last }, snapshot),
    groupsOf(query, { since, thresholds, ends, spans }, snapshot),
  ]);
  return { ends, spans, groups, ...months };
}

const number = z.coerce.number();

const SHARES = ['now', 'was'] as const;
type ShareName = (typeof SHARES)[number];

const daysOfShare = (of: ShareName) => [
  `record_date BETWEEN {${of}_base_from:Date} AND {${of}_base_to:Date} AS ${of}_based`,
  `record_date BETWEEN {${of}_from:Date} AND {${of}_to:Date} AS ${of}_recent`,
];

/** What a share is reckoned from, of each group. */
const sumsOf = (of: ShareName) =>
  ['based', 'recent']
    .map(
      (span) =>
        `sumIf(usd, ${of}_${span}) AS ${of}_${span}_sum, sumIf(usd * usd, ${of}_${span}) AS ${of}_${span}_squares`,
    )
    .concat(`toFloat64(countIf(${of}_based OR ${of}_recent)) AS ${of}_shipments`)
    .join(', ');

/** A {@link MovedShare}: in either span the share of the whole side, and how many shipments of one value would spread as its do. */
function movedShareOf(of: ShareName): string {
  const inSpan = (span: string) => {
    const [sum, squares] = [`${of}_${span}_sum`, `${of}_${span}_squares`];
    const ofSide = (what: string) => `sum(${what}) OVER (PARTITION BY side)`;
    return `100 * ${sum} / nullIf(${ofSide(sum)}, 0), pow(${ofSide(sum)}, 2) / nullIf(${ofSide(squares)}, 0)`;
  };
  return `[${inSpan('based')}, ${inSpan('recent')}, ${of}_shipments] AS ${of}`;
}

const spanParameters = (of: ShareName, spans: ShareSpans | null) => ({
  [`${of}_base_from`]: spans?.baseFrom ?? FIRST_DAY,
  [`${of}_base_to`]: spans?.baseTo ?? FIRST_DAY,
  [`${of}_from`]: spans?.from ?? FIRST_DAY,
  [`${of}_to`]: spans?.to ?? FIRST_DAY,
});

const quartiles = z.array(number.nullable());

/** Of nothing there is no share. */
const share = number.nullable().transform((value) => value ?? 0);
const movedShare = z
  .tuple([share, share, share, share, share])
  .transform(([before, alikeBefore, after, alikeAfter, shipments]): MovedShare => {
    return { before, after, shipments, alike: { before: alikeBefore, after: alikeAfter } };
  });

async function monthsOf(
  query: NarrowedQuery,
  { since, spans, last }: { since: number; spans: ShareSpans | null; last: string | undefined },
  snapshot: Snapshot,
): Promise<Pick<WatchedChanges, 'fresh' | 'months' | 'unit' | 'quartiles'>> {
  const selection = compileSearch(query, snapshot);
  const bindings = new Bindings('w');
  const columns = [
    ...[`${cameSince(since, bindings)} AS fresh`, 'toString(country) AS source', 'record_date AS day'],
    'ifNull(total_value_usd, 0) AS usd',
    ...[`${QUANTITY_UNIT} AS unit`, `${QUANTITY} AS amount`],
    "unit != '' AND isNotNull(total_value_usd) AND amount > 0 AS priced",
  ];
  const price = 'toFloat64(usd) / toFloat64(amount)';
  const rows = await snapshot.query({
    name: 'watch.months',
    // By unit: which of them has the largest value is known only then.
    sql: `SELECT if(grouping(month) = 0, toString(month), ''), unit, count(), countIf(fresh), toFloat64(sum(usd)),
        countIf(priced), quantileExactInclusiveIf(0.5)(${price}, priced),
        countIf(priced AND based), quantilesExactInclusiveIf(0.25, 0.75)(${price}, priced AND based),
        [toString(minIf(day, fresh)), toString(maxIf(day, fresh))], groupUniqArrayIf(source, fresh)
      FROM (
        SELECT *, toStartOfMonth(day) AS month, day >= {base_from:Date} AND day < {judged:Date} AS based
        FROM ${selected(columns.join(', '), selection)}
      )
      GROUP BY GROUPING SETS ((month, unit), (unit)) ORDER BY 1, 2`,
    parameters: {
      ...{ ...selection.parameters, ...bindings.parameters },
      // The year before the month that prices are looked at of.
      base_from: last === undefined ? FIRST_DAY : addMonths(`${last}-01`, -BASE_MONTHS),
      judged: last === undefined ? FIRST_DAY : `${last}-01`,
    },
    settings: TEXT_SETTINGS,
    row: z
      .tuple([
        ...([z.string(), z.string(), number, number, number, number, number.nullable(), number, quartiles] as const),
        ...([z.tuple([z.string(), z.string()]), z.array(z.string())] as const),
      ])
      .transform(
        ([month, unit, shipments, fresh, valueUsd, priced, median, based, [quartile1, quartile3], ...came]) => ({
          ...{ month: monthOf(month), unit, shipments, fresh, valueUsd, came },
          price: median === null || priced === 0 ? null : { median, priced },
          quartiles: quartile1 == null || quartile3 == null ? null : { quartile1, quartile3, priced: based },
        }),
      ),
  });
  const [ofUnits, ofMonths] = [rows.filter(({ month }) => month === ''), rows.filter(({ month }) => month !== '')];
  const main = ofUnits
    .filter(({ unit }) => unit !== '')
    .reduce<(typeof rows)[number] | undefined>((a, b) => (a && !isMore(b, a) ? a : b), undefined);
  const byMonth = new Map<string, WatchedMonth>();
  for (const { month, unit, shipments, valueUsd, price } of ofMonths) {
    const before = byMonth.get(month) ?? { month, shipments: 0, valueUsd: 0, price: null };
    byMonth.set(month, {
      ...{ month, shipments: before.shipments + shipments, valueUsd: before.valueUsd + valueUsd },
      price: unit === main?.unit ? price : before.price,
    });
  }
  return {
    fresh: freshOf(ofUnits.filter(({ fresh }) => fresh > 0)),
    months: wholeMonths(byMonth, query, last),
    unit: main?.unit ?? '',
    quartiles: spans && (main?.quartiles ?? null),
  };
}

type OfFresh = { fresh: number; came: readonly [days: readonly [string, string], countries: readonly string[]] };

/** What came, of rows to which some did. */
function freshOf(rows: readonly OfFresh[]): WatchedChanges['fresh'] {
  const days = rows.flatMap(({ came: [days] }) => days).sort();
  return {
    records: rows.reduce((sum, { fresh }) => sum + fresh, 0),
    ...{ firstDay: days[0] ?? '', lastDay: days.at(-1) ?? '' },
    countries: [...new Set(rows.flatMap(({ came: [, countries] }) => countries))].sort(),
  };
}

type OfUnit = { shipments: number; valueUsd: number };
const isMore = (a: OfUnit, b: OfUnit) =>
  a.valueUsd > b.valueUsd || (a.valueUsd === b.valueUsd && a.shipments > b.shipments);

/** Every month from the first one with records on, up to the last whole one: a month without any is news, too. */
function wholeMonths(
  byMonth: ReadonlyMap<string, WatchedMonth>,
  { scope }: NarrowedQuery,
  last: string | undefined,
): WatchedMonth[] {
  const first = [...byMonth.keys()].sort()[0];
  if (last === undefined || first === undefined || scope === null) return [];
  // The days that are looked at begin within a month, which is no whole one.
  const begins = scope.fromDate.endsWith('-01') ? scope.fromDate : addMonths(`${monthOf(scope.fromDate)}-01`, 1);
  const months: WatchedMonth[] = [];
  for (
    let month = first > monthOf(begins) ? first : monthOf(begins);
    month <= last;
    month = monthOf(addMonths(`${month}-01`, 1))
  )
    months.push(byMonth.get(month) ?? { month, shipments: 0, valueUsd: 0, price: null });
  return months;
}

async function groupsOf(
  query: NarrowedQuery,
  {
    since,
    thresholds,
    ends,
    spans,
  }: { since: number; thresholds: WatchThresholds; ends: WatchedEnds; spans: ShareSpans | null },
  snapshot: Snapshot,
): Promise<WatchedGroup[]> {
  // Where nothing was before, everything would be new.
  if (ends.before === null) return [];
  const { tradeType } = query;
  const bindings = new Bindings('w');
  const sides = SIDES.map((side, at) => `(${at}, ${groupName(side, groupedBy(side, tradeType, snapshot.version))})`);
  const known = `NOT has(${bindings.strings(ends.newSources.map(({ country }) => country))}, country)`;
  const columns = [
    `arrayJoin([${sides.join(', ')}]) AS side_and_key`,
    `${cameSince(since, bindings)} AS fresh`,
    ...['toString(country) AS source', 'record_date AS day', 'toFloat64(ifNull(total_value_usd, 0)) AS usd'],
    ...SHARES.flatMap(daysOfShare),
  ];
  const selection = compileSearch(query, snapshot);
  const due = 'addDays(last, toInt32(ceil(greatest({pauses:Float64} * usual, {pause_days:Float64}))))';
  const rows = await snapshot.query({
    name: 'watch.groups',
    sql: `SELECT side, key, shipments, value, toString(first_fresh), old, toString(last_old),
        [shipments + old, days], [toString(first), toString(last), toString(last_fresh)], [fresh_sources, sources], now, was
      FROM (
        SELECT *, ${SHARES.map(movedShareOf).join(', ')},
          if(days > 1, dateDiff('day', first, last) / (days - 1), 0) AS usual
        FROM (
          SELECT side_and_key.1 AS side, side_and_key.2 AS key, countIf(fresh) AS shipments, sumIf(usd, fresh) AS value,
            minIf(day, fresh) AS first_fresh, maxIf(day, fresh) AS last_fresh, countIf(NOT fresh) AS old, maxIf(day, NOT fresh) AS last_old,
            arraySort(groupUniqArrayIf(source, fresh)) AS fresh_sources, arraySort(groupUniqArray(source)) AS sources,
            min(day) AS first, max(day) AS last, uniqExact(day) AS days, sum(usd) AS worth,
            ${SHARES.map(sumsOf).join(', ')}
          FROM ${selected(columns.join(', '), selection, known)}
          WHERE key != '' GROUP BY side, key
        )
      )
      WHERE (shipments > 0 AND first_fresh > {late:Date}
          AND (old = 0 OR (first_fresh > last_old AND dateDiff('day', last_old, first_fresh) >= {silence:Int64})))
        OR (days >= ${RHYTHM_DAYS} AND ${due} > {end_before:Date} AND ${due} <= {end:Date})
        OR abs(ifNull(now[3], 0) - ifNull(now[1], 0)) >= {points:Float64}
      ORDER BY round(worth, 2) DESC, side, key LIMIT ${GROUPS_OF_SIDE} BY side`,
    parameters: {
      ...{ ...selection.parameters, ...bindings.parameters },
      ...{ pauses: thresholds.pauses, pause_days: thresholds.pauseDays, silence: thresholds.silenceDays },
      ...{ points: spans === null ? 1000 : thresholds.sharePoints, late: addDays(ends.before, -LATE_DAYS) },
      ...{ end_before: ends.wholeUpto?.before ?? LAST_DAY, end: ends.wholeUpto?.last ?? FIRST_DAY },
      ...spanParameters('now', spans),
      ...spanParameters('was', formerSpans(ends)),
    },
    settings: TEXT_SETTINGS,
    row: z.tuple([
      ...([number, z.string(), number, number, z.string(), number, z.string()] as const),
      ...([z.tuple([number, number]), z.tuple([z.string(), z.string(), z.string()])] as const),
      ...([z.tuple([z.array(z.string()), z.array(z.string())]), movedShare, movedShare] as const),
    ]),
  });
  const groups = rows.map(
    ([
      at,
      key,
      fresh,
      valueUsd,
      firstFresh,
      old,
      lastOld,
      [all, days],
      [first, last, lastFresh],
      sources,
      now,
      was,
    ]) => ({
      ...{ side: SIDES[at] ?? 'importers', key },
      fresh: {
        ...{ shipments: fresh, valueUsd, countries: sources[0] },
        ...(fresh === 0 ? { firstDay: '', lastDay: '' } : { firstDay: firstFresh, lastDay: lastFresh }),
      },
      earlier: { shipments: old, lastDay: old === 0 ? '' : lastOld },
      all: { shipments: all, days, firstDay: first, lastDay: last, countries: sources[1] },
      shares: { now, was },
    }),
  );
  const keys = Object.fromEntries(
    SIDES.map((side) => [side, groups.filter((group) => group.side === side).map(({ key }) => key)]),
  );
  const nameOf = await namesOf(keys, inAllSeen(query), snapshot);
  return groups.map((group) => ({ ...group, name: nameOf(group.side, group.key).name }));
}

/** From one day with a shipment to the next, on average; null where there are too few. */
export function usualPause({ days, firstDay, lastDay }: WatchedGroup['all']): number | null {
  return days < RHYTHM_DAYS ? null : daysBetween(firstDay, lastDay) / (days - 1);
}

/** Whether something that came is of days that had not come before, and not late. */
export const isOfNewDays = (firstDay: string, endBefore: string) => firstDay > addDays(endBefore, -LATE_DAYS);

/** The day from which on somebody is missed. */
export const missedFrom = (lastDay: string, usual: number, { pauses, pauseDays }: WatchThresholds) =>
  addDays(lastDay, Math.ceil(Math.max(pauses * usual, pauseDays)));
