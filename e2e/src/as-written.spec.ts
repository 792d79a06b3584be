import { columnsOf, loadLines } from './load.js';
import type { Portal } from './portal.js';
import { DEEP, expect, expectGoodLooks, signedInTest as test } from './test.js';

const PRODUCT = 'weir gates';

/** One record that says other things than its source: a code with dots, an inverted name, an order, a price that follows. */
async function loadRewritten(portal: Portal): Promise<void> {
  const columns = columnsOf({
    ...{ record_date: 'date', hs_code: 'hs', product_description: 'product', importer_name: 'importer' },
    ...{ origin_country: 'origin', quantity: 'quantity', unit: 'unit', total_value_usd: 'usd' },
  });
  await loadLines(
    portal,
    { name: 'weirs', title: 'Weirs', country: 'ZWE', trade: 'IMPORT', naturalKey: ['no'], columns },
    [
      'no,date,hs,product,importer,origin,quantity,unit,usd',
      `1,2026-05-17,7308.90,${PRODUCT},TO THE ORDER OF,"TANZANIA, UNITED REPUBLIC OF",2,TNE,500`,
    ],
  );
}

test(
  'the description of a record says what the source wrote where the record says something else',
  DEEP,
  async ({ page, portal }) => {
    await loadRewritten(portal);
    const asked = { trade: 'IMPORT', country: 'ZWE', by: 'PRODUCT', q: PRODUCT, from: '2026-01-01', to: '2026-10-31' };
    await page.goto(`/list1?${new URLSearchParams(asked)}`);
    await page.getByRole('button', { name: /^Description of record/ }).click();
    const field = (label: string) =>
      page
        .getByRole('dialog', { name: 'Description' })
        .locator('dl > div')
        .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) });
    await expect(field('HS Code')).toContainText('730890');
    await expect(field('HS Code')).toContainText('As written: 7308.90');
    await expect(field('Origin Country')).toContainText('As written: TANZANIA, UNITED REPUBLIC OF');
    await expect(field('Importer Name')).toContainText('to order');
    await expect(field('Importer Name')).toContainText('As written: TO THE ORDER OF');
    await expect(field('Unit Price')).toContainText('Computed from the other fields');
    await expect(field('Quantity')).not.toContainText('As written');
    await expectGoodLooks(page, 'as-written');
  },
);
