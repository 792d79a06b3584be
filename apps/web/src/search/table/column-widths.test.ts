import { type RecordColumn, type RecordRow, recordColumn } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { usualWidths } from './column-widths.js';
import { COLUMN_WIDTH } from './layout.js';

const details = (key: string) => {
  const column = recordColumn('IMPORT', key) as RecordColumn;
  return { column, unit: column.unit, cellUnit: undefined, decimals: 2 };
};
const row = (cells: Partial<RecordRow>): RecordRow => ({ id: '1', usd_derived: false, hs_derived: false, ...cells });

const READ_BY = ['product_description', 'importer_name', 'quantity', 'total_value_usd'].map(details);
const LONG = 'a word and another, '.repeat(5);
const rows = [row({ product_description: LONG, importer_name: LONG, quantity: '5', total_value_usd: '123456789.12' })];

const sum = (widths: Map<string, number>) => [...widths.values()].reduce((total, width) => total + width, 0);

describe('the usual width of a column', () => {
  it('is what its content needs', () => {
    const short = usualWidths([details('importer_name')], [row({ importer_name: 'Acme' })], 0);
    const long = usualWidths([details('importer_name')], rows, 0);
    expect(long.get('importer_name')).toBeGreaterThan(short.get('importer_name') ?? 0);
  });

  it('of names and descriptions gives way until the value is in sight, and no further', () => {
    const unit = usualWidths([...READ_BY, details('unit')], rows, 0).get('unit');
    expect(unit).toBeGreaterThanOrEqual(COLUMN_WIDTH.least);
    const all = sum(usualWidths(READ_BY, rows, 0));
    expect(sum(usualWidths(READ_BY, rows, all))).toBe(all);
    const room = all - 100;
    const fitted = usualWidths(READ_BY, rows, room);
    expect(sum(fitted)).toBeLessThanOrEqual(room);
    expect(fitted.get('total_value_usd')).toBe(usualWidths(READ_BY, rows, 0).get('total_value_usd'));
  });

  it('of a name keeps what it is known by, however little room there is', () => {
    expect(usualWidths(READ_BY, rows, 1).get('importer_name')).toBeGreaterThanOrEqual(180);
    expect(usualWidths([details('importer_name')], [row({ importer_name: 'A' })], 0).get('importer_name')).toBe(180);
  });

  it('of the description takes what is left beside the last column that is whole', () => {
    const least = usualWidths(READ_BY, rows, 1);
    const room = sum(least) - 10;
    const widths = usualWidths(READ_BY, rows, room);
    const whole = ['product_description', 'importer_name', 'total_value_usd'].map((key) => widths.get(key) ?? 0);
    expect(whole.reduce((total, width) => total + width)).toBe(room);
  });
});
