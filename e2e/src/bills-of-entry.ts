import { COLUMNS, type ColumnDefinition } from '@tidewaiter/contract';
import { loadLines, onceOf } from './load.js';

/** As many as the largest page holds, and a few more. */
export const BILLS = 230;

/** What a product of these records is called, and of no others. */
const BILL_PRODUCT = 'tidal gauge';

const ofImports = ({ wire }: ColumnDefinition) => typeof wire === 'string' || wire.IMPORT !== undefined;

/** Every column of an Indian bill of entry that a file may fill: more than a table may show. */
const FILLED = COLUMNS.filter((column) => ofImports(column) && !column.sql && !column.alias);

const NAMES: Record<string, (row: number) => string> = {
  record_date: (row) => `2026-0${1 + (row % 9)}-1${row % 10}`,
  hs_code: (row) => `9015${String(1000 + row)}`,
  product_description: (row) => `${BILL_PRODUCT} no. ${row}, digital, with mounting for the quay; TIDAL GAUGE OF STEEL`,
  importer_name: (row) => `Harbour Instruments ${row % 7} Pvt Ltd`,
  exporter_name: (row) => `Basalt & Sons ${row % 5} Ltd.`,
  unit: () => 'PCS',
  currency: () => 'INR',
  // At a rate: a load whose rupees are worth a dollar each is not published unasked.
  total_value: (row) => String((row * 1000 + 7.25) * 82),
};

function cell({ name, type, label }: ColumnDefinition, row: number): string {
  const own = NAMES[name]?.(row);
  if (own !== undefined) return own;
  if (type === 'decimal') return `${row * 1000 + 7}.25`;
  if (type === 'date') return '2026-05-17';
  return type === 'code' ? String(700_000 + row) : `${typeof label === 'string' ? label : label.IMPORT} ${row}`;
}

const field = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** Loads bills of entry of India's special economic zones that fill every column there is; generated records fill few. */
export const loadBillsOfEntry = onceOf(async (portal) => {
  const lines = Array.from({ length: BILLS }, (_, row) =>
    FILLED.map((column) => field(cell(column, row + 1))).join(','),
  );
  const mapping = {
    ...{ name: 'bills-of-entry', title: 'Bills of entry with every column', country: 'SEZ', naturalKey: ['beno'] },
    columns: Object.fromEntries(FILLED.map(({ name }) => [name, { from: name }])),
  };
  await loadLines(portal, { ...mapping, trade: 'IMPORT' }, [FILLED.map(({ name }) => name).join(','), ...lines]);
});

/** The link of a question that finds them. */
export function billsLink(changes: Record<string, string> = {}): string {
  const asked = {
    trade: 'IMPORT',
    country: 'SEZ',
    by: 'PRODUCT',
    q: BILL_PRODUCT,
    from: '2024-01-01',
    to: '2026-10-31',
  };
  return `/list1?${new URLSearchParams({ ...asked, ...changes })}`;
}
