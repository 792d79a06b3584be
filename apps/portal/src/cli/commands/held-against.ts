import type { LoadOutcome } from '@tidewaiter/loader';
import type { CommandContext } from '../shell/context.js';
import { count, plainLine } from '../shell/print.js';

/** How many months, currencies and chapters a line names. */
const MONTHS = 6;
const CURRENCIES = 4;
const CHAPTERS = 3;

/** The five lines that a person can hold against the source: rows, months, totals, prices, and what was left out. */
export function printHeldAgainst(context: CommandContext, { report, understood }: LoadOutcome): void {
  const { figures } = report;
  if (figures === null) return;
  const left = understood?.columns.filter(({ target }) => target === null).map(({ header }) => header) ?? [];
  const lines: readonly (readonly [string, string])[] = [
    ['rows', `${count(report.rowsLoaded)} of ${count(report.rowsRead)}, ${count(report.rowsRejected)} rejected`],
    ['months', some(figures.months, MONTHS, ({ month, records }) => `${month}: ${count(records)}`)],
    ['values', valuesIn(figures)],
    [
      'per unit',
      some(
        figures.prices.slice(0, CHAPTERS),
        CHAPTERS,
        ({ chapter, unit, median }) => `HS ${chapter} USD ${price(median)} a ${unit}`,
      ),
    ],
    ['left out', left.length === 0 ? 'no column' : left.join(', ')],
  ];
  context.out('  to hold against the source:');
  for (const [label, text] of lines) context.out(`  ${label.padEnd(9)} ${plainLine(text)}`);
}

function valuesIn({ values, usd }: NonNullable<LoadOutcome['report']['figures']>): string {
  const local = values.filter(({ records, currency }) => records > 0 && currency !== 'USD');
  const named = local.map(({ currency, total }) => `${currency === '' ? 'no currency' : currency} ${amount(total)}`);
  return [...named.slice(0, CURRENCIES), ...(named.length > CURRENCIES ? ['…'] : []), `USD ${amount(usd)} in all`].join(
    ', ',
  );
}

function some<Item>(all: readonly Item[], most: number, say: (item: Item) => string): string {
  if (all.length === 0) return 'nothing to say';
  const named = all.slice(0, most).map(say);
  return all.length > most ? `${named.join(', ')} … ${count(all.length)} in all` : named.join(', ');
}

/** Exact sums are in the table above; here people read them. */
const amount = (sum: string) => Number(sum).toLocaleString('en-US', { maximumFractionDigits: 2 });
const price = (median: number) => Number(median.toPrecision(4)).toLocaleString('en-US', { maximumFractionDigits: 6 });
