import { searchQuery } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { payload } from '../../testing/calls.js';
import { exportFileName } from './about-file.js';

it.each([
  [{ searchValue: ['../a\\b "c"\r\n'] }, 'a-b-c'],
  [{ searchBy: 'PRODUCT' as const, matchType: 'D' as const, searchValue: ['Café 타일'] }, 'not-Café-타일'],
  [
    {
      searchValue: ['6907'],
      queryBuilder: [
        { relation: 'NOT' as const, searchBy: 'IMPORTER' as const, matchType: 'L' as const, searchValue: ['A & B'] },
      ],
    },
    '6907-not-A-B',
  ],
  [{ searchBy: 'PRODUCT' as const, searchValue: ['x'.repeat(80)] }, 'x'.repeat(60)],
  [{ searchBy: 'PRODUCT' as const, searchValue: ['𠀀'.repeat(80)] }, '𠀀'.repeat(37)],
])('a file bears in its name what was asked, in letters and digits: %j', async (asked, named) => {
  const query = { ...searchQuery.parse(payload({ countryCode: ['VNM'] })), ...asked };
  expect(exportFileName(query, 'xlsx')).toBe(`IMPORT_VNM_2020-01-01_2020-12-31_${named}.xlsx`);
});
