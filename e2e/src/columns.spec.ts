import { choose, header, headers, openTable, region } from './table.js';
import { expect, picture, searchLink, signedInTest as test } from './test.js';

test('a column is moved by dragging and by its menu, pinned and hidden; the link and the person remember', async ({
  page,
}) => {
  await openTable(page, searchLink());
  const initial = (await headers(page)).slice(3);
  expect(initial.slice(0, 4)).toEqual(['Date', 'HS Code', 'Product Description', 'Importer Name']);
  await expect(page).not.toHaveURL(/cols=/);
  await header(page, 'Importer Name').dragTo(header(page, 'Date'), { targetPosition: { x: 4, y: 20 } });
  await expect.poll(async () => (await headers(page)).slice(3, 6)).toEqual(['Importer Name', 'Date', 'HS Code']);
  await expect(page).toHaveURL(/cols=importer_name%2Cbe_date%2Chs_code/);

  await choose(page, 'Importer Name', 'Move right');
  await expect.poll(async () => (await headers(page)).slice(3, 6)).toEqual(['Date', 'Importer Name', 'HS Code']);
  await expect(page.getByRole('button', { name: 'Importer Name', exact: true })).toBeFocused();
  await expect(region(page).getByRole('status')).toHaveText('Importer Name moved, column 2 of 15');

  await choose(page, 'HS Code', 'Pin left');
  await expect.poll(async () => (await headers(page)).slice(3, 6)).toEqual(['HS Code', 'Date', 'Importer Name']);
  await expect(page.getByRole('button', { name: 'HS Code', exact: true })).toBeFocused();
  const left = (await header(page, 'HS Code').boundingBox())?.x;
  await region(page).evaluate((element) => element.scrollBy(500, 0));
  await expect(header(page, 'Date')).not.toBeInViewport();
  expect((await header(page, 'HS Code').boundingBox())?.x).toBe(left);
  await picture(page, 'table-pinned');
  await region(page).evaluate((element) => element.scrollTo(0, 0));

  await choose(page, 'Date', 'Hide');
  await expect
    .poll(async () => (await headers(page)).slice(3, 6))
    .toEqual(['HS Code', 'Importer Name', 'Product Description']);
  // As many as are drawn whatever the columns hold, by which they are wide.
  const first = async () => (await headers(page)).slice(0, 11);
  const own = await first();

  // A link without columns shows the person's own again, and says so.
  await openTable(page, searchLink({ q: 'steel' }));
  await expect.poll(first).toEqual(own);
  await expect(page).toHaveURL(/cols=/);
  // A link's columns come first, and are not taken for the person's choice.
  await openTable(page, searchLink({ cols: 'quantity,hs_code' }));
  await expect
    .poll(async () => (await headers(page)).slice(3))
    .toEqual(['HS Code', expect.stringMatching(/^Quantity/)]);
  await openTable(page, searchLink());
  await expect.poll(first).toEqual(own);

  await choose(page, 'HS Code', 'Unpin');
  await page.getByRole('button', { name: 'Custom' }).click();
  await page.getByRole('button', { name: 'Default' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(async () => (await headers(page)).slice(3)).toEqual(initial);
  await expect(page).not.toHaveURL(/cols=/);
});
