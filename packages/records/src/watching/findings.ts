/** What of the changes in a question's records is worth telling. */
import {
  addDays,
  addMonths,
  daysBetween,
  type Finding,
  isWatchedParty,
  lastOfMonth,
  monthOf,
  type TradeType,
  WATCH_LIMITS,
  type WatchedSide,
  type WatchSignal,
  type WatchThresholds,
} from '@tidewaiter/contract';
import { fencesOf, LEAST_COMPARED } from '../analysis/unit-prices.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import type { Snapshot } from '../query/snapshot.js';
import { bandOf } from './bands.js';
import {
  changesOf,
  isOfNewDays,
  type MovedShare,
  missedFrom,
  type ShareSpans,
  usualPause,
  type WatchedChanges,
  type WatchedGroup,
} from './changes.js';
import { endsTogether, sourceEnds } from './ends.js';

/** A finding, and of which days and group its records are. */
export interface FoundInRecords {
  /** What it tells of: the same is told once. */
  about: string;
  finding: Finding;
  /** Of the question, what it is about: a group of a side, days; undefined where all of it is. Parties are named by their keys. */
  group?: { side: WatchedSide; key: string; name: string };
  days?: { from: string; to: string };
  /** The days that these are compared with. */
  before?: { from: string; to: string };
  /** Of which countries and days the records are that it tells of: whoever may not see them is not told. */
  rests: Rests;
}

interface Rests {
  countries: readonly string[];
  from: string;
  to: string;
}

/** What a month is compared with. */
const MONTHS_BEFORE = 12;

/** Fewer shipments with a price have no middle. */
const PRICED_IN_MONTH = 5;

export interface Telling {
  signals: readonly WatchSignal[];
  thresholds: WatchThresholds;
  tradeType: TradeType;
  /** Names the data version, of which new records are told once. */
  dataVersion: number;
  /** The countries and days that were looked at. */
  scope: { countryCode: readonly string[]; fromDate: string; toDate: string };
}

/** The largest first of each signal, and of each no more than a person reads. */
export function findingsOf(changes: WatchedChanges, { signals, thresholds, ...of }: Telling): FoundInRecords[] {
  const findings = [
    ...newRecords(changes, of),
    ...changes.groups.flatMap((group) => ofGroup(group, changes, thresholds, of)),
    ...ofMonths(changes, thresholds).map((found) => ({
      ...found,
      rests: compared(found.before.from, found.days.to, of),
    })),
    ...ofCoverage(changes, of),
  ].filter(({ finding }) => signals.includes(finding.signal));
  const perSignal = new Map<WatchSignal, number>();
  return findings.filter(({ finding: { signal } }) => {
    const before = perSignal.get(signal) ?? 0;
    perSignal.set(signal, before + 1);
    return before < WATCH_LIMITS.findingsOfSignal;
  });
}

type Looked = Pick<Telling, 'scope'>;

/** What is compared with former days rests on all that was looked at since. */
function compared(from: string, to: string, { scope }: Looked): Rests {
  return { countries: scope.countryCode, from: from > scope.fromDate ? from : scope.fromDate, to };
}

function newRecords({ fresh }: WatchedChanges, { dataVersion }: { dataVersion: number }): FoundInRecords[] {
  if (fresh.records === 0) return [];
  const { records, countries, firstDay: from, lastDay: to } = fresh;
  return [
    {
      about: `NEW_RECORDS ${dataVersion}`,
      finding: { signal: 'NEW_RECORDS', records },
      rests: { countries, from, to },
    },
  ];
}

