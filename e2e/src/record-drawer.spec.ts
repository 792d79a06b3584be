import type { Page } from '@playwright/test';
import { found, openSearch, pills } from './filters.js';
import { grid, openTable, region, rows } from './table.js';
import {
  DEEP,
  expect,
  expectAccessible,
  expectFits,
  LOOKS,
  lookAt,
  PHONE,
  picture,
  searchLink,
  settled,
  signedInTest as test,
} from './test.js';

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Record', exact: true });
const opened = (page: Page) => grid(page).locator('[role=row][aria-current=true]');
const open = (page: Page, row: number) => rows(page).nth(row).getByRole('gridcell').nth(4).click();
const place = (page: Page) => drawer(page).getByRole('status');

test(
  'a press on a row opens its record beside the list, which goes along with the arrow keys',
  DEEP,
  async ({ page }) => {
    await openTable(page, searchLink());
    await settled(page);
    const before = await region(page).boundingBox();
    await open(page, 2);
    await expect(place(page)).toHaveText('Record 3 of 20 on this page');
    await expect(drawer(page)).toBeFocused();
    await expect(opened(page)).toHaveAttribute('data-row', '3');
    // The list stays where it was, and is no background: another row is a press away.
    expect(await region(page).boundingBox()).toEqual(before);
    await expectAccessible(page);

    await page.keyboard.press('ArrowRight');
    await expect(place(page)).toHaveText('Record 4 of 20 on this page');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(place(page)).toHaveText('Record 2 of 20 on this page');
    await drawer(page).getByRole('button', { name: 'Next record' }).click();
    await expect(place(page)).toHaveText('Record 3 of 20 on this page');
    await open(page, 0);
    await expect(place(page)).toHaveText('Record 1 of 20 on this page');
    await expect(drawer(page).getByRole('button', { name: 'Previous record' })).toBeDisabled();
    // Until the focus is there, the arrow keys are the list's.
    await expect(drawer(page)).toBeFocused();
    // What is opened stays in sight in the list.
    for (let step = 1; step < 20; step += 1) await page.keyboard.press('ArrowRight');
    await expect(place(page)).toHaveText('Record 20 of 20 on this page');
    await expect(opened(page)).toHaveAttribute('data-row', '20');
    await expect(opened(page)).toBeInViewport({ ratio: 0.5 });
    // And goes on over the end of the page, and back.
    await page.keyboard.press('ArrowRight');
    await expect(page).toHaveURL(/page=2/);
    await expect(place(page)).toHaveText('Record 1 of 20 on this page');
    await page.keyboard.press('ArrowLeft');
    await expect(page).not.toHaveURL(/page=2/);
    await expect(place(page)).toHaveText('Record 20 of 20 on this page');

    await page.keyboard.press('Escape');
    await expect(drawer(page)).toBeHidden();
    await expect(opened(page)).toHaveCount(0);
    // A tick opens nothing, and the Action column opens what it always did.
    await page.getByRole('checkbox', { name: 'Select record 19', exact: true }).check();
    await expect(drawer(page)).toBeHidden();
    await page.getByRole('button', { name: 'Description of record 20', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Description' }).getByRole('term').first()).toBeVisible();
    await expect(drawer(page)).toBeHidden();
  },
);

test('a record is opened, read and left by the keyboard alone, also where the table fills the window', async ({
  page,
}) => {
  await openTable(page, searchLink());
  await settled(page);
  const cell = rows(page).first().locator('[role=gridcell][data-type=code]').first();
  await cell.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Open record' }).press('Enter');
  await expect(drawer(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(cell).toBeFocused();

  await page.getByRole('button', { name: 'Fill the window' }).click();
  await open(page, 1);
  await expect(drawer(page)).toBeVisible();
  await expect(drawer(page)).toBeFocused();
  // Escape closes what was opened last.
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(page.getByRole('dialog', { name: 'Results table' })).toBeVisible();
  await open(page, 1);
  await page.getByRole('button', { name: 'Description of record 3', exact: true }).click();
  const description = page.getByRole('dialog', { name: 'Description' });
  await expect(description.getByRole('status')).toHaveText('Record 3 of 20 on this page');
  await expect(description.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await expect(description.getByRole('status')).toHaveText('Record 4 of 20 on this page');
  await page.keyboard.press('Escape');
  await expect(description).toBeHidden();
  await expect(place(page)).toHaveText('Record 2 of 20 on this page');
});

test(
  'the companies of a record lead to their page, their shipments, the web and the contacts',
  DEEP,
  async ({ page }) => {
    await openSearch(page);
    await settled(page);
    const all = await found(page);
    await open(page, 0);
    const importer = drawer(page).getByRole('region', { name: /^Importer Name: / });
    const name = ((await importer.getAttribute('aria-label')) ?? '').replace('Importer Name: ', '');
    await expect(importer.getByRole('link', { name: `Company page: ${name}` })).toHaveAttribute(
      'href',
      /^\/company\?name=/,
    );
    await expect(importer.getByRole('link', { name: `Web search for ${name}` })).toHaveAttribute('rel', /noopener/);
    const kept = page.waitForResponse('**/activity-management/savecontact');
    await importer.getByRole('button', { name: `Save contact: ${name}` }).click();
    expect((await kept).ok()).toBe(true);
    await importer.getByRole('button', { name: `Its shipments: ${name}` }).click();
    await expect(pills(page)).toHaveText(`Importer: ${name}`);
    await expect.poll(() => found(page)).toBeLessThan(all);
  },
);

test('the drawer moves for 120 ms, and not at all for who asked for less', DEEP, async ({ page }) => {
  await openTable(page, searchLink());
  const moves = async (reducedMotion: 'reduce' | 'no-preference') => {
    await page.emulateMedia({ reducedMotion });
    await open(page, 1);
    await expect(drawer(page)).toBeVisible();
    const duration = await drawer(page).evaluate((element) => getComputedStyle(element).transitionDuration);
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toBeHidden();
    return duration;
  };
  expect(await moves('no-preference')).toMatch(/^(120ms|0\.12s)$/);
  expect(await moves('reduce')).toBe('0s');
});

test('on a phone the drawer is the whole screen, and keeps the focus', DEEP, async ({ page }) => {
  await lookAt(page, PHONE);
  await page.goto(searchLink());
  const card = page.getByRole('list', { name: 'Records' }).getByRole('listitem').first();
  await card.locator('p').first().click();
  await expect(place(page)).toHaveText('Record 1 of 20 on this page');
  await expect.poll(async () => (await drawer(page).boundingBox())?.width).toBe(390);
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('Tab');
  expect(await drawer(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await expectAccessible(page);
  await expectFits(page);
  await picture(page, 'record-drawer-phone');
  await drawer(page).getByRole('button', { name: 'Close record' }).click();
  await expect(drawer(page)).toBeHidden();
  await card.getByRole('button', { name: 'All fields of record 1' }).click();
  await expect(page.getByRole('dialog', { name: 'Description' }).getByRole('term').first()).toBeVisible();
});

for (const look of LOOKS.filter(({ width }) => width > 390)) {
  test(`a record beside its list is whole and accessible: ${look.name}`, DEEP, async ({ page }) => {
    await lookAt(page, look);
    await openTable(page, searchLink());
    await settled(page);
    await open(page, 3);
    await expect(place(page)).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
    await picture(page, `record-drawer-${look.name}`);
  });
}
