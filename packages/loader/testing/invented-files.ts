/**
 * Customs files of nobody: headers and values made up, each with what its columns and the file as a whole are. They stand in
 * `invented-files.tsv`, a file after its line `file`, a line a column: its header, the record columns that are right for it (`-` for none),
 * and what its cells are ({@link CELLS}).
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const wholeFile = z.strictObject({
  country: z.string().optional(),
  trade: z.enum(['IMPORT', 'EXPORT']).optional(),
  /** A code for all rows, or the column that says it. */
  currency: z.string().optional(),
  dateFormat: z.string().optional(),
});

/** What is right of a file as a whole; what is left out is not scored. */
export type WholeFile = z.output<typeof wholeFile>;

export interface InventedFile {
  fileName: string;
  header: readonly string[];
  /** By column: the record columns that are right for it, `-` for none. */
  right: readonly (readonly string[])[];
  rows: readonly (readonly string[])[];
  whole: WholeFile;
}

type Cell = (row: number) => string;

const ROWS = 60;

const pick =
  (...texts: string[]): Cell =>
  (row) =>
    texts[row % texts.length] ?? '';
const day = (row: number) => String((row % 28) + 1).padStart(2, '0');
const quantity = (row: number) => 2 + ((row * 7) % 90);
const usd = (row: number) => quantity(row) * (3 + (row % 5));
/** Of the row's own currency, where a dollar is worth so much. */
const rate = (row: number, dollar: number) => [dollar, dollar * 1.08, dollar / 150][row % 3] ?? 0;

const ARITHMETIC: Record<string, (a: number, b: number) => number> = {
  '/': (a, b) => a / b,
  '*': (a, b) => a * b,
  '+': (a, b) => a + b,
};

/** By the first word of what a column's cells are; the rest of it is what they are made with. */
const CELLS: Record<string, (rest: string) => Cell> = {
  iso: () => (row) => `2025-03-${day(row)}`,
  slashed: () => (row) => `${day(row)}/03/2025`,
  dotted: () => (row) => `${day(row)}.03.2025`,
  hs: () => pick('85171300', '69072100', '09011100', '61091000', '30049099'),
  ten: () => pick('8517130000', '6907210000', '0901110000'),
  goods: () => pick('WOVEN COTTON SHIRTS, DYED', 'MOBILE TELEPHONES', 'COFFEE, NOT ROASTED', 'CERAMIC TILES'),
  countries: () => pick('CHINA', 'ITALY', 'VIETNAM', 'GERMANY'),
  currencies: () => pick('USD', 'EUR', 'JPY'),
  company: (form) => (row) => `COMPANY ${String.fromCharCode(65 + (row % 26))} ${form}`,
  quantity: () => (row) => String(quantity(row)),
  gross: () => (row) => (quantity(row) * 1.1).toFixed(1),
  number: (first) => (row) => first.replace(/\d+/, (digits) => String(Number(digits) + row)),
  pick: (texts) => pick(...texts.split('|')),
  /** Dollars, or what is reckoned from them: `USD / 10`. */
  USD: (rest) => (row) => {
    const [sign, by] = rest.split(' ');
    return String(ARITHMETIC[sign ?? '']?.(usd(row), Number(by)) ?? usd(row));
  },
  /** Dollars in a currency that all rows have, at a rate. */
  times: (by) => (row) => (usd(row) * Number(by)).toFixed(2),
  rate: (dollar) => (row) => rate(row, Number(dollar)).toFixed(4),
  /** An invoice's amount in the row's own currency. */
  own: () => (row) => (usd(row) * rate(row, 1)).toFixed(2),
  in: () => (row) => (usd(row) / rate(row, 1)).toFixed(2),
};

function cellsOf(said: string): Cell {
  const [, word = '', rest = ''] = /^(\S+) ?(.*)$/.exec(said) ?? [];
  const make = CELLS[word];
  if (!make) throw new Error(`Nothing is known of cells that are ${said}`);
  return make(rest);
}

function inventedFile(lines: readonly string[]): InventedFile {
  const [[, fileName = '', whole = ''] = [], ...columns] = lines.map((line) => line.split('\t'));
  const cells = columns.map(([, , said = '']) => cellsOf(said));
  return {
    fileName,
    whole: wholeFile.parse(Object.fromEntries(whole.split('; ').map((part) => part.split('=')))),
    header: columns.map(([header = '']) => header),
    right: columns.map(([, right = '']) => right.split('|')),
    rows: Array.from({ length: ROWS }, (_, row) => cells.map((cell) => cell(row))),
  };
}

/** Files that hold the traps, and some in languages that no other file is in, by who wrote their words: a floor, and no measurement. */
export const INVENTED_FILES: readonly InventedFile[] = readFileSync(
  new URL('invented-files.tsv', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n\n')
  .map((file) => inventedFile(file.split('\n')));
