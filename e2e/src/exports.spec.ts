/** Exports in the browser: quoted, paid once, fetched, found again. What the calls refuse, `exports.engine.test.ts` tests. */
import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { enter, openAccount } from './accounts.js';
import {
  DEEP,
  expect,
  expectAccessible,
  expectColumnsInSight,
  expectGoodLooks,
  hold,
  picture,
  searchLink,
  settled,
  test,
} from './test.js';

/** Few enough records for any plan. */
const LINK = searchLink({ from: '2026-10-01' });

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Export (all|selected) records$/ });
const oops = (page: Page) => page.getByRole('alertdialog', { name: 'Oops!' });
const exportAll = (page: Page) => page.getByRole('button', { name: 'Export All' });
const exportSelected = (page: Page) => page.getByRole('button', { name: /^Export Selected/ });
const confirm = (page: Page, words: string | RegExp) => dialog(page).getByRole('button', { name: words });
const marks = (page: Page) =>
  page.getByRole('grid', { name: 'Records' }).getByRole('img', { name: 'Exported already' });
const tray = (page: Page) => page.getByRole('region', { name: 'Exports under way' });
const note = (page: Page) => page.getByText('is ready. Download');

const count = (text: string | null) => Number((text ?? '').replace(/\D/g, ''));
const pointsLeft = async (page: Page) => count(await page.locator('[data-counter=downloads]').textContent());

async function found(page: Page): Promise<number> {
  await settled(page);
  const facts = page.getByText(/^[\d,]+ shipments? · /);
  return count((/^[\d,]+/.exec((await facts.textContent()) ?? '') ?? [''])[0]);
}

async function tick(page: Page, ...positions: number[]): Promise<void> {
  for (const position of positions) {
    await page.getByRole('checkbox', { name: `Select record ${position}`, exact: true }).check();
  }
}

/** Confirms what the dialog shows, and waits for the file that comes by itself. */
async function take(page: Page, words: string | RegExp): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), confirm(page, words).click()]);
  return download;
}

const contentOf = async (download: Download) => readFileSync(await download.path());
const linesOf = (csv: Buffer) => csv.toString('utf8').trim().split(/\r?\n/);

test('what is exported is quoted, paid once, marked, and narrowed away', {
  tag: ['@4.21', '@9.12', '@9.14'],
}, async ({ page, portal }) => {
  await enter(page, await openAccount(portal, 'exports@company.example'), LINK);
  const total = await found(page);
  const before = await pointsLeft(page);
  await expect(exportSelected(page)).toHaveCount(0);
  await tick(page, 1, 2, 3);
  await exportSelected(page).click();
  await expect(dialog(page)).toContainText(/In the file3 records.*Owned alreadynone.*Cost3 points/);
  const file = await take(page, 'Export 3 records for 3 points');
  expect(file.suggestedFilename()).toMatch(/^IMPORT_.*_2026-10-01_2026-10-31_[a-z0-9-]+\.xlsx$/);
  expect((await contentOf(file)).subarray(0, 2).toString()).toBe('PK');
  await expect(dialog(page)).toHaveCount(0);
  await expect(note(page)).toBeVisible();
  await expect.poll(() => pointsLeft(page)).toBe(before - 3);
  await expect(marks(page)).toHaveCount(3);

  // Again, and in another format: they are the account's.
  await exportSelected(page).click();
  await dialog(page).getByRole('radio', { name: /^CSV/ }).check();
  await dialog(page).getByRole('checkbox', { name: 'With record id, source, file and line' }).check();
  const lines = linesOf(await contentOf(await take(page, 'Export 3 records, free')));
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/Record id/i);
  expect(await pointsLeft(page)).toBe(before - 3);

  await page.getByRole('checkbox', { name: 'Only records not exported yet' }).check();
  await expect(page).toHaveURL(/onlyNew=Y/);
  await expect(marks(page)).toHaveCount(0);
  expect(await found(page)).toBe(total - 3);
  await page.getByRole('button', { name: 'Remove filter Only records not exported yet' }).click();
  await expect(marks(page)).toHaveCount(3);
});