function ofGroup(
  group: WatchedGroup,
  { ends, spans }: WatchedChanges,
  thresholds: WatchThresholds,
  context: Looked,
): FoundInRecords[] {
  const { side, key, name, fresh, all } = group;
  if (ends.before === null) return [];
  const about = (signal: string, what = '') => `${signal} ${side} ${key} ${what}`.trim();
  const of = { group: { side, key, name } };
  return [
    ...cameInto(group, ends.before, thresholds).map((finding) => ({
      about: about(finding.signal, finding.signal === 'BACK_PARTY' ? finding.firstDay : ''),
      rests:
        finding.signal === 'BACK_PARTY'
          ? { countries: all.countries, from: finding.lastDay, to: fresh.lastDay }
          : { countries: fresh.countries, from: fresh.firstDay, to: fresh.lastDay },
      ...{ finding, ...of },
    })),
    ...missed(group, ends.wholeUpto, thresholds).map((finding) => ({
      ...{ about: about(finding.signal, all.lastDay), finding, ...of },
      rests: { ...compared(all.firstDay, ends.wholeUpto?.last ?? all.lastDay, context), countries: all.countries },
    })),
    ...(spans ? moved(group, spans, thresholds) : []).map((finding) => ({
      ...{ about: about(finding.signal, spans?.to), finding, ...of },
      ...(spans && { days: { from: spans.from, to: spans.to }, before: { from: spans.baseFrom, to: spans.baseTo } }),
      rests: compared(spans?.baseFrom ?? '', spans?.to ?? '', context),
    })),
  ];
}

/** New, or back after a silence. */
function cameInto(group: WatchedGroup, endBefore: string, { shipments, silenceDays }: WatchThresholds): Finding[] {
  const { side, name, fresh, earlier } = group;
  if (fresh.shipments < shipments || !isOfNewDays(fresh.firstDay, endBefore)) return [];
  if (earlier.shipments === 0) {
    const signal = isWatchedParty(side) ? 'NEW_PARTY' : 'NEW_PLACE';
    const { shipments: came, valueUsd, firstDay } = fresh;
    return [{ signal, side, name, shipments: came, valueUsd, firstDay }];
  }
  const isBack = fresh.firstDay > earlier.lastDay && daysBetween(earlier.lastDay, fresh.firstDay) >= silenceDays;
  if (!isBack || !isWatchedParty(side)) return [];
  const { firstDay } = fresh;
  return [{ signal: 'BACK_PARTY', side, name, shipments: fresh.shipments, lastDay: earlier.lastDay, firstDay }];
}

/** Missed since what came: not before, and not later again. */
function missed(
  { side, name, all }: WatchedGroup,
  ends: WatchedChanges['ends']['wholeUpto'],
  thresholds: WatchThresholds,
): Finding[] {
  const usualDays = usualPause(all);
  if (ends === null || !isWatchedParty(side) || usualDays === null || all.shipments < thresholds.shipments) return [];
  const from = missedFrom(all.lastDay, usualDays, thresholds);
  if (from <= ends.before || from > ends.last) return [];
  return [{ signal: 'LOST_PARTY', side, name, shipments: all.shipments, lastDay: all.lastDay, usualDays }];
}

/** A move that was there before another month became whole has been told, or is none of what came since. */
function moved(group: WatchedGroup, spans: ShareSpans, thresholds: WatchThresholds): Finding[] {
  const { side, name, shares } = group;
  const way = wayOf(shares.now, thresholds);
  if (way === 0 || way === wayOf(shares.was, thresholds)) return [];
  const { before, after } = shares.now;
  const chance = chanceOf(shares.now, thresholds);
  const [from, to] = [monthOf(spans.from), monthOf(spans.to)];
  return [{ signal: 'SHARE', side, name, before, after, chance, from, to }];
}

/**
 * Whether a share went up (1), down (-1) or neither: beyond the points that are asked for, and beyond what chance explains, since in a small
 * question shares move by themselves.
 */
function wayOf(share: MovedShare, thresholds: WatchThresholds): number {
  const points = share.after - share.before;
  const isMoved =
    share.shipments >= thresholds.shipments &&
    Math.abs(points) >= Math.max(thresholds.sharePoints, chanceOf(share, thresholds));
  return isMoved ? Math.sign(points) : 0;
}

