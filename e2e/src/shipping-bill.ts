import { COLUMNS, type ColumnDefinition } from '@tidewaiter/contract';
import { loadLines, onceOf } from './load.js';

const FILLED = COLUMNS.filter(
  ({ wire, sql, alias }) => (typeof wire === 'string' || wire.EXPORT !== undefined) && !sql && !alias,
);

function cell({ name, type }: ColumnDefinition): string {
  if (name === 'currency') return 'INR';
  if (name === 'hs_code') return '901510';
  // At a rate: a load whose rupees are worth a dollar each is not published unasked.
  if (name === 'total_value') return '820';
  if (type === 'decimal') return '10';
  if (type === 'date') return '2026-05-17';
  return type === 'code' ? '700001' : 'Sextant';
}

/** Loads a shipping bill of India that fills every column of export records; generated records fill few. */
export const loadShippingBill = onceOf(async (portal) => {
  const row = (cellOf: (column: ColumnDefinition) => string) => FILLED.map(cellOf).join(',');
  const columns = Object.fromEntries(FILLED.map(({ name }) => [name, { from: name }]));
  const mapping = { name: 'bill', title: 'Shipping bill', country: 'IND', naturalKey: ['sb_no'], columns };
  await loadLines(portal, { ...mapping, trade: 'EXPORT' }, [row(({ name }) => name), row(cell)]);
});
