/**
 * Files that the loader was never shown when they were written, with what is true of every row: of each of eight sets those that show a notation, a calendar, a
 * language or a form that no other file here and of the later sets shows. The tenth set, the eleventh and the twelfth lie beside it (`../unseen10`): 24 files of 24
 * sources each, with goods and partners of their own, whose layouts were committed before any run, by authors who had not read the loader.
 */
import { gzipSync } from 'node:zlib';
import { COUNTRY_NAMES, type TradeType } from '@tidewaiter/contract';
import { type CellValue, type MergeRange, writeXlsx } from 'hucre/xlsx';
import countries from 'i18n-iso-countries';
import iconv from 'iconv-lite';
import { type Cell, codeOf, goodsOf, isBlank, known, writtenCell, writtenSum, writtenUnit } from './cells.js';
import { type Item, shipmentsOf, summed } from './shipments.js';
import { type ColumnPlan, type FilePlan, filePlans, type Row, setOf } from './tables.js';

/** What is true of a row, whichever of the file's columns says it. */
interface RowTruth {
  /** Where it stands in the file; the first is 1. */
  line: number;
  /** The first of the month where the file says no day. */
  day: string;
  hs: string;
  /** Every value of the whole item that the file gives; no currency where it does not tell. */
  amounts: { amount: number; currency: string | null }[];
  /** Every quantity that it gives, with its unit as written and in UN/ECE codes. */
  quantities: { quantity: number; unit: string; code: string }[];
  importer: string | null;
  exporter: string | null;
  /** Names in English of the origin and dispatch of imports, of the destination of exports. */
  partners: string[];
  goods: string | null;
}

export interface UnseenFile {
  name: string;
  source: string;
  /** Three letters. */
  country: string;
  trade: TradeType;
  bytes: Uint8Array;
  /** The file says no days. */
  monthOnly: boolean;
  /** Each of the file's columns with the record columns that may be made of it. */
  columns: { header: string; records: readonly string[] }[];
  /** In the order of the file, without its totals. */
  rows: RowTruth[];
}

/** The record columns that may be made of a field; of amounts, whatever their currency. */
const RECORD_COLUMNS: Record<string, readonly string[]> = {
  ...{ day: ['record_date'], hs: ['hs_code'], goods: ['product_description'], unit: ['unit', 'std_unit'] },
  cur: ['currency'],
  ...{ qty: ['quantity', 'std_quantity'], net: ['quantity', 'std_quantity', 'net_weight'], gross: ['gross_weight'] },
  ...{ 'fob.usd': ['total_value_usd', 'total_value'], 'cif.usd': ['total_value_usd', 'total_value'] },
  ...{ 'inv.usd': ['total_value_usd', 'total_value'], price: ['unit_price'] },
};
/** What stands in a layout where a header goes on in its cell's next line. */
const BREAK = '⏎';
/** What a column of packages may say that they are, where they are not cartons. */
const PACKAGES: Record<string, string> = { BG: 'BAG', PK: 'PKG' };
const AMOUNT = /^(fob|cif|inv)\.(fc|usd|loc)$/;

function recordsOf({ field }: ColumnPlan, { trade }: FilePlan): readonly string[] {
  const isImport = trade === 'IMPORT';
  if (field === 'local') return [isImport ? 'importer_name' : 'exporter_name'];
  if (field === 'foreign') return [isImport ? 'exporter_name' : 'importer_name'];
  if (field === 'origin' || field === 'dispatch') return [isImport ? 'origin_country' : 'destination_country'];
  return RECORD_COLUMNS[field] ?? (AMOUNT.test(field) ? ['total_value'] : []);
}

/** Every name in English that a country goes by. */
const namesOf = ({ iso2 = '' }: Row): string[] => [
  ...new Set([COUNTRY_NAMES.get(iso2) ?? '', ...(countries.getName(iso2, 'en', { select: 'all' }) ?? [])]),
];

