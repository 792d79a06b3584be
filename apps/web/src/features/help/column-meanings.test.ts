import { RECORD_COLUMNS } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { COLUMN_MEANINGS } from './column-meanings.js';

it('every column that all records have is explained, and nothing that is no column', () => {
  const columns = [...RECORD_COLUMNS.IMPORT, ...RECORD_COLUMNS.EXPORT];
  const core = columns.filter(({ set }) => set === 'core').map(({ name }) => name);
  expect(core.filter((name) => COLUMN_MEANINGS[name] === undefined)).toEqual([]);
  const names = new Set(columns.map(({ name }) => name));
  expect(Object.keys(COLUMN_MEANINGS).filter((name) => !names.has(name))).toEqual([]);
});
