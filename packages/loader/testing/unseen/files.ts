import type { TradeType } from '@tidewaiter/contract';
import { Random } from '@tidewaiter/demo';
import { writeXlsx } from 'hucre/xlsx';
import countries from 'i18n-iso-countries';
import iconv from 'iconv-lite';
import { saysDay, writtenCode, writtenCountry, writtenDate, writtenNumber } from './notation.js';
import { type Item, shipmentsOf, WHOLE_MONEY } from './shipments.js';
import { type ColumnPlan, type FilePlan, filePlans, UNITS } from './tables.js';

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

type Cell = string | number | Date;

const NUMBER_FIELDS =
  /^((fob|frt|ins|cif|tot)(fc|usd|loc)|fobk|qty|net|nett|gross|price|priceusd|rate|usdrate|duty|vat|tax|dutyrate|vatrate|share|pkgs)$/;
const WHOLE_VALUE = /^(fob|cif)(fc|usd|loc|k)$/;
/** After so many rows a file with sums has one. */
const ROWS_SUMMED = 40;
const SEED = 20_240_601;

/** The record columns that may be made of a field; a field that is not here is none of theirs, or of no matter. */
const RECORD_COLUMNS: Record<string, readonly string[]> = {
  date: ['record_date'],
  hs: ['hs_code'],
  hs6: ['hs_code'],
  desc: ['product_description'],
  heading: ['hs_description', 'product_description'],
  imp: ['importer_name'],
  exp: ['exporter_name'],
  qty: ['quantity', 'std_quantity'],
  unit: ['unit', 'std_unit'],
  net: ['net_weight'],
  gross: ['gross_weight'],
  org: ['origin_country'],
  dst: ['destination_country'],
  cur: ['currency'],
  fobfc: ['total_value'],
  ciffc: ['total_value', 'total_value_cif'],
  fobloc: ['total_value'],
  cifloc: ['total_value', 'total_value_cif'],
  fobusd: ['total_value_usd'],
  cifusd: ['total_value_usd', 'total_value_cif_usd'],
};

/** Every file, the same each time but for the moment that a workbook notes. */
export async function unseenFiles(): Promise<UnseenFile[]> {
  return Promise.all(filePlans().map(written));
}

async function written(plan: FilePlan): Promise<UnseenFile> {
  const { settings, columns } = plan;
  const iso2 = countries.alpha3ToAlpha2(plan.country) ?? '';
  const random = Random.of(SEED, plan.name);
  const items = shipmentsOf(plan, iso2, random);
  const rows = items.map((item, at) => columns.map((column) => cellOf(column, item, at, plan, iso2, random)));
  const sheet = settings.xlsx ? await workbook(plan, rows, iso2) : textOf(plan, rows);
  return {
    name: plan.name,
    source: plan.source,
    country: plan.country,
    trade: plan.trade,
    bytes: sheet,
    monthOnly: !saysDay(settings.date ?? ''),
    columns: columns.map(({ header, field }) => ({ header, records: RECORD_COLUMNS[field] ?? [] })),
    rows: items.map((item, at) => ({ line: lineOf(at, settings), ...truthOf(item, plan) })),
  };
}

