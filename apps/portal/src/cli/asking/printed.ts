/** How records and figures are printed: for people as a table, for programs as CSV or JSON. */
import { harmlessCell } from '@tidewaiter/contract';
import type { CommandContext } from '../shell/context.js';
import { table } from '../shell/print.js';

/** What is printed to. */
type Printer = Pick<CommandContext, 'out' | 'isTerminal'>;

export type PrintedFormat = 'table' | 'csv' | 'json';

/** A line of what is printed, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** Rows, and what is told when they have all come. */
export interface Printed {
  columns: readonly string[];
  /** Columns of figures. */
  numbers: readonly string[];
  /** What the rows are called in JSON. */
  name: string;
  rows: AsyncIterable<Row> | Iterable<Row>;
  /** What stands beside them in JSON. */
  rest(): object;
}

/** A table on a screen has so many letters of a cell. */
const CELL_MAX = 36;

const textOf = (value: unknown) => (value === null || value === undefined ? '' : String(value));

const shortened = (text: string) => (text.length > CELL_MAX ? `${text.slice(0, CELL_MAX - 1)}…` : text);

function csvLine(cells: readonly string[]): string {
  return cells
    .map(harmlessCell)
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
}

/** Signs by which a text of a record would steer the terminal that shows it; a file has texts as they are. */
const CONTROL = /\p{Cc}/gu;

async function printCsv(context: Printer, { columns, rows }: Printed): Promise<void> {
  const cellOf = (value: unknown) => (context.isTerminal ? textOf(value).replace(CONTROL, ' ') : textOf(value));
  context.out(csvLine(columns));
  for await (const row of rows) context.out(csvLine(columns.map((column) => cellOf(row[column]))));
}

/** Those that JSON leaves as they are. */
const escaped = (json: string) =>
  json.replace(CONTROL, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** One document, a row on each line: none of them is held back for the end. */
async function printJson(context: Printer, { name, rows, rest }: Printed): Promise<void> {
  context.out(`{"${name}": [`);
  let before = ' ';
  for await (const row of rows) {
    context.out(`${before}${escaped(JSON.stringify(row))}`);
    before = ',';
  }
  context.out(`], ${escaped(JSON.stringify(rest())).slice(1)}`);
}

async function printTable(context: Printer, { columns, numbers, rows }: Printed): Promise<void> {
  const lines: string[][] = [];
  for await (const row of rows) lines.push(columns.map((column) => shortened(textOf(row[column]))));
  table(context, columns, lines, numbers);
}

const PRINTERS = { table: printTable, csv: printCsv, json: printJson };

export const print = (context: Printer, format: PrintedFormat, printed: Printed) => PRINTERS[format](context, printed);
