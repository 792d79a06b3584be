/** What a screen is on paper: its question, its day and its figures, whole, and nothing to press. */
import type { Page } from '@playwright/test';
import { LIMITS } from '@tidewaiter/contract';
import { openCompanyPage } from './filters.js';
import { grid } from './table.js';
import { DEEP, expect, expectFits, lookAt, picture, searchLink, settled, signedInTest } from './test.js';

/** Widths of what is printed on, in pixels, within its margins. */
const PAPER = { upright: 718, wide: 1047 } as const;

interface Printed {
  address: (page: Page) => Promise<string> | string;
  paper: keyof typeof PAPER;
  /** They stand on it: its question, and what its figures are of. */
  says: readonly (string | RegExp)[];
}

const QUESTION = /whose product contains 'cotton', /;
const VERSION = /data version \d+/;

const SCREENS: Record<string, Printed> = {
  list: { address: () => searchLink(), paper: 'wide', says: [QUESTION, VERSION] },
  analysis: { address: () => searchLink().replace('/list1', '/analysis'), paper: 'upright', says: [QUESTION, VERSION] },
  suppliers: {
    address: () => searchLink({ view: 'suppliers' }).replace('/list1', '/indepthAnalysis'),
    paper: 'wide',
    says: [QUESTION, 'Suppliers', VERSION],
  },
  flows: {
    address: () => searchLink({ view: 'flow' }).replace('/list1', '/indepthAnalysis'),
    paper: 'wide',
    says: [QUESTION, 'Flows', VERSION],
  },
  company: { address: firstCompany, paper: 'wide', says: [/All of this page was one search/, 'Overview', VERSION] },
  coverage: { address: () => '/coverage', paper: 'upright', says: ['Data Coverage', 'Latest record', VERSION] },
};

/** The page of the first company that a list leads to. */
async function firstCompany(page: Page): Promise<string> {
  await page.goto(searchLink({ view: 'suppliers' }).replace('/list1', '/indepthAnalysis'));
  const address = (await page.locator('td, th').locator('a[href*="/company?"]').first().getAttribute('href')) ?? '';
  await page.goto(address);
  await openCompanyPage(page);
  return address;
}

for (const [name, { address, paper, says }] of Object.entries(SCREENS)) {
  signedInTest(
    `${name} on paper is its question, its day and all its columns, white, and nothing to press`,
    DEEP,
    async ({ page }) => {
      await lookAt(page, { name: 'dark', colorScheme: 'dark', width: 1440, height: 900 });
      await page.goto(await address(page));
      await expect(page.getByRole('table').or(page.getByRole('grid')).first()).toBeVisible();
      await settled(page);
      const drawn = await page.locator('main canvas').count();
      const sheets = sheetsOf(await page.pdf({ preferCSSPageSize: true, format: 'A4' }));
      // None of them is of the other way around: that would be a heading alone on a sheet.
      expect(new Set(sheets.map(({ width, height }) => (width > height ? 'wide' : 'upright')))).toEqual(
        new Set([paper]),
      );
      // What is below the window is not drawn until the page is printed.
      const least = Math.max(drawn, name === 'flows' ? 1 : 0);
      await expect.poll(() => page.locator('main canvas').count()).toBeGreaterThanOrEqual(least);

      await page.setViewportSize({ width: PAPER[paper], height: 800 });
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('contentinfo')).toHaveText(/Printed \d\d \w{3} \d{4}, \d\d:\d\d/);
      const main = page.getByRole('main');
      for (const words of says) await expect(main.getByText(words).first()).toBeVisible();
      await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
      for (const chrome of [page.getByRole('banner'), grid(page), page.getByRole('region', { name: 'Filters' })])
        await expect(chrome).toBeHidden();
      for (const act of ['Copy link', 'Save contact', 'Export All', 'Download CSV', 'Download as image', 'Next'])
        await expect(main.getByRole('button', { name: act }).first()).toBeHidden();
      await expect(main.getByRole('textbox').or(main.getByRole('checkbox')).or(main.getByRole('tab'))).toHaveCount(0);
      await expectFits(page);
      expect(await cutCells(page)).toEqual([]);
      const printed = page.getByRole('table', { name: 'Records of this page' });
      await expect(printed.getByRole('row')).toHaveCount(name === 'list' ? LIMITS.pageSize + 1 : 0);
      await picture(page, `${name}-on-paper`);
      if (name !== 'list') return;
      await page.emulateMedia({ media: 'screen' });
      await expect(printed).toHaveCount(0);
      await expect(grid(page)).toBeVisible();
    },
  );
}

/** How large each sheet of a document is. */
function sheetsOf(document: Buffer): { width: number; height: number }[] {
  const boxes = document.toString('latin1').matchAll(/\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/g);
  return [...boxes].map(([, width, height]) => ({ width: Number(width), height: Number(height) }));
}

/** What a cell says and does not show. */
const cutCells = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(td, th)')]
      .filter((cell) => cell.offsetParent !== null && cell.scrollWidth > cell.clientWidth + 1)
      .map((cell) => cell.innerText),
  );