function cellOf(column: ColumnPlan, item: Item, at: number, plan: FilePlan, iso2: string, random: Random): Cell {
  const { field, notation } = column;
  const { settings, trade } = plan;
  const [kind, ...rest] = field.split(':');
  const imports = trade === 'IMPORT';
  const language = settings.lang ?? 'en';
  if (NUMBER_FIELDS.test(field)) return numberCell(field, item, settings);
  const digits = (count: number) => Array.from({ length: count }, () => random.below(10)).join('');
  // A party's number goes with its name.
  const numberOf = (name: string) => String(1_000_000_000 + Random.of(7, name).below(899_999_999));
  const cells: Record<string, () => Cell> = {
    decl: () => String(item.declaration + 40_000),
    mrn: () => `${String(item.day.getUTCFullYear() % 100)}${iso2}${300_000_000 + item.declaration}`,
    item: () => item.position,
    seq: () => at + 1,
    date: () => writtenDate(item.day, settings.date ?? 'yyyy-MM-dd'),
    year: () => item.day.getUTCFullYear(),
    monthno: () => item.day.getUTCMonth() + 1,
    hs: () => (settings.lost ? Number(item.hs) : writtenCode(item.hs, notation)),
    hs6: () => item.hs.slice(0, 6),
    hs4: () => item.hs.slice(0, 4),
    hs2: () => item.hs.slice(0, 2),
    desc: () => item.goods[language] ?? '',
    heading: () => item.goods.heading ?? '',
    imp: () => (imports ? item.local : item.foreign),
    exp: () => (imports ? item.foreign : item.local),
    impid: () => numberOf(item.local),
    expid: () => numberOf(item.local),
    impaddr: () => `${1 + Random.of(3, item.local).below(90)}, ${writtenCountry(iso2, '', language)}`,
    expaddr: () => `No. ${1 + Random.of(3, item.foreign).below(90)}, ${writtenCountry(item.origin, 'EN', 'en')}`,
    agent: () => item.agent,
    org: () => writtenCountry(item.origin, notation, language),
    dst: () => writtenCountry(item.origin, notation, language),
    disp: () => writtenCountry(item.dispatch, notation, language),
    own: () => writtenCountry(iso2, notation, language),
    unit: () => unitOf(item, settings),
    cur: () => item.currency,
    inco: () => (item.declaration % 3 === 0 ? 'CIF' : item.declaration % 3 === 1 ? 'FOB' : 'CFR'),
    bl: () => `MEDU${digits(7)}`,
    blank: () => '',
    num: () => digits(Number(rest[0])),
    one: () => rest.join(':'),
    pick: () => random.pick(rest.join(':').split('/')),
  };
  const cell = cells[kind ?? ''];
  if (!cell) throw new Error(`files.tsv asks for "${field}", which nothing writes`);
  return cell();
}

const unitOf = ({ goods }: Item, { unit }: FilePlan['settings']): string =>
  UNITS.find(({ style }) => style === unit)?.[goods.unit ?? ''] ?? '';

function numberCell(field: string, item: Item, settings: FilePlan['settings']): Cell {
  const value = item.numbers[field] ?? 0;
  // A workbook keeps a number, which its reader then writes.
  if (settings.xlsx) return value;
  return writtenNumber(value, decimalsOf(field, value, item, settings), settings.num ?? '.');
}

function decimalsOf(field: string, value: number, { currency }: Item, { loc }: FilePlan['settings']): number {
  if (/^(pkgs|fobk|dutyrate|vatrate)$/.test(field) || (field === 'qty' && Number.isInteger(value))) return 0;
  if (/rate$/.test(field)) return 6;
  if (/^(price|share)/.test(field)) return 4;
  if (field === 'nett') return 5;
  const money = field.endsWith('fc') ? currency : /loc$|^(duty|vat|tax)$/.test(field) ? loc : '';
  return WHOLE_MONEY.has(money ?? '') ? 0 : 2;
}

const namesOf = (iso2: string): string[] => [
  writtenCountry(iso2, '', 'en'),
  ...(countries.getName(iso2, 'en', { select: 'all' }) ?? []),
];

/** Below banner, groups and header, and below the sums of the rows before it. */
function lineOf(at: number, { banner = '0', group, sub }: FilePlan['settings']): number {
  return Number(banner) + (group ? 1 : 0) + 2 + at + (sub ? Math.floor(at / ROWS_SUMMED) : 0);
}