/** So many points explains chance: two shares that are one differ by the binomial spread of both spans' shipments. */
function chanceOf({ before, after, alike }: MovedShare, { spreads }: WatchThresholds): number {
  if (alike.before === 0 || alike.after === 0) return Number.POSITIVE_INFINITY;
  const share = (before * alike.before + after * alike.after) / (alike.before + alike.after);
  // A share of all may be a breath more than that.
  return spreads * Math.sqrt(share * Math.max(0, 100 - share) * (1 / alike.before + 1 / alike.after));
}

/** What is told of a month, without what it rests on. */
type OfMonth = Omit<FoundInRecords, 'rests' | 'group' | 'days' | 'before'> &
  Required<Pick<FoundInRecords, 'days' | 'before'>>;

function ofMonths(changes: WatchedChanges, thresholds: WatchThresholds): OfMonth[] {
  const { ends, months } = changes;
  return ends.becameWhole.flatMap((month) => {
    const at = months.findIndex((one) => one.month === month);
    if (at < 0) return [];
    const first = `${month}-01`;
    const when = {
      days: { from: first, to: lastOfMonth(first) },
      before: { from: addMonths(first, -MONTHS_BEFORE), to: addDays(first, -1) },
    };
    const beside = (signal: 'VALUE' | 'SHIPMENTS', values: readonly number[]): OfMonth[] => {
      const band = bandOf(values, at, thresholds.spreads);
      if (band === null || Math.abs(band.spreads) < thresholds.spreads) return [];
      const { expected, low, high } = band;
      const finding = { signal, month, amount: values[at] ?? 0, expected, low, high };
      return [{ about: `${signal} ${month}`, finding, ...when }];
    };
    return [
      ...beside(
        'VALUE',
        months.map(({ valueUsd }) => valueUsd),
      ),
      ...beside(
        'SHIPMENTS',
        months.map(({ shipments }) => shipments),
      ),
      ...(at === months.length - 1 ? ofPrice(changes, at, thresholds) : []).map((found) => ({ ...found, ...when })),
    ];
  });
}

function ofPrice(
  { months, quartiles, unit }: WatchedChanges,
  at: number,
  thresholds: WatchThresholds,
): Pick<OfMonth, 'about' | 'finding'>[] {
  const { month, price } = months[at] ?? {};
  if (!month || !price || !quartiles || price.priced < PRICED_IN_MONTH || quartiles.priced < LEAST_COMPARED) return [];
  const { quartile1, quartile3 } = quartiles;
  const { low, high } = fencesOf(quartiles, thresholds.quartiles);
  if (price.median >= low && price.median <= high) return [];
  return [
    { about: `PRICE ${month}`, finding: { signal: 'PRICE', month, unit, price: price.median, quartile1, quartile3 } },
  ];
}

function ofCoverage(
  { ends }: WatchedChanges,
  { tradeType, ...context }: Looked & { tradeType: TradeType },
): FoundInRecords[] {
  return ends.newSources.map(({ country, records, last }) => ({
    about: `COVERAGE ${tradeType} ${country}`,
    finding: { signal: 'COVERAGE', country, trade: tradeType, records, isNew: true },
    rests: { ...compared('', last, context), countries: [country] },
  }));
}

/** Of what a watch tells, and from which figures on. */
export type WatchTelling = Pick<Telling, 'signals' | 'thresholds'>;

/** Whether there is more to look at than the records that came: a month that became whole, or a country that is new. */
export async function hasMoreSince({ tradeType, scope }: NarrowedQuery, since: number, snapshot: Snapshot) {
  const ends = scope && endsTogether(await sourceEnds({ tradeType, scope, since }, snapshot));
  return ends !== null && ends.becameWhole.length + ends.newSources.length > 0;
}

/** What a watch tells of what came to a question since a data version. */
export async function findingsSince(
  query: NarrowedQuery,
  since: number,
  telling: WatchTelling,
  snapshot: Snapshot,
): Promise<FoundInRecords[]> {
  const changes = await changesOf(query, { since, thresholds: telling.thresholds }, snapshot);
  const { version: dataVersion } = snapshot.version;
  const { tradeType, scope } = query;
  return changes && scope ? findingsOf(changes, { ...telling, tradeType, dataVersion, scope }) : [];
}
