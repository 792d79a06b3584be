import type { DateFinding } from '../recognise/date-order.js';
import type { Bond, Suggestion } from './assign.js';
import type { ColumnValues } from './column-values.js';
import { names } from './hs-chapters.js';
import type { FileContext } from './meanings.js';

/** What is looked at of a file for what its columns hold, whatever they are called. */
export interface ValuedFile {
  rows: readonly (readonly string[])[];
  values: readonly ColumnValues[];
  dates: readonly (DateFinding | undefined)[];
  context: FileContext;
}

type Guess = Pick<Suggestion, 'target' | 'score' | 'reason'>;

/** Shares from which values are of a kind: of the columns that are looked at, and of firms, of which few may have a legal form. */
const OF_A_KIND = 0.8;
const FIRMS = 0.35;

/** Values that fill nearly every row, and codes that are no chance: one number in eight is of a heading. */
const FULL = 0.95;
const PROVED = { share: 0.95, distinct: 4 };

/** Texts of a few kinds name places and procedures, not goods. */
const FEW_TEXTS = 3;

/** The record columns that the values of one column may be, and how likely each is. */
export function guessByValues(column: number, { values, dates, rows, context }: ValuedFile): Guess[] {
  const looked = values[column];
  if (!looked || looked.filled === 0 || looked.blank) return [];
  const found = dates[column];
  const isFull = looked.filled >= FULL * rows.length;
  if (found && found.share >= OF_A_KIND && found.format !== 'excel-serial' && found.format !== 'YYYYMM') {
    return [guess('record_date', isFull ? 0.85 : 0.6, 'dates')];
  }
  const { distinct, letters, company, country, unit, currency, wordy, incoterm, mode } = looked;
  const isHs = letters <= 0.05 && looked.hsCode >= OF_A_KIND;
  if (distinct > 1 && (isHs || looked.heading >= OF_A_KIND)) {
    const isProved = looked.heading >= PROVED.share && distinct >= PROVED.distinct;
    return [guess('hs_code', isProved ? 0.86 : 0.5, isProved ? 'codes of headings that there are' : 'HS codes')];
  }
  if (incoterm >= OF_A_KIND) return [guess('incoterm', 0.7, 'incoterms')];
  if (currency - unit >= OF_A_KIND) return [guess('currency', 0.6, 'currencies')];
  if (unit >= OF_A_KIND) return [guess('unit', distinct > 1 ? 0.75 : 0.3, 'units')];
  if (mode >= OF_A_KIND) return [guess('mode_of_transport', 0.7, 'modes of transport')];
  if (country >= OF_A_KIND) {
    const partner = context.trade === 'IMPORT' ? 'origin_country' : 'destination_country';
    return [guess(partner, distinct > 1 ? 0.6 : 0.4, 'countries')];
  }
  if (letters < OF_A_KIND || distinct < 2) return [];
  if (distinct <= MOST_UNITS && looked.examples.every((text) => text.length <= LONGEST_UNIT)) {
    return [guess('unit', 0.15, 'short words of a few kinds')];
  }
  if (company >= FIRMS) {
    const firms = (target: string) => guess(target, 0.3 + 0.3 * Math.min(1, company), 'names of firms');
    return [firms('importer_name'), firms('exporter_name')];
  }
  if (wordy < 0.5) return [];
  return [guess('product_description', distinct > FEW_TEXTS ? 0.5 : 0.35, 'descriptions')];
}

const guess = (target: string, score: number, what: string): Guess => ({
  target,
  score,
  reason: `its values look like ${what}`,
});

/** Units that no list has: few and short, beside the numbers that they are of. */
const MOST_UNITS = 12;
const LONGEST_UNIT = 6;

const ROWS_READ = 300;

/** Rows of which a text must name the chapter of the code, beside as many of which it names another row's. */
const NAMED = 0.15;
const TIMES_CHANCE = 2;

/** What columns are to one another by where they stand and by what stands beside it. */
export function bondsOf(suggestions: readonly Suggestion[], file: ValuedFile): Bond[] {
  const ofTarget = (...targets: string[]) => suggestions.filter(({ target }) => targets.includes(target));
  const isGuess = ({ named }: Suggestion) => named === 0;
  const bonds: Bond[] = [];
  const bond = (a: Suggestion, b: Suggestion, weight: number) => {
    if (a.column !== b.column && (isGuess(a) || isGuess(b))) bonds.push({ ends: [a, b], weight });
  };
  for (const unit of ofTarget('unit', 'std_unit')) {
    for (const quantity of ofTarget('quantity', 'std_quantity')) {
      const by = unit.column - quantity.column;
      if (Math.abs(by) === 1) bond(unit, quantity, by === 1 ? 1.6 : 1.2);
    }
  }
  for (const code of ofTarget('hs_code')) {
    for (const text of ofTarget('product_description')) {
      bond(code, text, goodsAgree(file, code.column, text.column) ? 1.8 : Math.abs(code.column - text.column) === 1 ? 0.4 : 0);
    }
  }
  for (const party of ofTarget('importer_name', 'exporter_name')) {
    const isHome = party.target === (file.context.trade === 'IMPORT' ? 'importer_name' : 'exporter_name');
    // The party at home stands first, beside its number.
    const others = ofTarget(party.target === 'importer_name' ? 'exporter_name' : 'importer_name');
    for (const other of others) if (isHome && party.column < other.column) bond(party, other, 0.5);
  }
  return bonds;
}

/** Whether texts name the goods of the codes beside them, far more often than those of other rows. */
function goodsAgree({ rows }: ValuedFile, code: number, text: number): boolean {
  const pairs = rows
    .slice(0, ROWS_READ)
    .flatMap((row) => {
      const [chapter, said] = [(row[code] ?? '').replace(/\D/g, '').slice(0, 2), row[text]?.trim() ?? ''];
      return chapter.length === 2 && said !== '' ? [{ chapter, said }] : [];
    });
  if (pairs.length === 0) return false;
  const share = (shift: number) =>
    pairs.filter(({ said }, at) => names(said, pairs[(at + shift) % pairs.length]?.chapter ?? '')).length / pairs.length;
  const agreed = share(0);
  return agreed >= NAMED && agreed >= TIMES_CHANCE * Math.max(share(1), share(7));
}