function truthOf(item: Item, { trade, settings, columns }: FilePlan): Omit<RowTruth, 'line'> {
  const has = (...fields: string[]) => fields.some((field) => columns.some((column) => column.field === field));
  const told = settings.tell !== 'no';
  const day = saysDay(settings.date ?? '')
    ? item.day
    : new Date(Date.UTC(item.day.getUTCFullYear(), item.day.getUTCMonth()));
  const { numbers, goods } = item;
  const amounts = columns.flatMap(({ field }) => {
    const [, , of] = WHOLE_VALUE.exec(field) ?? [];
    if (of === undefined) return [];
    const currency =
      of === 'usd' ? 'USD' : of === 'fc' ? (has('cur') ? item.currency : null) : told ? settings.loc : null;
    return [{ amount: (numbers[field] ?? 0) * (of === 'k' ? 1000 : 1), currency: currency ?? null }];
  });
  // A price and a quantity come to a value, where both and the money are there.
  if (has('price') && has('cur')) amounts.push({ amount: numbers.fobfc ?? 0, currency: item.currency });
  const counted = { quantity: numbers.qty ?? 0, unit: unitOf(item, settings), code: goods.unit ?? '' };
  const mass = { quantity: numbers.net ?? 0, unit: 'KG', code: 'KGM' };
  return {
    day: day.toISOString().slice(0, 10),
    hs: has('hs') ? item.hs : item.hs.slice(0, 6),
    amounts,
    quantities: [...(has('qty') ? [counted] : []), ...(has('net') ? [mass] : [])],
    importer: has('imp') ? (trade === 'IMPORT' ? item.local : item.foreign) : null,
    exporter: has('exp') ? (trade === 'IMPORT' ? item.foreign : item.local) : null,
    partners: [...(has('org', 'dst') ? [item.origin] : []), ...(has('disp') ? [item.dispatch] : [])].flatMap(namesOf),
    goods: has('desc') ? (goods[settings.lang ?? 'en'] ?? null) : has('heading') ? (goods.heading ?? null) : null,
  };
}

function textOf({ name, settings, columns }: FilePlan, rows: Cell[][]): Uint8Array {
  const separator = { tab: '\t', pipe: '|' }[settings.sep ?? ''] ?? settings.sep ?? ',';
  const quoted = (cell: Cell) => {
    const text = String(cell);
    return text.includes(separator) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const lines = [columns.map(({ header }) => header), ...rows].map((row) => row.map(quoted).join(separator));
  const text = `${lines.join('\r\n')}\r\n`;
  const encoding = settings.enc ?? 'utf8';
  const bytes = iconv.encode(text, encoding, { addBOM: settings.bom !== undefined || encoding.startsWith('utf16') });
  if (iconv.decode(bytes, encoding) !== text) throw new Error(`${name} holds letters that ${encoding} has not`);
  return bytes;
}

async function workbook(plan: FilePlan, rows: Cell[][], iso2: string): Promise<Uint8Array> {
  const { settings, columns } = plan;
  const country = writtenCountry(iso2, '', settings.lang ?? 'en');
  const period = (settings.dates ?? '2024-03-01..2024-03-31').replace('..', ' – ');
  const lines: Cell[][] = [[country], [period], [''], ['']].slice(0, Number(settings.banner ?? 0));
  const merges = lines.map((_, row) => ({ startRow: row, startCol: 0, endRow: row, endCol: columns.length - 1 }));
  if (settings.group) {
    for (let at = 0; at < columns.length; ) {
      const end = columns.findIndex(({ group }, other) => other > at && group !== columns[at]?.group);
      const last = (end < 0 ? columns.length : end) - 1;
      if (last > at) merges.push({ startRow: lines.length, startCol: at, endRow: lines.length, endCol: last });
      at = last + 1;
    }
    lines.push(columns.map(({ group }, at) => (columns[at - 1]?.group === group ? '' : group)));
  }
  lines.push(columns.map(({ header }) => header));
  const summed = (from: number, to: number): Cell[] =>
    columns.map(({ field }, at) => {
      if (at === 0) return settings.total ?? '';
      if (!/^(fob|cif)|^(net|gross)$/.test(field)) return '';
      return Number(
        rows
          .slice(from, to)
          .reduce((sum, row) => sum + Number(row[at]), 0)
          .toFixed(2),
      );
    });
  for (const [at, row] of rows.entries()) {
    lines.push(row);
    if (settings.sub && (at + 1) % ROWS_SUMMED === 0) lines.push(summed(at + 1 - ROWS_SUMMED, at + 1));
  }
  if (settings.total) lines.push(summed(0, rows.length));
  return writeXlsx({ sheets: [{ name: 'Sheet1', rows: lines, merges }] });
}
