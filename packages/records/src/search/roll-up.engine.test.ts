/** Lists from the roll-up by month against the same lists from a scan. */
import { breakdownQuery, LISTED_DIMENSIONS } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { EVERYTHING, listOf, temporaryRecords } from '../testing/records.js';
import { HEADER, smallMapping } from '../testing/small-files.js';

it('everything but what contains some text is the roll-up by month without the part left out, where that is less work than a scan', async () => {
  const test = await temporaryRecords();
  const goods = ['Cotton shirts', 'Steel bolts', 'Frozen shrimp', 'Cotton yarn', ''];
  const line = (n: number) => [
    n,
    `2024-0${1 + (n % 3)}-1${n % 10}`,
    n % 7 ? '850760' : '610910',
    `Importer ${n % 4}`,
    `${n % 100}.25`,
    goods[n % 5],
  ];
  const lines = Array.from({ length: 2000 }, (_, n) => line(n).join(','));
  const file = await test.file('months.csv', `${HEADER},goods\n${lines.join('\n')}\n`);
  const columns = { product_description: { from: 'goods' }, record_date: { from: 'date' }, hs_code: { from: 'hs' } };
  const parties = { importer_name: { from: 'importer' }, total_value_usd: { from: 'usd' } };
  await test.records.loader.load({
    files: [{ path: file }],
    mapping: smallMapping({ columns: { ...columns, ...parties } }),
  });
  await test.records.rates.load(await test.file('rates.csv', 'Date,Country,Exchange rate\n2024-01-01,India,83.1\n'));
  const asked: string[] = [];
  const { engine } = test.records;
  const ask = engine.query.bind(engine);
  engine.query = (statement) => {
    if (statement.name === 'breakdown.all') asked.push(statement.sql);
    return ask(statement);
  };
  const lists = (changes: object) => {
    const query = breakdownQuery.parse({
      ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'D', searchValue: ['shrimp', 'yarn'] },
      ...{ countryCode: ['KOR'], fromDate: '2024-01-01', toDate: '2024-02-29', ...changes },
    });
    return Promise.all(LISTED_DIMENSIONS.map((dimension) => listOf(test.records, dimension, query, EVERYTHING)));
  };
  // The same, said so that it must be scanned.
  const denied = { relation: 'NOT', searchBy: 'PRODUCT', matchType: 'C', searchValue: ['no such thing'] };
  for (const changes of [{}, { searchValue: ['qq'] }, { toDate: '2024-02-28' }, { searchValue: ['co', 'st', 'sh'] }]) {
    const found = await lists(changes);
    expect(found[0]?.total.shipments).toBeGreaterThan(0);
    expect(found).toEqual(await lists({ ...changes, queryBuilder: [denied] }));
  }
  const rolledUp = asked.map((sql) => sql.includes('month_groups'));
  // Not the days of a month; not where most is left out.
  expect(rolledUp).toEqual([true, false, true, false, false, false, false, false]);
  await test.close();
});