/** What the file says of an item, whichever of its columns says it. */
function truthOf(item: Item, line: number, plan: FilePlan): RowTruth {
  const { trade, from } = plan;
  const columns = plan.columns.filter((column) => !isBlank(column, item));
  const of = (...fields: string[]) => columns.filter(({ field }) => fields.includes(field));
  const has = (...fields: string[]) => of(...fields).length > 0;
  const [hs, goods] = [of('hs')[0], of('goods')[0]];
  const amounts = columns.flatMap(({ field, args }) => {
    const [, , code] = AMOUNT.exec(field) ?? [];
    if (code === undefined) return [];
    const isSaid = has('cur') || args.some((flag) => /cur/.test(flag));
    const own = { fc: isSaid ? item.currency : null, usd: 'USD', loc: from.currency ?? null }[code] ?? null;
    return [{ amount: known(item.numbers[field] ?? 0, args), currency: args.includes('?') ? null : own }];
  });
  if (has('price') && has('cur')) amounts.push({ amount: item.numbers['fob.fc'] ?? 0, currency: item.currency });
  const mass = of('net').length > 0 ? of('net') : of('gross');
  // A weight in tonnes is right as such, and in kilograms.
  const masses = mass.flatMap(({ field, args }) => {
    const kilograms = known(item.numbers[field] ?? 0, args);
    const tonnes = ['T', 'TONNES'].map((text) => ({ quantity: kilograms / 1000, unit: text, code: 'TNE' }));
    const all = ['KG', 'KGS'].map((text) => ({ quantity: kilograms, unit: text, code: 'KGM' }));
    return args.includes('x1000') ? [...all, ...tonnes] : all;
  });
  const units = has('unit') ? of('unit').map(({ args }) => args[0] ?? '') : [''];
  const counted = of('qty').flatMap(({ args }) =>
    units.map((style) => ({
      quantity: known(item.numbers.qty ?? 0, args),
      unit: writtenUnit(item.goods.unit ?? '', style),
      code: item.goods.unit ?? '',
    })),
  );
  const pieces = (has('qty') ? [] : of('packages').slice(0, 1)).map(({ args }) => {
    const code = args.find((flag) => flag in PACKAGES) ?? 'CT';
    return { quantity: item.numbers.packages ?? 0, unit: PACKAGES[code] ?? 'CTN', code };
  });
  const [local, foreign] = ['local', 'foreign'].map((field) => (has(field) ? (item.texts[field] ?? null) : null));
  return {
    line,
    day: `${item.day.toISOString().slice(0, saysDay(plan) ? 10 : 7)}${saysDay(plan) ? '' : '-01'}`,
    hs: hs ? codeOf(item, hs.args) : '',
    amounts,
    quantities: [...counted, ...masses, ...pieces],
    importer: (trade === 'IMPORT' ? local : foreign) ?? null,
    exporter: (trade === 'IMPORT' ? foreign : local) ?? null,
    partners: [...(has('origin') ? [item.origin] : []), ...(has('dispatch') ? [item.dispatch] : [])].flatMap(namesOf),
    goods: goods ? goodsOf(item, goods.args) : null,
  };
}

/** True where a column says the very day, and not only its month. */
const saysDay = ({ columns }: FilePlan) =>
  columns.some(({ field, args }) => field === 'day' && /d|jalali|lunar|serial|roc$/.test(args[0] ?? ''));

const headerOf = ({ header, above }: ColumnPlan) =>
  (above === '' ? header : `${above} ${header}`).replaceAll(BREAK, ' ');

/** The header's rows: one, or two where some columns stand in groups; a group is said once, over its first column. */
function headerRows({ columns, settings }: FilePlan): Cell[][] {
  if (settings.header === 'none') return [];
  if (columns.every(({ above }) => above === '')) return [columns.map(({ header }) => header.replaceAll(BREAK, '\n'))];
  const isSame = (at: number) => columns[at]?.above !== '' && columns[at]?.above === columns[at - 1]?.above;
  const upper = columns.map(({ above, header }, at) => (isSame(at) ? null : above === '' ? header : above));
  return [upper, columns.map(({ above, header }) => (above === '' ? null : header))];
}

/** Which cells lie over others: titles over all columns, those of a two-row header over several columns or over both rows. */
function headerMerges({ columns }: FilePlan, top: number): MergeRange[] {
  const last = columns.length - 1;
  const titles = Array.from({ length: top }, (_, row) => ({ startRow: row, endRow: row, startCol: 0, endCol: last }));
  const groups = columns.flatMap(({ above }, at) => {
    if (above === '') return [{ startRow: top, endRow: top + 1, startCol: at, endCol: at }];
    if (columns[at - 1]?.above === above) return [];
    const next = columns.findIndex((column, other) => other > at && column.above !== above);
    const end = next < 0 ? last : next - 1;
    return end > at ? [{ startRow: top, endRow: top, startCol: at, endCol: end }] : [];
  });
  return [...titles, ...groups];
}

/** All lines of a file from the first to the last, and where each item came to stand (the first line is 1). */
function linesOf(plan: FilePlan, items: readonly Item[]) {
  const { columns, settings, titles, under, feet } = plan;
  const head = headerRows(plan);
  const parted = (texts: readonly string[]) => texts.map((text): Cell[] => text.split('¦'));
  const lines: Cell[][] = [...parted(titles), ...head, ...parted(under)];
  const merges = head.length > 1 ? headerMerges(plan, titles.length) : [];
  const at: number[] = [];
  const sums = (label: string, of: readonly Item[]) =>
    lines.push(columns.map((column, index) => (index === 0 ? label : writtenSum(column, of, plan))));
  const [repeat, each, down] = [settings.repeat, settings.each, settings.down].map((text) => Number(text ?? 0));
  let open: Item[] = [];
  for (const [index, item] of items.entries()) {
    if (repeat && index > 0 && index % repeat === 0) lines.push(...head);
    const cells = columns.map((column) => writtenCell(column, item, items, plan));
    // A declaration's own cells are written once, and lie over its items.
    const isNext = items[index - 1]?.declaration === item.declaration;
    lines.push(cells.map((cell, column) => (down && column < down && isNext ? null : cell)));
    at.push(lines.length);
    open.push(item);
    const last = items[index + 1]?.declaration !== item.declaration;
    if (down && last && item.position > 1)
      for (let column = 0; column < down; column += 1)
        merges.push({
          startRow: lines.length - item.position,
          endRow: lines.length - 1,
          startCol: column,
          endCol: column,
        });
    if (each && last && open.length >= each) {
      sums(settings.subtotal ?? '', open);
      open = [];
    }
  }
  if (settings.total) sums(settings.total, items);
  lines.push(...parted(feet));
  return { lines, at, merges };
}

