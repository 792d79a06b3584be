/**
 * How quickly the search screen answers a person on a processor that is slowed four times:
 * `node bench/interaction.mjs URL EMAIL PASSWORD` against a running portal.
 *
 * Printed per act are the longest time from a key, a click or a tick to the next paint (as the browser's own event timing
 * measures it), and the longest task while it went on. Scrolling is over 200 rows of 100 columns, or of as many as there are.
 */
import { chromium } from '@playwright/test';

const [url = 'http://127.0.0.1:3000', email = '', password = ''] = process.argv.slice(2);
const SLOWED = 4;
/** An interaction should be painted within this; no task may hold a scroll for longer than that. In milliseconds. */
const PAINT_MS = 100;
const TASK_MS = 50;

const executablePath = process.env.TIDEWAITER_CHROMIUM;
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.setDefaultTimeout(60_000);

await page.addInitScript(() => {
  const seen = { events: [], tasks: [] };
  window.seen = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) seen.events.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.tasks.push(entry.duration);
  }).observe({ type: 'longtask', buffered: true });
});

await page.goto(`${url}/login`);
await page.getByLabel('Email').fill(email);
await page.getByLabel('Password', { exact: true }).fill(password);
await page.getByRole('button', { name: 'Sign In' }).click();
await page.waitForURL(/list1/);
await page.getByRole('button', { name: /^Try/ }).click();
const grid = page.getByRole('grid', { name: 'Records' });
await grid.waitFor();

/** As many rows and columns as a person can ask for. */
async function showAll() {
  await page.getByRole('button', { name: 'Custom', exact: true }).click();
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByRole('combobox', { name: 'Rows per page' }).selectOption('200');
  await page.waitForURL(/size=200/);
  await page.waitForFunction(() => document.querySelector('[aria-busy="true"]') === null);
}
await showAll();
await page.waitForLoadState('networkidle');

const session = await page.context().newCDPSession(page);
await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });

/** Acts, and says how long the browser took. */
async function measure(name, act) {
  await page.evaluate(() => {
    window.seen.events.length = 0;
    window.seen.tasks.length = 0;
  });
  await act();
  // Until the frames after the last act have been painted and told of.
  await page.waitForTimeout(600);
  const { events, tasks } = await page.evaluate(() => window.seen);
  const [paint, task] = [Math.max(0, ...events), Math.max(0, ...tasks)];
  return { name, paint, task };
}

const values = page.getByRole('combobox', { name: 'Search values' }).first();
const scroller = page.getByRole('region', { name: /^Records/ });
const results = [
  await measure('typing 12 letters into the search values', async () => {
    await values.focus();
    await page.keyboard.type('cotton yarns', { delay: 120 });
  }),
  await measure('ticking a row', async () => {
    await grid.getByRole('checkbox').nth(3).click();
    await grid.getByRole('checkbox').nth(4).click();
  }),
  await measure('ticking all rows', async () => {
    await grid.getByRole('checkbox').first().click();
  }),
  await measure('opening and closing the description of a record', async () => {
    await grid
      .getByRole('button', { name: /^Description/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  }),
  await measure('opening and closing the column chooser', async () => {
    await page.getByRole('button', { name: 'Custom', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
  }),
  await measure('moving through the table by arrow keys', async () => {
    await scroller.focus();
    for (let step = 0; step < 20; step += 1) await page.keyboard.press(step % 2 ? 'ArrowDown' : 'ArrowRight');
  }),
  await measure('scrolling down and to the right by the wheel', async () => {
    await scroller.hover();
    for (let step = 0; step < 60; step += 1) {
      await page.mouse.wheel(step % 3 === 0 ? 300 : 0, 400);
      await page.waitForTimeout(30);
    }
  }),
];

const rows = await grid.getAttribute('aria-rowcount');
const columns = await grid.getAttribute('aria-colcount');
console.log(`${rows} rows found, ${columns} columns shown, processor slowed ${SLOWED} times; milliseconds\n`);
console.log('| act | longest to the next paint | longest task |\n|---|---:|---:|');
for (const { name, paint, task } of results) console.log(`| ${name} | ${Math.round(paint)} | ${Math.round(task)} |`);
const slow = results.filter(
  ({ name, paint, task }) => paint > PAINT_MS || (name.startsWith('scrolling') && task > TASK_MS),
);
console.log(slow.length === 0 ? '\nAll within their time.' : `\nToo slow: ${slow.map(({ name }) => name).join('; ')}.`);
await browser.close();
