/** How amounts and prices lie among a question's records, against the records themselves: generated records have none far from the others. */
import { SPREAD_BARS_PER_DECADE } from '@tidewaiter/contract';
import { AS_PORTAL, EVERYTHING, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { beforeAll, expect, it } from 'vitest';

const VALUES = ['0.05', '1', '1.5', '1.6', '2', '9.99', '10', '2500000.25', '0', '-3', ''];

const test = sharedRecords();
beforeAll(async () => {
  const rows = VALUES.map((value, no) => `${no},2020-01-0${1 + (no % 9)},8517,Acme,${value}`);
  const path = await test.file('spread.csv', `${[HEADER, ...rows].join('\n')}\n`);
  await test.loader.load({ files: [{ path }], mapping: smallMapping() });
});

it('an amount is counted by its size; none, zero and less have no size', async () => {
  const found = await (await test.records.ask(question(), EVERYTHING, AS_PORTAL)).amountSpread('rangeValueUsd');
  const counts = new Map<number, number>();
  for (const amount of VALUES.map(Number).filter((value) => value > 0)) {
    const decade = Math.floor(Math.log10(amount) * SPREAD_BARS_PER_DECADE) / SPREAD_BARS_PER_DECADE;
    counts.set(decade, (counts.get(decade) ?? 0) + 1);
  }
  expect(found).toMatchObject({ least: '0.05', most: '2500000.25' });
  expect(found.bars).toEqual([...counts].map(([decade, records]) => ({ decade, records })));
});

it('what a question narrows by narrows it', async () => {
  const narrowed = question({ rangeValueUsdStart: '1.5', rangeValueUsdEnd: '2' });
  const within = await (await test.records.ask(narrowed, EVERYTHING, AS_PORTAL)).amountSpread('rangeValueUsd');
  expect(within).toMatchObject({ least: '1.5', most: '2' });
});

it('a price is an outlier that is far below or far above the others', async () => {
  const mapping = smallMapping({
    columns: {
      ...smallMapping().columns,
      std_quantity: { from: 'kilos' },
      std_unit: { from: 'unit' },
    },
  });
  const usual = Array.from(
    { length: 12 },
    (_, no) => `${100 + no},2020-01-0${1 + (no % 9)},8518,Usual,${100 + no},10,KGS`,
  );
  const far = ['20,2020-02-01,8518,Cheap,1,10,KGS', '21,2020-02-02,8518,Dear,9000,10,KGS'];
  const path = await test.file('prices.csv', `${[`${HEADER},kilos,unit`, ...usual, ...far].join('\n')}\n`);
  await test.loader.load({ files: [{ path }], mapping });
  const found = await (await test.records.ask(question({ searchValue: ['8518'] }), EVERYTHING, AS_PORTAL)).unitPrices(
    'KGS',
  );
  expect(found.total?.shipments).toBe(14);
  expect(found.outlierCount).toBe(2);
  expect(found.outliers.map(({ price }) => price)).toEqual([900, 0.1]);
});
