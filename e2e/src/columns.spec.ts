import { LIMITS } from '@tidewaiter/contract';
import { billsLink, loadBillsOfEntry } from './bills-of-entry.js';
import { choose, header, headers, openTable, region, rows, widthOf } from './table.js';
import { DEEP, expect, expectAccessible, picture, searchLink, signedInTest as test } from './test.js';

test.beforeAll(({ portal }) => loadBillsOfEntry(portal));

test(
  'the height of rows and the width of a column are chosen, by mouse and keyboard, and remembered',
  DEEP,
  async ({ page }) => {
    await openTable(page, searchLink());
    const height = async () => (await rows(page).first().boundingBox())?.height;
    expect(await height()).toBe(LIMITS.rowHeightPx);
    await page.getByRole('button', { name: 'Compact rows' }).click();
    await expect.poll(height).toBe(32);
    await expectAccessible(page);
    await picture(page, 'table-compact');

    const column = header(page, 'HS Code');
    const before = await widthOf(column);
    const box = await column.boundingBox();
    if (!box) throw new Error('the column is not drawn');
    await page.mouse.move(box.x + box.width, box.y + 20);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 60, box.y + 20, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => widthOf(column)).toBe(before + 60);
    await page.getByRole('button', { name: 'HS Code', exact: true }).focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => widthOf(column)).toBe(before + 76);
    const cell = rows(page)
      .first()
      .locator(`[aria-colindex="${await column.getAttribute('aria-colindex')}"]`);
    expect(await widthOf(cell)).toBe(before + 76);
    expect((await cell.boundingBox())?.x).toBe((await column.boundingBox())?.x);

    await page.reload();
    await expect.poll(height).toBe(32);
    await page.getByRole('button', { name: 'Compact rows' }).click();
    await expect.poll(height).toBe(LIMITS.rowHeightPx);
    await expect.poll(() => widthOf(column)).toBe(before + 76);
    await choose(page, 'HS Code', 'Usual width');
    await expect.poll(() => widthOf(column)).toBe(before);
  },
);

