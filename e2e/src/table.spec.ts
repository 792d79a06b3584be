import type { Locator, Page } from '@playwright/test';
import { columnsFor, LIMITS } from '@tidewaiter/contract';
import { BILLS, billsLink, loadBillsOfEntry } from './bills-of-entry.js';
import { expect, expectAccessible, LOOKS, lookAt, picture, searchLink, settled, signedInTest as test } from './test.js';

/** Wire keys of everything that a search of India's special economic zones offers, as far as a table shows it at once. */
const MANY = columnsFor('IMPORT', ['SEZ'])
  .map(({ key }) => key)
  .slice(0, LIMITS.columns);

test.beforeAll(({ portal }) => loadBillsOfEntry(portal));

const grid = (page: Page) => page.getByRole('grid', { name: 'Records' });
const region = (page: Page) => page.getByRole('region', { name: /^Records/ });
const header = (page: Page, name: string | RegExp) => grid(page).getByRole('columnheader', { name });
const rows = (page: Page) => grid(page).locator('[role=row][aria-selected]');
const headers = (page: Page) =>
  grid(page)
    .getByRole('columnheader')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')));

/** Opens a search, and waits for its table. */
async function openTable(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(rows(page).first()).toBeVisible();
  // Beneath the form, cards and bars: in view before a place on the screen is measured.
  await region(page).evaluate((box) => box.scrollIntoView({ block: 'center' }));
}

/** Opens the menu of a column, and chooses from it. */
async function choose(page: Page, column: string, act: string): Promise<void> {
  // One that was open before fades out.
  await expect(page.getByRole('menu')).toHaveCount(0);
  await header(page, column).hover();
  await page.getByRole('button', { name: `Menu of ${column}` }).click();
  await page.getByRole('menuitem', { name: act, exact: true }).click();
}

const widthOf = async (cell: Locator) => (await cell.boundingBox())?.width ?? 0;

test('a table of 200 rows and 100 columns draws what is in view', async ({ page }) => {
  await openTable(page, billsLink({ size: '200', cols: MANY.join(',') }));
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(BILLS + 1));
  await expect(grid(page)).toHaveAttribute('aria-colcount', String(MANY.length + 4));
  expect(await grid(page).getByRole('gridcell').count()).toBeLessThan(600);
  await region(page).evaluate((box) => box.scrollTo(box.scrollWidth, box.scrollHeight));
  await expect(grid(page).getByRole('row', { name: /Select record 200/ })).toBeVisible();
  const last = grid(page).locator(`[role=columnheader][aria-colindex="${MANY.length + 4}"]`);
  await expect(last).toBeInViewport({ ratio: 0.9 });
  // Rows and columns come a few a frame.
  const cells = () => grid(page).getByRole('gridcell').count();
  await expect
    .poll(async () => {
      const before = await cells();
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      return (await cells()) - before;
    })
    .toBe(0);
  expect(await cells()).toBeLessThan(600);
});

test('the table is 500 px high, fills the window at a press, and Escape leaves', async ({ page }) => {
  await openTable(page, searchLink());
  const height = async () => Math.round((await region(page).boundingBox())?.height ?? 0);
  expect(await height()).toBe(LIMITS.tableHeightPx);
  const fill = page.getByRole('button', { name: 'Fill the window' });
  await fill.click();
  await expect(page.getByRole('dialog', { name: 'Results table' })).toBeVisible();
  await expect.poll(height).toBeGreaterThan(550);
  await expect(page.getByRole('button', { name: 'Next page' })).toBeInViewport();
  await expectAccessible(page);
  await picture(page, 'table-filled');
  // The focus stays in what fills the window.
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
  // Escape closes what was opened over the table first.
  const description = page.getByRole('dialog', { name: 'Description' });
  await page.getByRole('button', { name: 'Description of record 1', exact: true }).click();
  await expect(description.getByRole('term').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(description).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Results table' })).toBeVisible();
  // Also when it is pressed before the focus has come into what was opened.
  const opener = page.getByRole('button', { name: 'Description of record 1', exact: true });
  await opener.focus();
  await opener.evaluate(
    (button) =>
      new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          if (document.querySelector('[role=dialog] dt') === null) return;
          observer.disconnect();
          button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
          resolve();
        }).observe(document.body, { childList: true, subtree: true });
        (button as HTMLButtonElement).click();
      }),
  );
  await expect(description).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Results table' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Results table' })).toBeHidden();
  expect(await height()).toBe(LIMITS.tableHeightPx);
});

