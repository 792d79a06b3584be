import type { DateFinding } from '../recognise/date-order.js';
import { AS_WAS_SAID } from './answers.js';
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

/** Texts of a few kinds name places and procedures rather than goods. */
const MANY_TEXTS = 50;

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
  if (unit >= OF_A_KIND) return [guess('unit', distinct > 1 && looked.packages < 0.5 ? 0.75 : 0.3, 'units')];
  if (mode >= OF_A_KIND) return [guess('mode_of_transport', 0.7, 'modes of transport')];
  if (country >= OF_A_KIND) {
    const partner = context.trade === 'IMPORT' ? 'origin_country' : 'destination_country';
    return [guess(partner, distinct > 1 ? 0.6 : 0.4, 'countries')];
  }
  if (letters < OF_A_KIND || distinct < 2) return [];
  if (company >= FIRMS) {
    const firms = (target: string) =>
      guess(target, (isAtHome(target, context) ? 0.35 : 0.3) + 0.25 * company, 'names of firms');
    return [firms('importer_name'), firms('exporter_name')];
  }
  if (wordy < 0.5) return [];
  const isFirms = (other: number) => (values[other]?.company ?? 0) >= FIRMS;
  if ([column - 1, column - 2, column + 1].some((other) => isFirms(other) && follows(rows, other, column))) {
    return [guess('importer_address', 0.5, 'addresses'), guess('product_description', 0.2, 'descriptions')];
  }
  const codes = values.findIndex(({ heading }) => heading >= OF_A_KIND);
  const isOfCode = (text: number) => codes >= 0 && follows(rows, codes, text);
  const isOwn = ({ wordy: words, company: firms }: ColumnValues, other: number) =>
    other !== column && words >= 0.5 && firms < FIRMS && !isOfCode(other);
  const variety = Math.min(1, distinct / MANY_TEXTS);
  if (!isOfCode(column)) return [guess('product_description', 0.4 + 0.15 * variety, 'descriptions')];
  return [
    guess('product_description', 0.3, 'descriptions'),
    // What a code is called, beside what the goods are.
    ...(values.some(isOwn) ? [guess('hs_description', 0.5, 'what HS codes are called')] : []),
  ];
}

const guess = (target: string, score: number, what: string): Guess => ({
  target,
  score,
  reason: `its values look like ${what}`,
});

const ENOUGH = 8;

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
      if (isGuess(text))
        bond(
          code,
          text,
          goodsAgree(file, code.column, text.column) ? 1.8 : Math.abs(code.column - text.column) === 1 ? 0.4 : 0,
        );
    }
  }
  const homes = ofTarget('importer_name', 'exporter_name').filter(({ target }) => isAtHome(target, file.context));
  for (const home of homes) {
    const isNumbered = isGuess(home) && isNumberedBeside(file, home.column);
    for (const abroad of ofTarget(home.target === 'importer_name' ? 'exporter_name' : 'importer_name')) {
      const isSaid = [home, abroad].some(({ reason }) => reason === AS_WAS_SAID);
      if (isSaid && areManyAsMany(file, home.column, abroad.column)) bond(home, abroad, 2);
      // Which of two is at home says nothing of one alone: it may be an agent.
      else if (isGuess(home) && isGuess(abroad)) {
        bond(home, abroad, (home.column < abroad.column ? 0.3 : 0) + (isNumbered ? 0.8 : 0));
      }
    }
  }
  return bonds;
}

/** The party at home is known to its customs. */
const isAtHome = (target: string, { trade }: FileContext) =>
  target === (trade === 'IMPORT' ? 'importer_name' : 'exporter_name');

/** Agents are few beside the firms that they act for. */
function areManyAsMany({ values }: ValuedFile, one: number, other: number): boolean {
  const [a, b] = [values[one]?.distinct ?? 0, values[other]?.distinct ?? 0];
  return 2 * Math.min(a, b) >= Math.max(a, b);
}

/** Whether a number or a code stands beside a party's name, the same wherever the name is the same. */
function isNumberedBeside({ rows, values }: ValuedFile, party: number): boolean {
  return [party - 1, party + 1].some((column) => {
    const { wordy = 1, date = 1, heading = 1, distinct = 0 } = values[column] ?? {};
    return wordy < 0.2 && date < 0.5 && heading < OF_A_KIND && distinct >= ENOUGH && follows(rows, party, column);
  });
}

/** Whether one column is the same wherever another is. */
function follows(rows: ValuedFile['rows'], one: number, other: number): boolean {
  const seen = new Map<string, string>();
  let [again, same] = [0, 0];
  for (const row of rows.slice(0, ROWS_READ)) {
    const [is, then] = [row[one] ?? '', row[other] ?? ''];
    const before = seen.get(is);
    if (before === undefined) seen.set(is, then);
    else {
      again += 1;
      if (before === then) same += 1;
    }
  }
  return again >= ENOUGH && same >= FULL * again && seen.size >= ENOUGH;
}

/** Whether texts name the goods of the codes beside them, far more often than those of other rows. */
function goodsAgree({ rows }: ValuedFile, code: number, text: number): boolean {
  const pairs = rows.slice(0, ROWS_READ).flatMap((row) => {
    const [chapter, said] = [(row[code] ?? '').replace(/\D/g, '').slice(0, 2), row[text]?.trim() ?? ''];
    return chapter.length === 2 && said !== '' ? [{ chapter, said }] : [];
  });
  if (pairs.length === 0) return false;
  const share = (shift: number) =>
    pairs.filter(({ said }, at) => names(said, pairs[(at + shift) % pairs.length]?.chapter ?? '')).length /
    pairs.length;
  const agreed = share(0);
  return agreed >= NAMED && agreed >= TIMES_CHANCE * Math.max(share(1), share(7));
}
