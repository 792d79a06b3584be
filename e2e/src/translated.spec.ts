/**
 * The screens in a browser that translates the page: it takes each text out of its place and puts elements of its own there, also for texts that come
 * later. None may fall over by it, or write what changes where nobody sees it.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { enter, openAccount } from './accounts.js';
import { facet } from './filters.js';
import { openLine } from './form.js';
import { enterAsOperator } from './operator.js';
import type { Portal } from './portal.js';
import { DEEP, expect, searchLink, settled, test } from './test.js';

declare global {
  interface Window {
    /** What was written into texts that stand nowhere any more. */
    unseen: string[];
  }
}

/** What such a browser does; its words are left as they are, so that tests find them. */
function translate() {
  window.unseen = [];
  const leave = 'script, style, font, textarea, title, option, svg, canvas, [contenteditable], [translate=no]';
  const taken = new MutationObserver((changes) => {
    for (const { target, oldValue } of changes) window.unseen.push(`${oldValue} → ${target.nodeValue}`);
  });
  const take = (text: Node) => {
    if (!text.nodeValue?.trim() || !text.parentElement || text.parentElement.closest(leave)) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.nodeValue;
    outer.append(inner);
    text.parentElement.replaceChild(outer, text);
    taken.observe(text, { characterData: true, characterDataOldValue: true });
  };
  const takeAll = (root: Node) => {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) found.push(walk.currentNode);
    found.forEach(take);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) node.nodeType === Node.TEXT_NODE ? take(node) : takeAll(node);
  }).observe(document, { childList: true, subtree: true });
}

/** Expects that the screen stands, and shows all that was written; that nothing was thrown, each test expects. */
async function expectWhole(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Oops!' })).toHaveCount(0, { timeout: 5_000 });
  expect(await page.evaluate(() => window.unseen)).toEqual([]);
}

/** Kinds of buttons that are pressed on each screen. */
const MOST = process.env.TIDEWAITER_DEEP === '1' ? 80 : 5;

/** What ends the session, or opens what is no screen. */
const LEFT_ALONE = /log ?out|\bend\b|print|download|passkey|file/i;

/** Presses what can be pressed on a screen, one of each kind, and closes what it opens. */
async function pressAll(page: Page, address: string): Promise<void> {
  const kinds: string[] = [];
  for (let pressed = 0; pressed < MOST; pressed += 1) {
    const kind = await page.evaluate(
      ([seen, leftAlone]) => {
        const labelOf = (one: Element) => one.getAttribute('aria-label') ?? one.textContent ?? '';
        // Rows have the same buttons, and differ in names and numbers.
        const kindOf = (one: Element) =>
          `${one.closest('[class]')?.className} ${labelOf(one).slice(0, 12).replace(/\d+/g, '0')}`;
        document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
        const all = [...document.querySelectorAll('main :is(button, summary, [role=tab], input[type=checkbox])')];
        const next = all.find(
          (one) =>
            one.checkVisibility() && !seen.includes(kindOf(one)) && !new RegExp(leftAlone, 'i').test(labelOf(one)),
        );
        next?.setAttribute('data-pressed', '');
        return next && kindOf(next);
      },
      [kinds, LEFT_ALONE.source] as const,
    );
    if (kind === undefined) return;
    kinds.push(kind);
    // What is covered or disabled is no way for anybody.
    await page
      .locator('[data-pressed]')
      .click({ timeout: 1000 })
      .catch(() => {});
    await settled(page);
    await expectWhole(page);
    await page.keyboard.press('Escape');
    await expectWhole(page);
    if (new URL(page.url()).pathname !== new URL(address, page.url()).pathname) await open(page, address);
  }
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('main').waitFor();
  await settled(page);
  await expectWhole(page);
}

const PUBLIC = ['/login', '/signup', '/reset', '/pricing', '/help', '/terms-and-conditions', '/maintenance'];
const SIGNED_IN = [
  ...[searchLink(), searchLink().replace('/list1', '/analysis'), searchLink().replace('/list1', '/indepthAnalysis')],
  ...['/list1', '/dashboard', '/profile', '/users', '/subscriptions', '/searchlog', '/downloadlog', '/savecontact'],
  ...[
    '/news-details',
    '/coverage',
    '/workspace',
    '/workspace?list=all',
    '/following',
    '/select-package',
    '/no-such-screen',
  ],
];

test.beforeEach(({ page }) => page.addInitScript(translate));

/** Opens a screen for somebody of whom nobody else is in need, whatever is pressed. */
async function openAsSomebody(page: Page, portal: Portal, address: string): Promise<void> {
  await enter(page, await openAccount(portal, `${randomUUID()}@company.example`, 'SME'), address);
  await open(page, address);
}

/** Those on which most comes and goes. */
const BUSIEST = [searchLink(), '/workspace', '/login'];

for (const address of [...PUBLIC, ...SIGNED_IN])
  test(
    `${address.replace(/\?trade.*/, ' with a question')} stands translated, whatever is pressed`,
    BUSIEST.includes(address) ? {} : DEEP,
    async ({ page, portal }) => {
      test.slow();
      if (PUBLIC.includes(address)) await open(page, address);
      else await openAsSomebody(page, portal, address);
      await pressAll(page, address);
    },
  );

test('a question is typed, written as a line, narrowed and followed to a company, translated', async ({
  page,
  portal,
}) => {
  test.slow();
  await openAsSomebody(page, portal, '/list1?trade=IMPORT&country=USA&by=PRODUCT&from=2025-01-01&to=2025-12-31');
  const values = page.getByRole('combobox', { name: 'Search values' });
  const suggested = page.getByRole('option').filter({ hasText: 'shipment' });
  await values.pressSequentially('cott');
  await expect(suggested.first()).toBeVisible();
  for (let letter = 0; letter < 4; letter += 1) await page.keyboard.press('Backspace');
  await expectWhole(page);
  await values.pressSequentially('cotton');
  await expect(suggested.first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectWhole(page);

  await open(page, searchLink());
  await openLine(page);
  const line = page.getByRole('combobox', { name: 'Query line' });
  const form = page.getByRole('form', { name: 'Query line' });
  await line.fill('colour:red hs:6x size:7');
  await expect(form.getByRole('status')).toContainText('more.');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('alert').getByRole('listitem')).toHaveCount(3);
  await expectWhole(page);
  await line.fill('');
  await form.getByRole('button', { name: 'earlier lines' }).press('Enter');
  await page.keyboard.press('Escape');
  await expectWhole(page);
  await line.fill('product:cotton');
  await page.keyboard.press('Enter');
  await settled(page);
  await expectWhole(page);

  await open(page, searchLink());
  await facet(page, 'Importer').getByRole('checkbox').first().click();
  await settled(page);
  await expectWhole(page);
  await page.getByRole('gridcell').locator('a[href^="/company?"]').first().click();
  await expect(page).toHaveURL(/\/company\?/);
  await settled(page);
  await pressAll(page, page.url());
});

test("the operator's screens stand translated", DEEP, async ({ page, portal }) => {
  await enterAsOperator(page, portal, 'translated@operator.example');
  for (const part of ['', '?part=audit', '?part=site', '?part=loads', '?part=jobs', '?part=health'])
    await open(page, `/operator${part}`);
  await open(page, '/operator/loads');
});