const entities = (text: string) => text.replaceAll(/[^ -~]|&/g, (sign) => `&#${sign.codePointAt(0)};`);

/** A cell of a delimited text; `quotes=all` quotes texts alone, as exporting programs do. */
function quoted(cell: Cell, sep: string, quotes: string | undefined): string {
  const text = cell === null ? '' : String(cell);
  if (quotes === 'none') return text;
  return quotes === 'all' || text.includes(sep) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function delimited({ settings, columns }: FilePlan, lines: Cell[][], at: readonly number[]): Uint8Array {
  const sep = settings.sep === 'tab' ? '\t' : (settings.sep ?? ',');
  const end = settings.eol === 'lf' ? '\n' : '\r\n';
  const items = new Set(at);
  const goods = columns.findIndex(({ field }) => field === 'goods');
  const widths = columns.map(({ header }, column) =>
    Math.max(header.length, ...at.map((line) => String(lines[line - 1]?.[column] ?? '').length)),
  );
  const inWidths = (line: Cell[]) => {
    if (!settings.padded || line.length === 0) return line;
    if (line[0] === '-') return widths.map((width) => '-'.repeat(width));
    return line.length === 1 ? line : widths.map((width, column) => String(line[column] ?? '').padEnd(width));
  };
  const texts = lines.map((all, index) => {
    const line = inWidths(all);
    const cells = settings.entities && items.has(index + 1) ? line.with(goods, entities(String(line[goods]))) : line;
    const padded = settings.pad ? [...cells, ...Array(Math.max(0, columns.length - cells.length)).fill('')] : cells;
    return `${padded.map((cell) => quoted(cell, sep, settings.quotes)).join(sep)}${settings.tail ?? ''}`;
  });
  return iconv.encode(texts.join(end) + end, settings.enc ?? 'utf8', { addBOM: settings.bom === '1' });
}

function jsonLines({ columns }: FilePlan, lines: Cell[][]): Uint8Array {
  const objects = lines
    .slice(1)
    .map((line) => JSON.stringify(Object.fromEntries(columns.map(({ header }, at) => [header, line[at]]))));
  return Buffer.from(`${objects.join('\n')}\n`);
}

/** The sheet of the rows, behind a cover and before notes where the source has such. */
async function workbook({ settings, month }: FilePlan, lines: Cell[][], merges: MergeRange[]): Promise<Uint8Array> {
  const textSheet = (setting: string | undefined) => {
    const [name = '', ...texts] = (setting ?? '').split('¦');
    return setting === undefined ? [] : [{ name, rows: texts.map((text): CellValue[] => text.split('|')) }];
  };
  const rows = lines.map((line): CellValue[] => [...line]);
  const sheets = [{ name: settings.sheet ?? 'Sheet1', rows, merges }];
  // A workbook says when it was written; here the same day whenever it is made.
  const properties = { modified: new Date(`${month}-28T00:00:00Z`) };
  return writeXlsx({ properties, sheets: [...textSheet(settings.cover), ...sheets, ...textSheet(settings.notes)] });
}

async function made(plan: FilePlan): Promise<UnseenFile> {
  const items = plan.settings.sums ? summed(shipmentsOf(plan)) : shipmentsOf(plan);
  const { lines, at, merges } = linesOf(plan, items);
  const { settings, name, source, from, trade, columns } = plan;
  const bytes =
    settings.as === 'xlsx'
      ? await workbook(plan, lines, merges)
      : settings.as === 'jsonl'
        ? jsonLines(plan, lines)
        : delimited(plan, lines, at);
  const line = (index: number) => (at[index] ?? 0) - (settings.as === 'jsonl' ? 1 : 0);
  return {
    ...{ name, source, country: from.iso3 ?? '', trade, monthOnly: !saysDay(plan) },
    bytes: settings.gz ? gzipSync(bytes) : bytes,
    columns: columns.map((column) => ({ header: headerOf(column), records: recordsOf(column, plan) })),
    rows: items.map((item, index) => truthOf(item, line(index), plan)),
  };
}

/** The files of a set. */
export const unseenFiles = (set = 'unseen'): Promise<UnseenFile[]> => Promise.all(filePlans(setOf(set)).map(made));