test('rows are 46 px high, or 32 px, which is remembered', async ({ page }) => {
  await openTable(page, searchLink());
  const height = async () => (await rows(page).first().boundingBox())?.height;
  expect(await height()).toBe(LIMITS.rowHeightPx);
  await page.getByRole('button', { name: 'Compact rows' }).click();
  await expect.poll(height).toBe(32);
  await expectAccessible(page);
  await picture(page, 'table-compact');
  await page.reload();
  await expect.poll(height).toBe(32);
  await page.getByRole('button', { name: 'Compact rows' }).click();
  await expect.poll(height).toBe(LIMITS.rowHeightPx);
});

test('records are selected by their ids: none, some or all of a page, over the pages of a question', async ({
  page,
}) => {
  await openTable(page, billsLink({ size: '10' }));
  const all = page.getByRole('checkbox', { name: 'Select all records of this page' });
  const one = (position: number) => page.getByRole('checkbox', { name: `Select record ${position}`, exact: true });
  const partial = () => all.evaluate((box: HTMLInputElement) => box.indeterminate);
  const line = page.getByRole('status').filter({ hasText: 'selected' });
  expect(await partial()).toBe(false);
  await one(2).check();
  await one(5).check();
  await expect(line).toHaveText('2 selected');
  expect(await partial()).toBe(true);
  await expect(rows(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await picture(page, 'table-selected');

  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(one(11)).toBeVisible();
  await expect(line).toHaveText('2 selected');
  await all.check();
  await expect(line).toHaveText('12 selected');
  expect(await partial()).toBe(false);
  await one(13).uncheck();
  expect(await partial()).toBe(true);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(one(2)).toBeChecked();
  await expect(one(3)).not.toBeChecked();

  // Another order is the same question: the record is ticked wherever it stands.
  await choose(page, 'HS Code', 'Sort ascending');
  await expect(header(page, 'HS Code')).toHaveAttribute('aria-sort', 'ascending');
  await settled(page);
  await expect(line).toHaveText('11 selected');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(line).toHaveCount(0);
  await one(1).check();
  await expect(line).toHaveText('1 selected');

  const values = page.getByRole('combobox', { name: 'Search values' });
  await values.fill('steel');
  await values.press('Enter');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page).toHaveURL(/steel/);
  await expect(line).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: /steel/ })).toHaveCount(0);
  await settled(page);
  await expect(one(1)).not.toBeChecked();
});

