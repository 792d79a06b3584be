/** The money that a country counts in: where one currency has replaced another, the days of the rows decide. */
import { COUNTRY_CURRENCIES, countryByCode } from '@tidewaiter/contract';
import type { DateFinding } from '../recognise/date-order.js';
import { dayIn } from '../recognise/date-shapes.js';
import type { HeaderWords } from '../recognise/header-words.js';
import { readTable } from '../recognise/tables.js';

interface Change {
  old: string;
  now: string;
  /** The first day on which the new one is counted in. */
  since: string;
}

const CHANGES: ReadonlyMap<string, Change> = new Map(
  readTable('replaced-currencies.tsv', ['old', 'new', 'since', 'countries']).flatMap(
    ({ old, new: now, since, countries }) => countries.split(' ').map((iso2) => [iso2, { old, now, since }] as const),
  ),
);

/** El Salvador has counted in dollars since 2001, whatever its colón may still be called. */
const IN_DOLLARS: ReadonlySet<string | undefined> = new Set(['SV']);

/** What a country counts in today, and what it counted in before. */
export function moneyOf(iso2: string): string[] {
  const { old, now } = CHANGES.get(iso2) ?? {};
  const today = now ?? (IN_DOLLARS.has(iso2) ? 'USD' : COUNTRY_CURRENCIES.get(iso2)?.[0]);
  return [today, old].filter((code) => code !== undefined);
}

/** Whether what columns say in every row of the money of a country is what it counts in on the days of other rows, too. */
export function isStillMoney(
  columns: Readonly<Record<string, unknown>>,
  country: string | undefined,
  money: readonly string[],
) {
  const changed = moneyOf(countryByCode(country ?? '')?.iso2 ?? '');
  const said = Object.entries(columns).flatMap(([name, source]) =>
    name.endsWith('currency') && source instanceof Object && 'constant' in source ? [source.constant] : [],
  );
  const isOther = (code: unknown) => changed.some((each) => each === code) && (money.length !== 1 || code !== money[0]);
  return changed.length < 2 || !said.some(isOther);
}

interface Dated {
  rows: readonly (readonly string[])[];
  read: readonly HeaderWords[];
  dates: readonly (DateFinding | undefined)[];
}

/** The currencies that a country's customs counted in on the days of the rows: two where these lie on both sides of a change. */
export function moneyOfDays(country: string | undefined, file: Dated): string[] {
  const iso2 = countryByCode(country ?? '')?.iso2 ?? '';
  const change = CHANGES.get(iso2);
  const days = change && daysOf(file);
  if (change === undefined || days === undefined || days.length === 0) return moneyOf(iso2).slice(0, 1);
  const { old, now, since } = change;
  // A month or a year is as long as what is written of it.
  const isBefore = (day: string) => day < since.slice(0, day.length);
  return [...(days.some(isBefore) ? [old] : []), ...(days.every(isBefore) ? [] : [now])];
}

/** Days, months or years of the rows: of the first column of dates, or of years. */
function daysOf({ rows, read, dates }: Dated): string[] {
  const column = dates.findIndex((each) => each !== undefined && each.confidence > 0);
  const format = dates[column]?.format;
  const cells = (at: number) => rows.map((row) => row[at]?.trim() ?? '');
  if (format !== undefined) return cells(column).flatMap((cell) => dayIn(cell, format) ?? []);
  const year = read.findIndex(({ concepts }) => concepts.has('year'));
  return cells(year).filter((cell) => /^(19|20)\d{2}$/.test(cell));
}
