/** How the numbers of a file are written, where they are of two kinds. */
import { expect, it } from 'vitest';
import { GOODS, goods, understand } from '../../testing/understood.js';

it('reads texts as they are written beside columns of numbers, which have the point of the workbook', () => {
  const rows = goods((index) => [`${index + 1}.25`, `${index + 1} 078,90`]);
  const typed = [false, false, false, true, false];
  const { numbers, mapping, unclear } = understand(`${GOODS}|QUANTITY|TOTAL VALUE USD`, rows, { typed });
  expect(numbers).toMatchObject({ decimalPoint: ',', thousands: ' ' });
  expect(mapping).toMatchObject({ decimalPoint: ',', thousands: ' ' });
  expect(mapping.columns).toMatchObject({
    quantity: { from: 'QUANTITY', decimalPoint: '.', thousands: '' },
    total_value_usd: { from: 'TOTAL VALUE USD' },
  });
  expect(unclear).toEqual([]);
});
