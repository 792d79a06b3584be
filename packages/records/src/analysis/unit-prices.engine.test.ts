/** Prices far from the others are told, on either side; generated records have none. */

import { AS_PORTAL, EVERYTHING, question } from '@tidewaiter/testing/records';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { HEADER, smallMapping } from '@tidewaiter/testing/small-files';
import { expect, it } from 'vitest';

const test = sharedRecords();

it('a price is an outlier that is far below or far above the others', async () => {
  const mapping = smallMapping({
    columns: {
      ...smallMapping().columns,
      std_quantity: { from: 'kilos' },
      std_unit: { from: 'unit' },
    },
  });
  const usual = Array.from({ length: 12 }, (_, no) => `${no},2020-01-0${1 + (no % 9)},8517,Usual,${100 + no},10,KGS`);
  const far = ['20,2020-02-01,8517,Cheap,1,10,KGS', '21,2020-02-02,8517,Dear,9000,10,KGS'];
  const path = await test.file('prices.csv', `${[`${HEADER},kilos,unit`, ...usual, ...far].join('\n')}\n`);
  await test.loader.load({ files: [{ path }], mapping });
  const found = await (await test.records.ask(question(), EVERYTHING, AS_PORTAL)).unitPrices('KGS');
  expect(found.total?.shipments).toBe(14);
  expect(found.outlierCount).toBe(2);
  expect(found.outliers.map(({ price }) => price)).toEqual([900, 0.1]);
});