test('what cannot be exported is said, and a price that has changed is shown anew', {
  tag: ['@6.10', '@8.14'],
}, async ({ page, portal }) => {
  const email = 'refused@company.example';
  await enter(page, await openAccount(portal, email));
  const answer = await hold(page, '**/search-management/search');
  await page.goto(LINK.replace(/&country=(?!IND).*$/, ''));
  await exportAll(page).click();
  await expect(oops(page)).toContainText('Please Search data first, then export.');
  await oops(page).getByRole('button', { name: 'OK' }).click();
  answer();
  await found(page);

  await tick(page, 1, 2);
  await exportSelected(page).click();
  await expect(confirm(page, 'Export 2 records for 2 points')).toBeVisible();
  await portal.command('weightage', 'set', 'IND', '--import', '2');
  try {
    await confirm(page, 'Export 2 records for 2 points').click();
    await expect(dialog(page).getByText('The price or the records have changed since')).toBeVisible();
    await expect(confirm(page, 'Export 2 records for 4 points')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
  } finally {
    await portal.command('weightage', 'set', 'IND', '--import', '1');
  }

  const points = await pointsLeft(page);
  await portal.command('grant', email, `--downloads=-${points - 1}`, '--reason', 'taken back');
  await exportSelected(page).click();
  await expect(dialog(page)).toContainText('Your Download Limit Exhausted');
  await expect(confirm(page, 'Export')).toBeDisabled();
  await expectAccessible(page);
  await picture(page, 'export-refused');
  await page.keyboard.press('Escape');
  // All of them is as far as the points reach.
  await exportAll(page).click();
  await expect(dialog(page)).toContainText('your 1 point reach no further');
  await take(page, 'Export 1 record for 1 point');
  await expect.poll(() => pointsLeft(page)).toBe(0);
});

/** Lets the person's list of open exports say that their latest one is half done, until it is told to let go. */
async function holdHalfDone(page: Page): Promise<() => void> {
  let held = true;
  await page.route('**/export-management/list?*open=Y*', async (route) => {
    if (!held) return route.continue();
    const answer = await route.fetch({ url: route.request().url().replace('open=Y', 'open=N') });
    const { exportList } = await answer.json();
    const [latest] = exportList;
    const open = { ...latest, state: 'MAKING', rows: 100_000, rowsDone: 40_000, bytes: null, keptUntil: null };
    await route.fulfill({ json: { exportList: [open], totalRecords: 1 } });
  });
  return () => {
    held = false;
  };
}

test(
  'what is under way is found on other screens and after a reload, and can be cancelled',
  DEEP,
  async ({ page, portal }) => {
    await enter(page, await openAccount(portal, 'walks@company.example'), LINK);
    await found(page);
    await exportAll(page).click();
    await expect(confirm(page, /^Export .+ points$/)).toBeVisible();
    await expectGoodLooks(page, 'export-dialog');
    await page.keyboard.press('Escape');
    await tick(page, 1);
    await exportSelected(page).click();
    await take(page, 'Export 1 record for 1 point');
    await expect(note(page)).toBeVisible();
    await expectGoodLooks(page, 'export-ready');
    const letGo = await holdHalfDone(page);
    await page.goto('/profile');
    const bar = tray(page).getByRole('progressbar');
    await expect(bar).toHaveAttribute('aria-valuenow', '40');
    await expect(tray(page)).toContainText('40,000 of 1,00,000 rows');
    await page.goto('/downloadlog');
    await expect(page.getByRole('table')).toBeVisible();
    await expectGoodLooks(page, 'downloadlog');
    await page.setViewportSize({ width: 768, height: 1024 });
    await expectColumnsInSight(page.getByRole('region', { name: 'Exports', exact: true }));
    await page.setViewportSize({ width: 1280, height: 720 });
    await expect(bar).toHaveAttribute('aria-valuenow', '40');
    const cancelled = page.waitForRequest((request) => request.url().includes('/export-management/cancel'));
    await tray(page)
      .getByRole('button', { name: /^Cancel export / })
      .click();
    await cancelled;
    await expect(tray(page)).toContainText('Cancelling');
    // It had ended before: the tray says so, and the file is one press away on a screen where nobody asked for it.
    letGo();
    await expect(tray(page)).toHaveCount(0);
    await expect(note(page)).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  },
);

test(
  'the history fetches a file again, asks its question again, and is where the ledger leads',
  DEEP,
  async ({ page, portal }) => {
    await enter(page, await openAccount(portal, 'history@company.example'), '/downloadlog');
    await expect(page.getByText('Nothing has been exported yet.')).toBeVisible();
    await expectAccessible(page);
    await picture(page, 'downloadlog-empty');
    await page.goto(`${LINK}&rangeQuantityStart=1`);
    await tick(page, 1, 2);
    await exportSelected(page).click();
    await take(page, 'Export 2 records for 2 points');

    await page.goto('/subscriptions');
    const entries = page.getByRole('table');
    await expect(entries.getByRole('row', { name: /Search Imports of .*'cotton'/ })).toHaveCount(1);
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      await expectColumnsInSight(page.getByRole('region', { name: 'Entries of the ledger' }));
    }
    await entries
      .getByRole('row', { name: /Export Imports of/ })
      .getByRole('link')
      .click();
    await expect(page).toHaveURL(/\/downloadlog\?export=/);
    const row = page.getByRole('table').locator('[aria-current]');
    await expect(row).toContainText(/'cotton'.*22.*Excel, /);
    await page.reload();
    const download = page.waitForEvent('download');
    await row.getByRole('button', { name: /^Download / }).click();
    expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);

    await page.getByRole('searchbox', { name: 'Find a question' }).fill('silk');
    await expect(page.getByText('No export’s question contains “silk”.')).toBeVisible();
    await page.getByRole('link', { name: 'Show all exports' }).click();
    await page
      .getByRole('table')
      .getByRole('link', { name: /'cotton'/ })
      .click();
    await expect(page).toHaveURL(/\/list1\?.*rangeQuantityStart=1/);
    await expect(page.getByRole('heading', { level: 2, name: /contains 'cotton'/ })).toBeVisible();
  },
);
