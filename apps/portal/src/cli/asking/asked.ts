/** A question of the records as it is typed at a terminal: "imports of IND", and what is looked for. */
import type { PlainQuestion } from '@tidewaiter/client';
import { addDays, addMonths, dayOf } from '@tidewaiter/contract';
import { InvalidArgumentError } from 'commander';

/** What an option for each field was given, any of them. */
interface LookedFor {
  hs?: string[];
  product?: string[];
  importer?: string[];
  exporter?: string[];
}

export interface AskedOptions extends LookedFor {
  /** In the query language. */
  line?: string;
  from?: string;
  to?: string;
}

const TRADES: Readonly<Record<string, string>> = { imports: 'import', exports: 'export' };

/** Words that are for whoever reads it. */
const FILLERS = new Set(['of', 'and']);

/** @throws InvalidArgumentError */
export function trade(word: string): string {
  const found = TRADES[word.toLowerCase()];
  if (found === undefined) throw new InvalidArgumentError('Say imports or exports.');
  return found;
}

/** Adds the value of an option that may be said several times. */
export const another = (value: string, before: string[] = []): string[] => [...before, value];

/** The countries that a line names, by their codes; none stands for all. */
export function countriesOf(words: readonly string[]): string[] | undefined {
  const codes = words
    .flatMap((word) => word.split(','))
    .filter((word) => word !== '' && !FILLERS.has(word.toLowerCase()));
  return codes.length > 0 ? codes : undefined;
}

/** Two digits are a chapter. */
const fieldOfCodes = (codes: readonly string[]) =>
  codes.every((code) => /^\d\d$/.test(code)) ? 'hs_chapter' : 'hs_code';

/** The question that all of it means: of the last year where no days are said, and of all that is looked for together. */
export function questionOf(
  { trade, countries }: { trade: string; countries: string[] | undefined },
  {
    hs,
    product,
    importer,
    exporter,
    line,
    to = dayOf(new Date()),
    from = addDays(addMonths(to, -12), 1),
  }: AskedOptions,
): PlainQuestion {
  const fields = { ...(hs && { [fieldOfCodes(hs)]: hs }), product, importer, exporter };
  const where = Object.entries(fields).flatMap(([field, values]) => (values ? [{ field, values }] : []));
  return {
    ...{ trade, ...(countries && { countries }), from, to },
    ...(where.length > 0 && { where }),
    ...(line !== undefined && { line }),
  };
}
