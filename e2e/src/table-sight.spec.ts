import { LIMITS, RECORD_COLUMNS } from '@tidewaiter/contract';
import { choose, grid, header, headers, openTable, region, rows, widthOf } from './table.js';
import { DEEP, expect, expectAccessible, lookAt, picture, searchLink, settled, signedInTest as test } from './test.js';

test('the keyboard reaches the table within ten presses of Tab', DEEP, async ({ page }) => {
  // Not scrolled to the table, from where some versions of the browser would go on.
  await page.goto(searchLink());
  await expect(rows(page).first()).toBeVisible();
  await settled(page);
  const skip = page.getByRole('button', { name: 'Skip to the records' });
  const isSkip = () => skip.evaluate((button) => button === document.activeElement);
  for (let press = 0; press < 9 && !(await isSkip()); press += 1) await page.keyboard.press('Tab');
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await picture(page, 'skip-to-records');
  await page.keyboard.press('Enter');
  await expect(region(page)).toBeFocused();
});

test('the table is 500 px high, fills the window at a press, and Escape leaves', DEEP, async ({ page }) => {
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

test(
  'what a record is read by is in sight at once, with its price, and its value wherever its columns scroll',
  DEEP,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(searchLink());
    await expect(rows(page).first()).toBeVisible();
    await settled(page);
    for (const name of ['Importer Name', 'Exporter Name', /^Quantity/, /^Unit Price/, /^Total Value/])
      await expect(header(page, name).first()).toBeInViewport({ ratio: 1 });
    for (const name of ['Importer Name', 'Exporter Name'])
      expect(await widthOf(header(page, name))).toBeGreaterThanOrEqual(180);
    for (const [name, most] of [
      ['Sl', 40],
      ['Action', 48],
    ] as const)
      expect(await widthOf(header(page, name))).toBeLessThanOrEqual(most);
    // Whole figures have no zeros behind their point.
    for (const cell of await grid(page).locator('[role=gridcell][data-type=decimal]').allTextContents())
      expect(cell).not.toMatch(/\.0+(\D|$)/);
    await expect(region(page)).toBeInViewport({ ratio: 1 });
    const rowsInSight = () =>
      rows(page).evaluateAll((all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length);
    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(region(page)).toBeVisible();
    // The filters give way to the table a moment after the window has changed.
    await expect.poll(rowsInSight).toBeGreaterThanOrEqual(6);

    const value = header(page, /^Total Value/);
    const right = async () => {
      const [cell, box] = [await value.boundingBox(), await region(page).boundingBox()];
      return Math.abs((box?.x ?? 0) + (box?.width ?? 0) - ((cell?.x ?? 0) + (cell?.width ?? 0)));
    };
    // Within the border of its box.
    await expect.poll(right).toBeLessThanOrEqual(2);
    await region(page).evaluate((box) => box.scrollTo(300, 0));
    await expect.poll(right).toBeLessThanOrEqual(2);
    await region(page).evaluate((box) => box.scrollTo(0, 0));

    await choose(page, 'Total Value (USD)', 'Unpin');
    await expect.poll(right).toBeGreaterThan(2);
    await page.reload();
    await expect(rows(page).first()).toBeVisible();
    await expect.poll(right).toBeGreaterThan(2);
    await region(page).evaluate((box) => box.scrollTo(300, 0));
    await choose(page, 'Total Value (USD)', 'Pin right');
    await expect.poll(right).toBeLessThanOrEqual(2);
  },
);

test(
  'of several countries, paid fields are shown, offered, described and exported, and Indian rows open',
  DEEP,
  async ({ page }) => {
    const answer = page.waitForResponse('**/search-management/search');
    await openTable(
      page,
      searchLink({ q: 'steel', size: '50', cols: 'ctry_name,importer_address,bl_number,iec,beno' }),
    );
    const { impForeignList: found, columns } = await (await answer).json();
    expect(columns).toEqual(expect.arrayContaining(['importer_address', 'bl_number', 'iec', 'beno']));
    expect((await headers(page)).slice(-5)).toEqual([
      'Source Country',
      'Importer Address',
      'BL Number',
      'IEC',
      'Bill of Entry No.',
    ]);
    const isIndian = (row: Record<string, unknown>) => row.ctry_name === 'India';
    const at = (index: number) => rows(page).nth(index);
    const [indian, other] = [
      found.findIndex(isIndian),
      found.findIndex((row: Record<string, unknown>) => !isIndian(row)),
    ];
    expect(Math.min(indian, other)).toBeGreaterThanOrEqual(0);
    const toggle = (index: number) => at(index).getByRole('button', { name: /^Indian import details/ });
    await expect(toggle(other)).toHaveCount(0);
    expect(found[other]).not.toHaveProperty('importer');
    await at(indian).scrollIntoViewIfNeeded();
    await toggle(indian).click();
    await expect(at(indian).getByText('Bill of Entry No.', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await picture(page, 'table-several-countries');

    await at(indian)
      .getByRole('button', { name: /^Description of record/ })
      .click();
    const description = page.getByRole('dialog', { name: 'Description' });
    const named = RECORD_COLUMNS.IMPORT.filter(({ key, alias }) => !alias && found[indian][key] != null);
    await expect
      .poll(async () => (await description.getByRole('term').allTextContents()).sort())
      .toEqual(named.map(({ label }) => label).sort());
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Custom' }).click();
    for (const label of ['Importer Address', 'BL Number', 'IEC'])
      await expect(page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: label })).toBeChecked();
  },
);

test(
  'on paper a list is the records of its page, whole, white, and nothing that works the screen',
  DEEP,
  async ({ page }) => {
    await lookAt(page, { name: 'dark', colorScheme: 'dark', width: 1440, height: 900 });
    await openTable(page, searchLink());
    const printed = page.getByRole('table', { name: 'Records of this page' });
    await expect(printed).toHaveCount(0);
    const count = (await grid(page).getByRole('columnheader').all()).length;
    await page.emulateMedia({ media: 'print' });
    await expect(printed.getByRole('row')).toHaveCount(LIMITS.pageSize + 1);
    expect(await printed.getByRole('columnheader').count()).toBeGreaterThanOrEqual(count - 4);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    for (const chrome of [grid(page), page.getByRole('banner'), page.getByRole('region', { name: 'Filters' })])
      await expect(chrome).toBeHidden();
    for (const act of ['Export All', 'Copy link', 'Next page'])
      await expect(page.getByRole('button', { name: act })).toBeHidden();
    await expect(page.getByText(/whose product contains 'cotton'/).first()).toBeVisible();
    await picture(page, 'list-on-paper');
    await page.emulateMedia({ media: 'screen' });
    await expect(printed).toHaveCount(0);
    await expect(grid(page)).toBeVisible();
  },
);
