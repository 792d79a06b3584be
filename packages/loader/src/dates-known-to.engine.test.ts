/** Records whose file says only a month, a quarter or a year (decision 0125). */
import { countOf, EVERY_RECORD, pageOf, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { columnsFrom, smallMapping } from '@tidewaiter/testing/small-files';
import { expect, it } from 'vitest';

const test = sharedRecords();

it('say so, count on its first day, and lie in one of two spans that adjoin', async () => {
  const dates = ['2024-03-14', '2024-03', '2024 Q2', '2024', '2024.0', '2023/24'];
  const columns = columnsFrom({
    record_date: 'date',
    hs_code: 'hs',
    importer_name: 'importer',
    total_value_usd: 'usd',
  });
  const dateFormat = ['YYYY-MM-DD', 'YYYY-MM', 'YYYY', 'FY04'];
  await test.load(
    dates.map((date, no) => `${no},${date},850760,Acme,10`),
    { mapping: smallMapping({ columns: { ...columns, record_date: { from: 'date', dateFormat } } }) },
  );
  const within = (fromDate: string, toDate: string) =>
    question({ ...EVERY_RECORD, countryCode: ['KOR'], fromDate, toDate, orderByMode: 'asc' });
  const { rows } = await pageOf(test.records, within('2023-01-01', '2024-12-31'));
  expect(rows.map(({ be_date, date_known_to }) => [be_date, date_known_to])).toEqual([
    ['2023-04-01', 'Year'],
    ['2024-01-01', 'Year'],
    ['2024-01-01', 'Year'],
    ['2024-03-01', 'Month'],
    ['2024-03-14', undefined],
    ['2024-04-01', 'Quarter'],
  ]);
  const count = async (from: string, to: string) => (await countOf(test.records, within(from, to))).count;
  expect(await count('2024-03-01', '2024-03-09')).toBe(1);
  expect(await count('2024-03-10', '2024-03-31')).toBe(1);
  expect(await count('2024-03-01', '2024-03-31')).toBe(2);
});
