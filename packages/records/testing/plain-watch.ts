/** What a watch is told of some records, reckoned one by one: the model that the engine's answers are held against. */
import { addDays, addMonths, lastOfMonth, monthOf, monthsBetween, type WatchedSide } from '@tidewaiter/contract';
import {
  formerSpans,
  type MovedShare,
  type ShareSpans,
  shareSpans,
  type WatchedChanges,
  type WatchedGroup,
  type WatchedMonth,
} from '../src/watching/changes.js';
import { endsTogether } from '../src/watching/ends.js';
import { grouped, quantile } from './plain-records.js';

const COUNTRY = 'KOR';

/** An import of one country. */
export interface PlainShipment {
  day: string;
  importer: string;
  exporter: string;
  origin: string;
  usd: number;
  /** Zero: it has none. */
  quantity: number;
  unit: 'KGS' | 'NOS';
  /** It came after the version that the watch was told up to. */
  fresh: boolean;
}

const SIDES: Partial<Record<WatchedSide, (one: PlainShipment) => string>> = {
  importers: ({ importer }) => importer,
  exporters: ({ exporter }) => exporter,
  foreignCountries: ({ origin }) => origin,
};

const daysOf = (records: readonly PlainShipment[]) => records.map(({ day }) => day).sort();
const sumOf = (records: readonly PlainShipment[]) => records.reduce((sum, { usd }) => sum + usd, 0);

/** Of which days and countries some are. */
const heldBy = (records: readonly PlainShipment[]) => ({
  ...{ firstDay: daysOf(records)[0] ?? '', lastDay: daysOf(records).at(-1) ?? '' },
  countries: records.length === 0 ? [] : [COUNTRY],
});

/** In points of a hundred. */
const shareOf = (some: readonly PlainShipment[], all: readonly PlainShipment[]) =>
  sumOf(all) === 0 ? 0 : (100 * sumOf(some)) / sumOf(all);

/** How many shipments of one value would spread as these do. */
function alikeOf(records: readonly PlainShipment[]): number {
  const squares = records.reduce((sum, { usd }) => sum + usd ** 2, 0);
  return squares === 0 ? 0 : sumOf(records) ** 2 / squares;
}

/** What a unit cost, where quantities are in it. */
const pricesOf = (records: readonly PlainShipment[], unit: string) =>
  records
    .filter((one) => one.quantity > 0 && one.unit === unit)
    .map(({ usd, quantity }) => usd / quantity)
    .sort((a, b) => a - b);

/** The unit of the largest value. */
function unitOf(records: readonly PlainShipment[]): string {
  const measured = records.filter(({ quantity }) => quantity > 0);
  const worth = (unit: string) => sumOf(measured.filter((one) => one.unit === unit));
  return [...new Set(measured.map(({ unit }) => unit))].sort((a, b) => worth(b) - worth(a))[0] ?? '';
}

/**
 * @param all the records of a country
 * @param asked those of them that the watch asks for
 * @param from the first day that is looked at
 */
export function plainChanges(
  all: readonly PlainShipment[],
  asked: readonly PlainShipment[],
  from: string,
): WatchedChanges | null {
  const known = daysOf(all.filter(({ fresh }) => !fresh));
  const [latest, before] = [daysOf(all).at(-1) ?? '', known.at(-1) ?? null];
  const ends = endsTogether([{ country: COUNTRY, last: latest, before, records: all.length - known.length }]);
  if (ends === null) return null;
  const last = ends.becameWhole.at(-1);
  const spans = last === undefined ? null : shareSpans(last);
  const within = asked.filter(({ day }) => day >= from);
  const ofYear = within.filter(
    ({ day }) => last !== undefined && day >= addMonths(`${last}-01`, -12) && day < `${last}-01`,
  );
  const unit = unitOf(within);
  const yearsPrices = pricesOf(ofYear, unit);
  return {
    ...{ ends, spans, unit },
    fresh: { records: within.filter(({ fresh }) => fresh).length, ...heldBy(within.filter(({ fresh }) => fresh)) },
    months: last === undefined ? [] : plainMonths(within, { from, last, unit }),
    quartiles:
      spans && yearsPrices.length > 0
        ? { quartile1: quantile(yearsPrices, 0.25), quartile3: quantile(yearsPrices, 0.75), priced: yearsPrices.length }
        : null,
    groups: ends.before === null ? [] : plainGroups(within, { now: spans, was: formerSpans(ends) }),
  };
}

function plainMonths(
  records: readonly PlainShipment[],
  { from, last, unit }: { from: string; last: string; unit: string },
): WatchedMonth[] {
  const first = daysOf(records)[0];
  if (first === undefined) return [];
  const begins = from.endsWith('-01') ? monthOf(from) : monthOf(addDays(lastOfMonth(from), 1));
  const earliest = monthOf(first) > begins ? monthOf(first) : begins;
  return earliest > last
    ? []
    : monthsBetween(earliest, last).map((month) => {
        const some = records.filter(({ day }) => monthOf(day) === month);
        const prices = pricesOf(some, unit);
        const price = prices.length === 0 ? null : { median: quantile(prices, 0.5), priced: prices.length };
        return { month, shipments: some.length, valueUsd: sumOf(some), price };
      });
}

function plainGroups(
  records: readonly PlainShipment[],
  spans: Record<'now' | 'was', ShareSpans | null>,
): WatchedGroup[] {
  const between = (some: readonly PlainShipment[], from?: string, to?: string) =>
    some.filter(({ day }) => from !== undefined && to !== undefined && day >= from && day <= to);
  const found = Object.entries(SIDES).flatMap(([side, nameOf]) => {
    const shareIn = (some: readonly PlainShipment[], of: ShareSpans | null): MovedShare => {
      const [base, recent] = [between(records, of?.baseFrom, of?.baseTo), between(records, of?.from, of?.to)];
      const [based, lately] = [between(some, of?.baseFrom, of?.baseTo), between(some, of?.from, of?.to)];
      return {
        ...{ before: shareOf(based, base), after: shareOf(lately, recent), shipments: based.length + lately.length },
        alike: { before: alikeOf(base), after: alikeOf(recent) },
      };
    };
    return [...grouped(records, nameOf)].map(([name, some]) => {
      const [fresh, old] = [some.filter((one) => one.fresh), some.filter((one) => !one.fresh)];
      const days = [...new Set(daysOf(some))];
      const group = {
        ...{ side: side as WatchedSide, key: name, name },
        fresh: { shipments: fresh.length, valueUsd: sumOf(fresh), ...heldBy(fresh) },
        earlier: { shipments: old.length, lastDay: daysOf(old).at(-1) ?? '' },
        all: { shipments: some.length, days: days.length, ...heldBy(some) },
        shares: { now: shareIn(some, spans.now), was: shareIn(some, spans.was) },
      };
      return { group, worth: Math.round(100 * sumOf(some)) };
    });
  });
  // The largest first; of those that are alike, by their sides.
  return found.sort((a, b) => b.worth - a.worth).map(({ group }) => group);
}
