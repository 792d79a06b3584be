import { expect, it } from 'vitest';
import { fileWords, stateWords } from './export-words.js';

it('an export is told by its file and by what became of it', () => {
  expect(fileWords({ format: 'xlsx', bytes: null })).toBe('Excel');
  expect(fileWords({ format: 'parquet', bytes: 12_345 })).toBe('Parquet, 12 kB');
  const rows = { rows: 100_000, rowsDone: 40_000 };
  expect(stateWords({ state: 'MAKING', ...rows })).toBe('40,000 of 1,00,000 rows are written');
  expect(stateWords({ state: 'FAILED', ...rows })).toBe('Failed, nothing was charged');
});
