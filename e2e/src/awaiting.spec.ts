/** What a screen shows while its figures are on their way: their shape, in which they take their place without moving anything. */
import type { Page } from '@playwright/test';
import {
  DEEP,
  expect,
  expectAccessible,
  hold,
  lookAt,
  noteMoves,
  PHONE,
  picture,
  searchLink,
  settled,
  signedInTest,
} from './test.js';

/** All that screens ask for, but who is signed in. */
const DATA = /-management\/(?!.*session)/i;

const DESKTOP = { name: 'desktop-light', colorScheme: 'light', width: 1440, height: 900 } as const;

/** The screens that people wait for, and a part of each that says that its figures have come. */
const SCREENS: Record<string, { address: string; come: (page: Page) => Promise<void> }> = {
  list: { address: searchLink(), come: (page) => expect(page.getByText(/^1–20 of /).first()).toBeVisible() },
  analysis: {
    address: searchLink().replace('/list1', '/analysis'),
    come: (page) =>
      expect(page.getByRole('cell', { name: '100.00%' }).or(page.getByText('TOTAL')).first()).toBeVisible(),
  },
  suppliers: {
    address: searchLink({ view: 'suppliers' }).replace('/list1', '/indepthAnalysis'),
    come: (page) => expect(page.getByRole('checkbox').first()).toBeVisible(),
  },
  compare: {
    address: searchLink({ view: 'compare' }).replace('/list1', '/indepthAnalysis'),
    come: (page) => expect(page.getByRole('columnheader', { name: 'Growth' })).toBeVisible(),
  },
  flows: {
    address: searchLink({ view: 'flow' }).replace('/list1', '/indepthAnalysis'),
    come: (page) => expect(page.getByRole('columnheader', { name: 'Lane' })).toBeVisible(),
  },
  coverage: {
    address: '/coverage',
    come: (page) => expect(page.getByLabel('Summary')).toBeVisible(),
  },
  dashboard: {
    address: '/dashboard',
    come: (page) => expect(page.getByRole('columnheader', { name: 'Importing' })).toBeVisible(),
  },
};

/** No more than this is moved: the counters of the header, whose own width is not known before they are. */
const LEAST_MOVED = 0.03;

/**
 * The dashboard's panels are as high as what somebody has saved and looked at, and the first table of the analysis as its months, which are
 * not known before.
 */
const MOVED_BY_CONTENTS: Record<string, number> = { dashboard: 0.05 };

for (const [name, { address, come }] of Object.entries(SCREENS)) {
  for (const look of [DESKTOP, PHONE]) {
    signedInTest(`${name} holds the room of what comes, in its shape (${look.name})`, DEEP, async ({ page }) => {
      await lookAt(page, look);
      await page.addInitScript(noteMoves);
      const letThrough = await hold(page, DATA);
      await page.goto(address);
      const shape = page.locator('main [aria-busy="true"][data-awaited]');
      await expect(shape.first()).toBeVisible();
      expect((await shape.last().boundingBox())?.height).toBeGreaterThan(20);
      // It is still, for those who would be disturbed by it and for all others.
      expect(await page.evaluate(() => document.querySelectorAll('[data-awaited]').length)).toBeGreaterThan(0);
      expect(await shape.first().evaluate((element) => element.getAnimations({ subtree: true }).length)).toBe(0);
      await expectAccessible(page);
      await picture(page, `awaiting-${name}-${look.name}`);
      await page.evaluate(() => {
        window.moves = [];
      });
      letThrough();
      await come(page);
      await settled(page);
      await expect(shape).toHaveCount(0);
      const moves = await page.evaluate(() => window.moves);
      const moved = moves.reduce((sum, { value }) => sum + value, 0);
      expect(moved, JSON.stringify(moves)).toBeLessThan(MOVED_BY_CONTENTS[name] ?? LEAST_MOVED);
    });
  }
}
