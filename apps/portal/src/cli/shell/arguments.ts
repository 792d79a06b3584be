import { countryByCode, isIsoDate, LIMITS } from '@tidewaiter/contract';
import { InvalidArgumentError } from 'commander';
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

/** Reads a text by a schema; what that refuses, in words for who typed it. */
const by =
  <Value>(schema: z.ZodType<Value>, words: string) =>
  (text: string): Value => {
    const read = schema.safeParse(text);
    if (!read.success) throw new InvalidArgumentError(words);
    return read.data;
  };

const digits = (shape: RegExp) => z.string().regex(shape).transform(Number);

export const emailAddress = by(z.email(), 'An e-mail address.');

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
export const countryCode = by(
  z.string().toUpperCase().refine(countryByCode),
  'A country by its three letters of ISO 3166, as FRA.',
);

/** A number as lists count from, at most the largest of a load. */
export const wholeNumber = by(
  digits(/^[1-9]\d*$/).refine((number) => number < 2 ** 32),
  'A whole number from 1.',
);

export const day = by(z.string().refine(isIsoDate), 'A day, YYYY-MM-DD.');

/** A day, or never. */
export const dayOrNever = (text: string): string | Unbounded => (text === 'never' ? 'unbounded' : day(text));

/** A whole number in a range that an allowance can have. */
export const figure = by(digits(/^\d{1,9}$/), 'A whole number from 0.');

/** Records that a search gives without points: no fewer than a screen's pages reach (SPEC 9). */
export const freeRecords = by(
  digits(/^\d{1,9}$/).refine((number) => number >= LIMITS.reachableRows),
  `A whole number from ${LIMITS.reachableRows}: so many do the pages of a screen reach.`,
);

/** A whole number of months, or none. */
export const monthsOrNone = (text: string): number | Unbounded => (text === 'none' ? 'unbounded' : figure(text));

/** Points to give, or with a minus sign to take back. */
export const points = by(
  digits(/^[+-]?\d{1,9}$/).refine((number) => number !== 0),
  'A whole number that is not 0.',
);

/** A party's key in decimal digits, as commands list it. */
export const partyKey = by(
  z.string().refine((key) => /^[1-9]\d{0,19}$/.test(key) && BigInt(key) < 2n ** 64n),
  'A key, as the list shows it.',
);
