/** A place where customs files are published: what it lets be done with them, how they are read, and what they lack. */
import { z } from 'zod';
import { TRADE_TYPES } from '../columns/column.js';

/** Whether something may be done with a source's data, as far as is known. */
const leave = z.enum(['yes', 'no', 'unsure']);

export const publicSource = z.strictObject({
  name: z.string(),
  title: z.string(),
  publisher: z.string(),
  countries: z.array(z.string()).describe('Whose records it has; none where it has those of many'),
  licence: z.strictObject({
    terms: z.string(),
    show: leave,
    sell: leave,
    passOn: leave,
    basis: z.string().describe('By which law or text'),
    asOf: z.iso.date().describe('The day as of which all of this was known'),
  }),
  where: z.string().default(''),
  rhythm: z.string().default(''),
  everyDays: z.int().min(1).default(7).describe('Days between two looks for new files of one that is followed'),
  stays: z.string().default('').describe('How long a file stays where it is published'),
  files: z
    .array(z.strictObject({ names: z.array(z.string()), mapping: z.string() }))
    .default([])
    .describe(
      'What its files are called, in small letters (`*` stands for any part), and the shipped mapping that reads them. None of a source that is only warned of',
    ),
  warnAt: z
    .array(z.string())
    .default([])
    .describe('What its files are called, in small letters, where it is warned of and has no country to know it by'),
  fetch: z
    .array(z.strictObject({ url: z.string(), from: z.int() }))
    .default([])
    .describe('Where its files are, {year} for each year from the first on; none where they are fetched by hand'),
  totals: z
    .array(
      z.strictObject({
        ...{ url: z.string().describe('Where its file is'), trade: z.enum(TRADE_TYPES), delimiter: z.string() },
        ...{
          period: z.array(z.string()).min(1).max(2).describe('Its columns of year and, where it has one, of month'),
        },
        ...{ records: z.string(), usd: z.string().describe('Its column of values in US dollars') },
      }),
    )
    .default([])
    .describe('What it publishes as the sums of its files, to hold loads against'),
  key: z.string().default(''),
  lacks: z.array(z.string()).default([]).describe('What is in none of its records, in words'),
  traps: z.array(z.string()).default([]),
  unpack: z.string().default('').describe('What is done with its files before they can be loaded'),
});
export type PublicSource = z.output<typeof publicSource>;

/** Whether its records may be shown at all. */
export const mayBeShown = ({ licence }: PublicSource) => licence.show !== 'no';

/** What whoever reads its records is told of it. */
export const publishedBy = z.object({
  ...{ title: z.string(), publisher: z.string(), terms: z.string().describe('The licence of its data') },
  lacks: z.array(z.string()).describe('What is in none of its records, in words: an empty column is then no fault'),
});
export type PublishedBy = z.output<typeof publishedBy>;

/** What a load has: its records, and its exact sums by column. */
const loaded = z.object({ load: z.int(), records: z.number(), sums: z.record(z.string(), z.string()) });

/** What came of bringing files of a source. */
export const sourceNews = z.object({
  at: z.iso.datetime(),
  files: z.array(
    loaded.extend({ file: z.string(), replaced: loaded.nullable().describe('The load whose place it took') }),
  ),
  same: z.int().describe('Files that were loaded already'),
  gone: z.array(z.string()).describe('Files that are loaded, and published no longer'),
  failed: z.array(z.string()).describe('What could not be brought or loaded, and why'),
});
export type SourceNews = z.output<typeof sourceNews>;

/** Records and their value in USD. */
const amount = z.object({ records: z.number().min(0), usd: z.number().min(0) });

/** What a source says that a year or a month of it comes to. */
export const publishedTotal = amount.extend({
  trade: z.enum(TRADE_TYPES),
  period: z.string().regex(/^\d{4}(-\d{2})?$/),
});
export type PublishedTotal = z.output<typeof publishedTotal>;

/** The same, with what is loaded of it. */
export const totalShare = publishedTotal.extend({ loaded: amount });
export type TotalShare = z.output<typeof totalShare>;
