/** The tables that the unseen files are made of, and the plans of the files, one text for each source (`layouts/*.txt`). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { TradeType } from '@tidewaiter/contract';

export type Row = Readonly<Record<string, string>>;

/** A column: what its cells are, as {@link writtenCell} reads it, its header, and what stands above the header. */
export interface ColumnPlan {
  field: string;
  args: readonly string[];
  header: string;
  above: string;
}

export interface FilePlan {
  name: string;
  source: string;
  /** The row of `sources.tsv`. */
  from: Row;
  trade: TradeType;
  month: string;
  count: number;
  settings: Row;
  /** Lines above the header, right under it, and below the rows. */
  titles: readonly string[];
  under: readonly string[];
  feet: readonly string[];
  columns: readonly ColumnPlan[];
  /** What is traded, and with whom. */
  goods: readonly Row[];
  partners: readonly Row[];
}

/** Where a set lies: it has layouts and sources of its own, the units of the first, and its goods and partners or its own. */
export const setOf = (name: string) => new URL(`../${name}/`, import.meta.url);
const FIRST_SET = setOf('unseen');

const textOf = (name: string, set: URL) => readFileSync(new URL(name, set), 'utf8');

function tableOf(name: string, set = FIRST_SET): Row[] {
  const [head = '', ...lines] = textOf(name, set).trimEnd().split('\n');
  const keys = head.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, at) => [keys[at], cell])));
}

export const UNITS = tableOf('units.tsv');

const settingsOf = (texts: readonly string[]): Row =>
  Object.fromEntries(texts.map((text) => [text.split('=')[0], text.slice(text.indexOf('=') + 1)]));

function columnOf(line: string): ColumnPlan {
  const [cell = '', header = '', above = ''] = line.split('\t');
  const [field = '', ...args] = cell.startsWith('= ') ? ['=', cell.slice(2)] : cell.split(' ');
  return { field, args, header, above };
}

/**
 * A file of a layout: its line `file` (name, trade, month, rows, settings), its titles, lines `under` the header and feet, then a line a
 * column (cell, header with `⏎` where it goes on in its next line, group above it).
 * Settings: `as`, `gz`, `sep`, `enc`, `bom`, `eol`, `quotes`, `pad`, `tail`, `padded` and `entities` of the writing; `header=none`; `sheet`, `cover` and `notes` of
 * workbooks; `down` for columns written once a declaration; `each`, `subtotal`, `total` and `repeat` for lines between the rows; `days` of the month, and of those
 * after it where they are more; `sums` for statistics, one row of each month, code and country.
 */
function planOf(block: string, source: string, from: Row): Omit<FilePlan, 'goods' | 'partners'> {
  const [head = '', ...lines] = block.trimEnd().split('\n');
  const [name = '', trade, month = '', count = '', ...settings] = head.split('\t');
  const after = (word: string) =>
    lines.filter((line) => line.startsWith(`${word}\t`)).map((line) => line.slice(word.length + 1));
  return {
    ...{ name, source, from, month, count: Number(count), settings: settingsOf(settings) },
    trade: trade === 'EXPORT' ? 'EXPORT' : 'IMPORT',
    ...{ titles: after('title'), under: after('under'), feet: after('foot') },
    columns: lines.filter((line) => !/^(title|under|foot)\t/.test(line)).map(columnOf),
  };
}

const ownTable = (name: string, set: URL) => tableOf(name, existsSync(new URL(name, set)) ? set : FIRST_SET);

/** The rows that a source names, in the order of the table; all of them where it names none. */
const named = (rows: readonly Row[], names: string | undefined) =>
  names ? rows.filter(({ iso2 = '' }) => names.split(',').includes(iso2)) : rows;

export function filePlans(set = FIRST_SET): FilePlan[] {
  const names = readdirSync(new URL('layouts/', set)).sort();
  const sources = tableOf('sources.tsv', set);
  const [goods, partners] = [ownTable('goods.tsv', set), ownTable('partners.tsv', set)];
  return names.flatMap((name) => {
    const [head = '', ...blocks] = textOf(`layouts/${name}`, set).split(/^file\t/m);
    const [source = '', iso2] = head.trim().split('\t');
    const from = sources.find((row) => row.iso2 === iso2) ?? {};
    return blocks.map((block) => ({
      ...planOf(block, source, from),
      goods,
      partners: named(partners, from.partners),
    }));
  });
}