test('a column is moved by dragging and by its menu, pinned and hidden; the link and the person remember', async ({
  page,
}) => {
  await openTable(page, searchLink());
  const initial = (await headers(page)).slice(4);
  expect(initial.slice(0, 4)).toEqual(['Date', 'HS Code', 'Product Description', 'Importer Name']);
  await expect(page).not.toHaveURL(/cols=/);
  await header(page, 'Importer Name').dragTo(header(page, 'Date'), { targetPosition: { x: 4, y: 20 } });
  await expect.poll(async () => (await headers(page)).slice(4, 7)).toEqual(['Importer Name', 'Date', 'HS Code']);
  await expect(page).toHaveURL(/cols=importer_name%2Cbe_date%2Chs_code/);

  await choose(page, 'Importer Name', 'Move right');
  await expect.poll(async () => (await headers(page)).slice(4, 7)).toEqual(['Date', 'Importer Name', 'HS Code']);
  await expect(page.getByRole('button', { name: 'Importer Name', exact: true })).toBeFocused();
  await expect(region(page).getByRole('status')).toHaveText('Importer Name moved, column 2 of 15');

  await choose(page, 'HS Code', 'Pin left');
  await expect.poll(async () => (await headers(page)).slice(4, 7)).toEqual(['HS Code', 'Date', 'Importer Name']);
  await expect(page.getByRole('button', { name: 'HS Code', exact: true })).toBeFocused();
  const left = (await header(page, 'HS Code').boundingBox())?.x;
  await region(page).evaluate((element) => element.scrollBy(500, 0));
  await expect(header(page, 'Date')).not.toBeInViewport();
  expect((await header(page, 'HS Code').boundingBox())?.x).toBe(left);
  await picture(page, 'table-pinned');
  await region(page).evaluate((element) => element.scrollTo(0, 0));

  await choose(page, 'Date', 'Hide');
  await expect
    .poll(async () => (await headers(page)).slice(4, 7))
    .toEqual(['HS Code', 'Importer Name', 'Product Description']);
  // As many as are drawn whatever the columns hold, by which they are wide.
  const first = async () => (await headers(page)).slice(0, 12);
  const own = await first();

  // A link without columns shows the person's own again, and says so.
  await openTable(page, searchLink({ q: 'steel' }));
  await expect.poll(first).toEqual(own);
  await expect(page).toHaveURL(/cols=/);
  // A link's columns come first, and are not taken for the person's choice; those that are not understood are said.
  const unknown = Array.from({ length: 300 }, (_, index) => `nothing${index}`);
  await openTable(page, searchLink({ cols: ['quantity', 'hs_code', ...unknown].join(',') }));
  await expect
    .poll(async () => (await headers(page)).slice(4))
    .toEqual(['HS Code', expect.stringMatching(/^Quantity/)]);
  await expect(page.getByRole('alert')).toContainText(
    'Columns “nothing0, nothing1, nothing2, nothing3, nothing4 and 295 more”: This search offers no such column',
  );
  await openTable(page, searchLink());
  await expect.poll(first).toEqual(own);

  await choose(page, 'HS Code', 'Unpin');
  await page.getByRole('button', { name: 'Custom' }).click();
  await page.getByRole('button', { name: 'Default' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(async () => (await headers(page)).slice(4)).toEqual(initial);
  await expect(page).not.toHaveURL(/cols=/);
});

test('the arrows and the menu of a header sort by its column', DEEP, async ({ page }) => {
  await openTable(page, searchLink());
  await expect(header(page, 'Date')).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: 'Sort by HS Code, ascending' }).click();
  await expect(page).toHaveURL(/sort=hs_code&dir=asc/);
  await expect(header(page, 'HS Code')).toHaveAttribute('aria-sort', 'ascending');
  await expect(header(page, 'Date')).toHaveAttribute('aria-sort', 'none');
  const codes = () =>
    rows(page).evaluateAll((all) => all.map((row) => row.querySelector('[data-type=code]')?.textContent ?? ''));
  await expect.poll(async () => (await codes()).join()).toBe((await codes()).sort().join());
  await page.getByRole('button', { name: 'Sort by HS Code, descending' }).click();
  await expect(page).toHaveURL(/dir=desc/);
  await expect(header(page, 'HS Code')).toHaveAttribute('aria-sort', 'descending');
  await choose(page, 'Date', 'Sort ascending');
  await expect(header(page, 'Date')).toHaveAttribute('aria-sort', 'ascending');
  await header(page, 'Date').hover();
  await page.getByRole('button', { name: 'Menu of Date' }).click();
  await expect(page.getByRole('menuitem', { name: 'Hide' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'table-menu');
});

test('the columns are chosen, sought and put in order in the Custom dialog', DEEP, async ({ page }) => {
  await openTable(page, billsLink());
  await page.getByRole('button', { name: 'Custom' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await expect(dialog.getByRole('group')).not.toHaveCount(0);
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(LIMITS.defaultColumns);
  await expectAccessible(page);
  await picture(page, 'columns');
  const seek = dialog.getByRole('searchbox', { name: 'Search columns' });
  await expect(seek).toBeFocused();
  await seek.fill('invoice');
  await expect(dialog.getByRole('checkbox')).toHaveCount(2);
  await dialog.getByRole('checkbox', { name: 'Invoice No.' }).check();
  await seek.fill('');
  await dialog.getByRole('checkbox', { name: 'Product Description' }).uncheck();

  const order = dialog.getByRole('list', { name: 'Shown columns' });
  const labels = () => order.getByRole('listitem').allTextContents();
  expect((await labels()).at(-1)).toBe('Invoice No.');
  const up = order.getByRole('button', { name: 'Move Invoice No. up' });
  await up.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(up).toBeFocused();
  expect((await labels()).indexOf('Invoice No.')).toBe(LIMITS.defaultColumns - 3);
  await expect(dialog.getByText('Invoice No., 13 of 15')).toBeAttached();
  const item = (label: string) => order.getByRole('listitem').filter({ hasText: label });
  await item('Invoice No.').scrollIntoViewIfNeeded();
  await item('Origin Port').dragTo(item('Importer Name'), { targetPosition: { x: 60, y: 4 } });
  await expect
    .poll(async () => (await labels()).slice(0, 4))
    .toEqual(['Date', 'HS Code', 'Origin Port', 'Importer Name']);
  // Nothing is shown before it is applied.
  await expect(page).not.toHaveURL(/cols=/);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/cols=be_date%2Chs_code%2Corigin_port%2Cimporter_name/);
  await expect
    .poll(async () => (await headers(page)).slice(4, 8))
    .toEqual(['Date', 'HS Code', 'Origin Port', 'Importer Name']);
  await expect(page.getByRole('button', { name: 'Custom' })).toBeFocused();

  await page.getByRole('button', { name: 'Custom' }).click();
  await dialog.getByRole('button', { name: 'None' }).click();
  await expect(dialog.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await expect(dialog.getByText('Choose at least one column')).toBeVisible();
  await dialog.getByRole('button', { name: 'Default' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page).not.toHaveURL(/cols=/);
});
