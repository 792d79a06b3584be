import type { Page } from '@playwright/test';
import { columnsFor, LIMITS } from '@tidewaiter/contract';
import { BILLS, billsLink, loadBillsOfEntry } from './bills-of-entry.js';
import { openForm } from './form.js';
import { choose, grid, header, MANY, openTable, region, rows } from './table.js';
import {
  DEEP,
  expect,
  expectAccessible,
  LOOKS,
  lookAt,
  picture,
  searchLink,
  settled,
  slow,
  signedInTest as test,
} from './test.js';

/** Waits until what has changed is drawn. */
const frameDrawn = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );

test.beforeAll(({ portal }) => loadBillsOfEntry(portal));

test(
  'a table of 200 rows and 100 columns draws what is in view, and is walked by the keyboard',
  DEEP,
  async ({ page }) => {
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
        await frameDrawn(page);
        return (await cells()) - before;
      })
      .toBe(0);
    expect(await cells()).toBeLessThan(600);

    await region(page).evaluate((box) => box.scrollTo(0, 0));
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
    // A page with fewer rows is entered by its last one.
    await page.keyboard.press('Control+End');
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByRole('checkbox', { name: 'Select record 201', exact: true })).toBeAttached();
    await region(page).focus();
    await page.keyboard.press('Tab');
    expect(await place()).toEqual([BILLS + 1, MANY.length + 4]);
  },
);

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

  await openForm(page);
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

test(
  'all of a record can be read: each cell in place, and every field in its Description, by keyboard',
  DEEP,
  async ({ page }) => {
    const answer = page.waitForResponse('**/search-management/search');
    await openTable(page, billsLink({ size: '10' }));
    const { impIndList: found } = await (await answer).json();
    const named = columnsFor('IMPORT', ['SEZ']).filter(({ key, alias }) => !alias && found[0][key] != null);
    expect(named.length).toBeGreaterThan(80);
    await page.getByRole('button', { name: 'Description of record 1', exact: true }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Description' });
    await expect
      .poll(async () => (await dialog.getByRole('term').allTextContents()).sort())
      .toEqual(named.map(({ label }) => label).sort());
    await expectAccessible(page);
    await picture(page, 'description');
    // Its money first, where its source says it last, and its neighbours by the arrow keys.
    await expect(dialog.getByRole('term').first()).toHaveText('Total Value');
    await expect(dialog.getByText(`Record ${found[0].id}.`)).toHaveText(/^From \S+\.csv, line [\d,]+\. /);
    await page.keyboard.press('ArrowLeft');
    await expect(dialog.getByRole('status')).toHaveText('Record 1 of 10 on this page');
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('status')).toHaveText('Record 2 of 10 on this page');
    await expect(dialog.getByText(`Record ${found[1].id}.`)).toBeVisible();
    await dialog.getByRole('button', { name: 'Previous record' }).click();
    await expect(dialog.getByText(`Record ${found[0].id}.`)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Description of record 1', exact: true })).toBeFocused();

    const cell = rows(page)
      .first()
      .getByRole('gridcell')
      .filter({ has: page.locator('mark') });
    const text = await cell.textContent();
    const cut = (element: HTMLElement) => element.scrollHeight > element.clientHeight;
    expect(await cell.locator('span').first().evaluate(cut)).toBe(true);
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
  },
);

test('a row of Indian imports opens to 310 px with its import details, and closes again', DEEP, async ({ page }) => {
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
  // Its lines are a text's, not a row's.
  expect((await details.getByText('IEC', { exact: true }).boundingBox())?.height).toBeLessThan(LIMITS.rowHeightPx / 2);
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

  // Not where nothing is of India.
  await openTable(page, searchLink().replace('country=IND&', ''));
  await expect(page.getByRole('button', { name: /^Indian import details/ })).toHaveCount(0);
});

test(
  'a company name leads to its page, and can be looked up on the web in a tab of its own, also by keyboard',
  DEEP,
  async ({ page, context }) => {
    await openTable(page, billsLink());
    const cell = grid(page)
      .getByRole('gridcell', { name: /^Basalt & Sons/ })
      .first();
    const link = cell.getByRole('link', { name: /^Search the web for Basalt & Sons \d Ltd\.$/ });
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', /noopener/);
    await expect(link).toHaveAttribute('href', /q=Basalt\+%26\+Sons\+\d\+Ltd\./);
    await context.route('https://duckduckgo.com/**', (route) => route.fulfill({ body: 'found' }));
    // However late the table learns where the focus is.
    await slow(page);
    await cell.focus();
    await page.keyboard.press('Tab');
    const name = cell.getByRole('link', { name: /^Basalt & Sons/ });
    await expect(name).toBeFocused();
    await expect(name).toHaveAttribute('href', /^\/company\?name=Basalt/);
    // The name has the whole cell but for its margins, 180 pixels at least: its icons lie over its end.
    const [whole, text] = [await cell.boundingBox(), await cell.locator('span').first().boundingBox()];
    expect(whole?.width).toBeGreaterThanOrEqual(180);
    expect(text?.width).toBe((whole?.width ?? 0) - 16);
    await page.keyboard.press('Tab');
    await expect(link).toBeFocused();
    await expect(cell.locator('span').last()).toHaveCSS('opacity', '1');
    await picture(page, 'table-company');
    const [opened] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Enter')]);
    await expect(opened.getByText('found')).toBeVisible();
    expect(await opened.evaluate(() => window.opener)).toBeNull();
  },
);

test('what a row was found by is marked in its cells, and the text stays as it is', DEEP, async ({ page }) => {
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

test('nothing moves while the table is looked at', DEEP, async ({ page }) => {
  await openTable(page, searchLink({ size: '50' }));
  await settled(page);
  // On a first visit the typeface comes after the words: that is before anybody looks for something.
  await page.evaluate(() => document.fonts.ready);
  // What is set in it stands from the next frame on.
  await frameDrawn(page);
  await page.evaluate(() => {
    interface Shift extends PerformanceEntry {
      value: number;
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    }
    const shifts: string[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const said = node?.textContent?.slice(0, 40);
          return `${said} from ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`;
        });
        shifts.push(`${value}: ${moved.join('; ')}`);
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
  await frameDrawn(page);
  expect(await page.evaluate(() => window.shifts)).toEqual([]);
});

test(
  'on a phone the records are cards, marked, selectable, with what can be done with a company',
  DEEP,
  async ({ page }) => {
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
  },
);

// On a phone there are cards in the table's place; by day, the tests above look at it.
for (const look of LOOKS.filter(({ name, width }) => width > 390 && name !== 'desktop-light')) {
  test(`the opened table and its columns are whole and accessible: ${look.name}`, DEEP, async ({ page }) => {
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
