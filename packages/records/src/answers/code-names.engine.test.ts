/** What codes are called by their sources, where the nomenclature says nothing of them; and records without a code. */
import { distinctValuesQuery, type SearchPayload, searchQuery } from '@tidewaiter/contract';
import { AS_PORTAL, EVERYTHING } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { columnsFrom, smallMapping } from '@tidewaiter/testing/small-files';
import { beforeAll, expect, it } from 'vitest';

const RECORDS = [
  ['2022-06-10', '', 'Cotton shirts'],
  ['2022-06-11', '', 'Zinc bars'],
  ['2022-06-12', '', ''],
  ['2022-06-13', '0000', 'Alpha goods'],
  ['2022-06-14', '0000', 'Zeta goods'],
  ['2022-06-15', '72999999', 'Odd steel'],
  ['2022-08-15', '72999999', 'Zany steel'],
];

const test = sharedRecords();
beforeAll(() =>
  test.load(
    RECORDS.map((cells, no) => [no, ...cells.map((cell) => `"${cell}"`)].join(',')),
    {
      header: 'no,day,hs,called',
      mapping: smallMapping({
        country: 'ZWE',
        columns: columnsFrom({ record_date: 'day', hs_code: 'hs', hs_description: 'called' }),
      }),
    },
  ),
);

const JUNE = { fromDate: '2022-06-01', toDate: '2022-06-30' };
const asked = (changes: Partial<SearchPayload>): SearchPayload => ({
  ...{ tradeType: 'IMPORT', countryCode: ['ZWE'], ...JUNE, searchBy: 'PRODUCT', matchType: 'W', searchValue: [] },
  ...{ line: 'country:ZWE', ...changes },
});

const called = async (changes: Partial<SearchPayload> = {}) => {
  const page = await (await test.records.ask(searchQuery.parse(asked(changes)), EVERYTHING, AS_PORTAL)).page();
  return page.map(({ cells }) => [cells.record_date ?? cells.be_date, cells.hs_description]).map(([, text]) => text);
};

const list = async (nameContains: string) => {
  const query = distinctValuesQuery.parse({ ...asked({}), columnName: 'hs_code', nameContains });
  return (await (await test.records.ask(query, EVERYTHING, AS_PORTAL)).distinctValues()).values.map(
    ({ value }) => value,
  );
};

it('a record without a code says its own words, whatever stands beside it', async () => {
  const [, , , , nothing, zinc, shirts] = [null, ...(await called())];
  expect([nothing, zinc, shirts]).toEqual([null, 'Zinc bars', 'Cotton shirts']);
  const described = distinctValuesQuery.parse({ ...asked({}), columnName: 'hs_description', nameContains: '' });
  const { values } = await (await test.records.ask(described, EVERYTHING, AS_PORTAL)).distinctValues();
  expect(values.map(({ value }) => value)).toEqual(expect.arrayContaining(['Cotton shirts', 'Zinc bars']));
});

it('a code has one name, whatever else is on its page', async () => {
  const names = async (line: string) => new Set(await called({ line }));
  expect(await names('hs:0000')).toEqual(new Set(['Zeta goods']));
  expect(await names('hs:0000 OR hs:7299')).toEqual(new Set(['Zeta goods', 'Zany steel']));
});

it('a code is found in its list by the name that it has there', async () => {
  expect([await list('zany'), await list('odd')]).toEqual([['72999999'], []]);
});
