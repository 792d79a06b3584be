import { countryByCode, isIsoDate, LIMITS } from '@tidewaiter/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';

/**
 * What the words of a command line mean; each refuses what it cannot read, and the command ends with status 2. No parser
 * answers null: the command line would make an empty text of it.
 */

/** "No bound", as people say it of countries, days and months. */
export type Unbounded = 'unbounded';

/** What was said, with null for no bound; undefined when nothing was said. */
export function bound<Value>(said: Value | Unbounded | undefined): Value | null | undefined {
  return said === 'unbounded' ? null : (said as Value | undefined);
}

export function emailAddress(text: string): string {
  if (!z.email().safeParse(text).success) throw new InvalidArgumentError('An e-mail address.');
  return text;
}

/** Takes the address of somebody. */
export const personArgument = (command: Command) =>
  command.argument('<email>', 'the address of the account, or of a sub-user', emailAddress);

/** Shortcodes, or every source country. */
export function countryCodes(text: string): string[] | Unbounded {
  if (text.toLowerCase() === 'all') return 'unbounded';
  const codes = text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);
  const unknown = codes.filter((code) => !countryByCode(code));
  if (unknown.length > 0) throw new InvalidArgumentError(`There is no source country ${unknown.join(', ')}.`);
  return codes;
}

/** A country's code of three letters of ISO 3166, or the shortcode of a source. */
export function countryCode(text: string): string {
  const code = text.toUpperCase();
  if (!countryByCode(code)) throw new InvalidArgumentError('A country by its three letters of ISO 3166, as FRA.');
  return code;
}

/** A number as lists count from. */
export function wholeNumber(text: string): number {
  const number = Number(text);
  if (!/^[1-9]\d*$/.test(text) || number > LARGEST) throw new InvalidArgumentError('A whole number from 1.');
  return number;
}

/** The largest number of a load. */
const LARGEST = 2 ** 32 - 1;

export function day(text: string): string {
  if (!isIsoDate(text)) throw new InvalidArgumentError('A day, YYYY-MM-DD.');
  return text;
}

/** A day, or never. */
export function dayOrNever(text: string): string | Unbounded {
  return text === 'never' ? 'unbounded' : day(text);
}

/** A whole number in a range that an allowance can have. */
export function figure(text: string): number {
  const number = Number(text);
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A whole number from 0.');
  return number;
}

/** Records that a search gives without points: no fewer than a screen's pages reach (SPEC 9). */
export function freeRecords(text: string): number {
  const number = figure(text);
  if (number < LIMITS.reachableRows)
    throw new InvalidArgumentError(
      `A whole number from ${LIMITS.reachableRows}: so many do the pages of a screen reach.`,
    );
  return number;
}

/** A whole number of months, or none. */
export function monthsOrNone(text: string): number | Unbounded {
  return text === 'none' ? 'unbounded' : figure(text);
}

/** Points to give, or with a minus sign to take back. */
export function points(text: string): number {
  const number = Number(text);
  if (!/^[+-]?\d{1,9}$/.test(text) || number === 0) throw new InvalidArgumentError('A whole number that is not 0.');
  return number;
}

/** The largest key of a party. */
const LARGEST_KEY = 2n ** 64n - 1n;

/** A party's key in decimal digits, as commands list it. */
export function partyKey(text: string): string {
  if (!/^[1-9]\d{0,19}$/.test(text) || BigInt(text) > LARGEST_KEY) {
    throw new InvalidArgumentError('A key, as the list shows it.');
  }
  return text;
}
