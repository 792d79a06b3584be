/** What cells of workbooks mean, wherever they are read: beside the server, and in the browser. */

/** A formula that is one constant, as spreadsheets keep zeros in front: `="0012"`, `=12.5`. */
export const CONSTANT_FORMULA = '^ *=(?:"((?:[^"]|"")*)"|([+-]?[0-9]+(?:[.][0-9]+)?)) *$';

const CONSTANT = new RegExp(CONSTANT_FORMULA);

/** The constant that a formula is; undefined for any other text. */
export function constantOf(formula: string): string | undefined {
  const [, text, number] = CONSTANT.exec(formula) ?? [];
  return text?.replaceAll('""', '"') ?? number;
}

/** What a cell of a workbook is whose formula is one constant: a text stays one. */
export function cellOfConstant(formula: string): string | number | undefined {
  const constant = constantOf(`=${formula}`);
  return constant === undefined || formula.includes('"') ? constant : Number(constant);
}

/** A cell of a text: what its formula says, where that is one constant. */
export const withoutConstantFormula = (cell: string): string => constantOf(cell) ?? cell;

/** What stands for itself in a number format: behind a stroke or between quotation marks, repeated or left as space, and in brackets, but for hours that go on. */
const NOT_OF_THE_NUMBER = /\\.|"[^"]*"?|[_*].|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi;

/** Letters that stand for parts of a day: of eras, too. */
const OF_A_DAY = /^[ymdhsegb]+$/i;

/**
 * Whether a number format that a workbook has of its own makes a day or a time of numbers. No letter of a currency, a colour or a word is a part
 * of a day, and what has a place for digits is a number.
 */
export function isDayFormat(code: string): boolean {
  const [first = ''] = code.replace(NOT_OF_THE_NUMBER, '').split(';');
  const words = first.match(/\p{Script=Latin}+/gu) ?? [];
  return !/[#0?]/.test(first.replace(/s[.,]0+/gi, '')) && words.some((word) => OF_A_DAY.test(word));
}

const DAY = 86_400_000;
/** Where workbooks count days from, and the day that was none, which they count. */
const [OF_1900, OF_1904, NO_DAY] = [Date.UTC(1899, 11, 31), Date.UTC(1904, 0, 1), 60];

/** The number that somebody took for a day, as near as a day's milliseconds tell. */
export function numberOfDay(day: Date, from1904: boolean): number {
  const days = (day.getTime() - (from1904 ? OF_1904 : OF_1900)) / DAY;
  return Math.round((from1904 || days < NO_DAY ? days : days + 1) * 1e6) / 1e6;
}

/** Cells of a column whose formulas were never calculated: a program wrote them, and no spreadsheet has opened the file since. */
export const uncalculated = (cells: number, column: string): string =>
  `${cells.toLocaleString('en-US')} ${cells === 1 ? 'cell' : 'cells'} of ${column} ${cells === 1 ? 'holds a formula that was' : 'hold formulas that were'} never calculated`;
