/** A file that fills every column there is, of either trade: what cleans it is one statement, which the engine takes up to a size. */
import { COLUMNS, type ColumnDefinition, TRADE_TYPES } from '@tidewaiter/contract';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { expect, it } from 'vitest';
import { loadsOf } from '../testing/loads.js';

const { small } = loadsOf(sharedRecords());

const CELLS: Readonly<Record<string, string>> = { hs_code: '901510', total_value: '820', currency: 'INR' };

const cellOf = ({ name, type }: ColumnDefinition) =>
  CELLS[name] ?? { decimal: '10', date: '2026-05-17', code: '700001', text: 'Sextant' }[type as string] ?? 'Sextant';

it.each(TRADE_TYPES)('of %s is loaded', async (trade) => {
  const filled = COLUMNS.filter(
    ({ wire, sql, alias }) => (typeof wire === 'string' || wire[trade] !== undefined) && !sql && !alias,
  );
  expect(filled.length).toBeGreaterThan(90);
  const names = filled.map(({ name }) => name);
  const columns = Object.fromEntries(names.map((name) => [name, { from: name }]));
  const text = `${names.join(',')}\n${filled.map(cellOf).join(',')}\n`;
  const { report } = await small(text, { country: 'IND', trade, naturalKey: ['hs_code'], columns }, { accept: true });
  expect(report).toMatchObject({ rowsLoaded: 1, rowsRejected: 0 });
});