test('the Description lists every field that the record has, and the focus comes back', async ({ page }) => {
  const answer = page.waitForResponse('**/search-management/search');
  await openTable(page, billsLink({ size: '10' }));
  const { impIndList: found } = await (await answer).json();
  const named = columnsFor('IMPORT', ['SEZ']).filter(({ key, alias }) => !alias && found[0][key] != null);
  expect(named.length).toBeGreaterThan(80);
  await page.getByRole('button', { name: 'Description of record 1', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Description' });
  await expect
    .poll(async () => (await dialog.getByRole('term').allTextContents()).sort())
    .toEqual(named.map(({ label }) => label).sort());
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Description of record 1', exact: true })).toBeFocused();
});

test('a row of Indian imports opens to 310 px with its import details, and closes again', async ({ page }) => {
  await openTable(page, billsLink({ size: '200' }));
  const open = (position: number) =>
    page.getByRole('button', { name: `Indian import details of record ${position}`, exact: true });
  await open(2).click();
  await expect(open(2)).toHaveAttribute('aria-expanded', 'true');
  const opened = rows(page).nth(1);
  expect((await opened.boundingBox())?.height).toBe(LIMITS.expandedRowHeightPx);
  const details = opened.getByRole('gridcell', { name: 'Indian import details', exact: true });
  for (const label of ['IEC', 'Bill of Entry No.', 'CHA Name', 'Indian Port', 'Customs House', 'Actual Duty'])
    await expect(details.getByText(label, { exact: true })).toBeVisible();
  await expect(details).toContainText('Customs House');
  // The next row begins where this one ends, and they stay in view while the columns scroll.
  const [box, below] = [await opened.boundingBox(), await rows(page).nth(2).boundingBox()];
  expect(below?.y).toBe((box?.y ?? 0) + LIMITS.expandedRowHeightPx);
  await expectAccessible(page);
  await picture(page, 'table-opened');
  const left = (await details.boundingBox())?.x;
  await region(page).evaluate((element) => element.scrollBy(600, 0));
  await expect.poll(async () => (await details.boundingBox())?.x).toBe(left);
  await region(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(page.getByRole('checkbox', { name: 'Select record 200', exact: true })).toBeInViewport();
  await region(page).evaluate((element) => element.scrollTo(0, 0));
  await open(2).click();
  await expect(details).toHaveCount(0);
  expect((await rows(page).nth(1).boundingBox())?.height).toBe(LIMITS.rowHeightPx);

  await openTable(page, searchLink());
  await expect(page.getByRole('button', { name: /^Indian import details/ })).toHaveCount(0);
});

test('a column is resized by the mouse and by the keyboard, and keeps its width', async ({ page }) => {
  await openTable(page, searchLink());
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
  await expect.poll(() => widthOf(column)).toBe(before + 76);
  await choose(page, 'HS Code', 'Usual width');
  await expect.poll(() => widthOf(column)).toBe(before);
});

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
  const own = await headers(page);

  // A link without columns shows the person's own again, and says so.
  await openTable(page, searchLink({ q: 'steel' }));
  await expect.poll(() => headers(page)).toEqual(own);
  await expect(page).toHaveURL(/cols=/);
  // A link's columns come first, and are not taken for the person's choice.
  await openTable(page, searchLink({ cols: 'quantity,hs_code' }));
  await expect
    .poll(async () => (await headers(page)).slice(3))
    .toEqual(['HS Code', expect.stringMatching(/^Quantity/)]);
  await openTable(page, searchLink());
  await expect.poll(() => headers(page)).toEqual(own);

  await choose(page, 'HS Code', 'Unpin');
  await page.getByRole('button', { name: 'Custom' }).click();
  await page.getByRole('button', { name: 'Default' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(async () => (await headers(page)).slice(3)).toEqual(initial);
  await expect(page).not.toHaveURL(/cols=/);
});

test('the arrows and the menu of a header sort by its column', async ({ page }) => {
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

test('a company name can be looked up on the web, in a tab of its own, also by keyboard', async ({ page, context }) => {
  await openTable(page, billsLink());
  const cell = grid(page)
    .getByRole('gridcell', { name: /^Basalt & Sons/ })
    .first();
  const link = cell.getByRole('link', { name: /^Search the web for Basalt & Sons \d Ltd\.$/ });
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(link).toHaveAttribute('href', /q=Basalt\+%26\+Sons\+\d\+Ltd\./);
  await context.route('https://duckduckgo.com/**', (route) => route.fulfill({ body: 'found' }));
  await cell.click({ position: { x: 10, y: 20 } });
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await expect(cell.locator('span').last()).toHaveCSS('opacity', '1');
  await picture(page, 'table-company');
  const [opened] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
  await expect(opened.getByText('found')).toBeVisible();
  expect(await opened.evaluate(() => window.opener)).toBeNull();
});

test('what a row was found by is marked in its cells, and the text stays as it is', async ({ page }) => {
  await openTable(page, searchLink());
  const marks = rows(page).first().locator('mark');
  await expect(marks.first()).toHaveText(/^cotton$/i);
  const answered = page.waitForResponse('**/search-management/search');
  await openTable(page, billsLink({ q: 'gauge', size: '10' }));
  const { impIndList: found } = await (await answered).json();
  const cell = rows(page)
    .first()
    .getByRole('gridcell')
    .filter({ has: page.locator('mark') });
  await expect(cell).toHaveText(found[0].product_description);
  await expect(cell.locator('mark')).toHaveText(['gauge']);

  await openTable(page, billsLink({ by: 'HS_CODE', q: '9015' }));
  await expect(rows(page).first().locator('mark')).toHaveText(['9015']);
});

test('the columns are chosen, sought and put in order in the Custom dialog', async ({ page }) => {
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

test('no more than 100 columns are shown, and the message names the number', async ({ page }) => {
  await openTable(page, billsLink({ cols: MANY.join(',') }));
  await page.getByRole('button', { name: 'Custom' }).click();
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByRole('button', { name: 'Select all' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Column display limit reached, max 100 are allowed');
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(LIMITS.columns);
  await expectAccessible(page);
  await picture(page, 'columns-limit');
});

test("a link's columns that are not understood are said, and the others shown", async ({ page }) => {
  const many = Array.from({ length: 300 }, (_, index) => `nothing${index}`);
  await openTable(page, searchLink({ cols: ['quantity', ...many].join(',') }));
  await expect(page.getByRole('alert')).toContainText(
    'Columns “nothing0, nothing1, nothing2, nothing3, nothing4 and 295 more”: This search offers no such column',
  );
  expect((await headers(page)).slice(3)).toEqual([expect.stringMatching(/^Quantity/)]);
});

test('the keyboard scrolls the region, and walks from cell to cell within', async ({ page }) => {
  await openTable(page, billsLink({ size: '200', cols: MANY.join(',') }));
  const position = () => region(page).evaluate((element) => [element.scrollLeft, element.scrollTop]);
  await region(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(position).toEqual([LIMITS.keyboardScrollPx, 0]);
  await page.keyboard.press('ArrowDown');
  await expect.poll(position).toEqual([LIMITS.keyboardScrollPx, LIMITS.rowHeightPx]);

  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Date', exact: true })).toBeFocused();
  const place = () =>
    page.evaluate(() => {
      const cell = document.activeElement?.closest('[aria-colindex]');
      const row = cell?.closest('[aria-rowindex]');
      return [row?.getAttribute('aria-rowindex'), cell?.getAttribute('aria-colindex')].map(Number);
    });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  expect(await place()).toEqual([2, 6]);
  await page.keyboard.press('Control+End');
  expect(await place()).toEqual([201, MANY.length + 4]);
  const focused = page.locator(':focus');
  await expect(focused).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Control+Home');
  await expect(page.getByRole('checkbox', { name: 'Select all records of this page' })).toBeFocused();
  await page.keyboard.press('PageDown');
  expect(await place()).toEqual([9, 1]);
  await page.keyboard.press('Space');
  await expect(page.getByRole('checkbox', { name: 'Select record 8', exact: true })).toBeChecked();
  // The cell with the focus keeps it, however far the mouse scrolls.
  await region(page).evaluate((element) => element.scrollTo(element.scrollWidth, element.scrollHeight));
  await expect(page.getByRole('checkbox', { name: 'Select record 200', exact: true })).toBeAttached();
  await expect(page.getByRole('checkbox', { name: 'Select record 8', exact: true })).toBeFocused();
});

test('the whole value of a cell shows on hover, and in place when the cell has the focus', async ({ page }) => {
  await openTable(page, billsLink({ size: '10' }));
  const cell = rows(page)
    .first()
    .getByRole('gridcell')
    .filter({ has: page.locator('mark') });
  const text = await cell.textContent();
  expect(await cell.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  await expect(cell).toHaveAttribute('title', text ?? '');
  const beside = async () => (await rows(page).nth(1).boundingBox())?.y;
  const before = await beside();
  await page.getByRole('button', { name: 'Product Description', exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(cell).toBeFocused();
  const whole = cell.locator('span').first();
  expect(await whole.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect(await whole.textContent()).toBe(text);
  expect(await beside()).toBe(before);
  await picture(page, 'table-whole-value');
});

test('nothing moves while the table is looked at', async ({ page }) => {
  await openTable(page, searchLink({ size: '50' }));
  await settled(page);
  await page.evaluate(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null }[];
    }
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        shifts.push(`${value} ${sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 200)).join()}`);
      }
    }).observe({ type: 'layout-shift' });
  });
  for (const row of [0, 3, 6]) await rows(page).nth(row).getByRole('gridcell').nth(6).hover();
  await header(page, 'HS Code').hover();
  await page.getByRole('checkbox', { name: 'Select record 2', exact: true }).click();
  await page.getByRole('button', { name: 'Description of record 2', exact: true }).click();
  const description = page.getByRole('dialog', { name: 'Description' });
  await expect(description.getByRole('term').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(description).toBeHidden();
  await region(page).evaluate((element) => element.scrollBy(0, 300));
  await expect(page.getByRole('checkbox', { name: 'Select record 12', exact: true })).toBeVisible();
  // The observer is told after the frame.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
  expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
});

test('on a phone the records are cards, marked, selectable, with what can be done with a company', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(billsLink());
  const card = page.getByRole('list', { name: 'Records' }).getByRole('listitem').first();
  await expect(card.locator('mark').first()).toHaveText('tidal gauge');
  await expect(card.getByRole('link', { name: /^Search the web for/ })).toHaveCount(2);
  await card.getByRole('checkbox', { name: 'Select record 1', exact: true }).check();
  await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'table-phone');
  await card.getByRole('button', { name: 'All fields of record 1' }).click();
  await expect(page.getByRole('dialog', { name: 'Description' })).toContainText('Bill of Entry No.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Custom' }).click();
  await expect(page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox').first()).toBeVisible();
  await expectAccessible(page);
  await picture(page, 'columns-phone');
});

// On a phone there are cards in the table's place.
for (const look of LOOKS.filter(({ width }) => width > 390)) {
  test(`the opened table and its columns are whole and accessible: ${look.name}`, async ({ page }) => {
    await lookAt(page, { ...look, height: 1100 });
    await openTable(page, billsLink());
    await settled(page);
    await page.getByRole('checkbox', { name: 'Select record 1', exact: true }).check();
    await page.getByRole('button', { name: 'Indian import details of record 3', exact: true }).click();
    await expectAccessible(page);
    await picture(page, `table-${look.name}`);
    await page.getByRole('button', { name: 'Custom' }).click();
    await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
    await expectAccessible(page);
    await picture(page, `columns-${look.name}`);
  });
}
