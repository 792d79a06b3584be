import { once } from '../cleaning/terms.js';
import { readTable } from '../recognise/tables.js';

/** About how many units of a currency (ISO 4217) a dollar has been in the years of such files: for orders of magnitude alone. */
export const aboutDollars = once(
  () =>
    new Map(
      readTable('about-dollars.tsv', ['currency', 'perDollar']).map((row) => [row.currency, Number(row.perDollar)]),
    ),
);
