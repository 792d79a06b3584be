/**
 * How quickly the search screen, and the analysis of a search, answer a person on a processor that is slowed four times:
 * `npm run bench -- interaction URL EMAIL PASSWORD` against a running portal.
 *
 * The table has 200 rows and 100 columns, the most that a person can ask for; what the portal's records have no value of is
 * filled in on the way to the browser. Printed per act are the longest time from a key or a press of the mouse to the next paint
 * (as the browser's own event timing measures it), and the longest task while it went on: medians of several rounds.
 */
import { columnsFor } from '@tidewaiter/contract';
import { openBrowser, PORTAL_WORDS, signIn } from './harness/browser.mjs';
import { median, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';

const options = readOptions(PORTAL_WORDS);
const { url } = options;
const SLOWED = 4;
const ROUNDS = 3;
const ROWS = 200;
/** An interaction should be painted within this; no task may hold a scroll for longer than that. In milliseconds. */
const PAINT_MS = 100;
const TASK_MS = 50;

const { browser, page } = await openBrowser({ viewport: { width: 1440, height: 900 } });
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

const columns = columnsFor('IMPORT', ['IND']);
const VALUES = { date: '2026-05-17', decimal: '1234.25', integer: 7, code: '700001' };

/** Makes an answer a whole page, of records that have a value of every column. */
async function fill(route) {
  const response = await route.fetch();
  const answer = await response.json();
  const found = answer.impIndList;
  const value = (record, { key, type, label }) => record[key] ?? VALUES[type] ?? label;
  answer.impIndList = Array.from({ length: ROWS }, (_, row) => {
    const record = found[row % found.length];
    const cells = columns.map((column) => [column.key, value(record, column)]);
    return { ...record, ...Object.fromEntries(cells), id: String(row) };
  });
  await route.fulfill({ response, json: answer });
}
await page.route('**/search-management/search', fill);

await page.goto(`${url}/login`);
await signIn(page, options);
const asked = { trade: 'IMPORT', country: 'IND', by: 'PRODUCT', q: 'cotton', from: '2024-01-01', to: '2026-10-31' };
await page.goto(`${url}/list1?${new URLSearchParams({ ...asked, size: String(ROWS) })}`);
const grid = page.getByRole('grid', { name: 'Records' });
await grid.waitFor();
await page.getByRole('button', { name: 'Custom', exact: true }).click();
await page.getByRole('button', { name: 'Select all' }).click();
await page.getByRole('button', { name: 'Apply' }).click();
await page.getByRole('dialog').waitFor({ state: 'detached' });
await page.waitForLoadState('networkidle');

const session = await page.context().newCDPSession(page);
await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });

const values = page.getByRole('combobox', { name: 'Search values' }).first();
const scroller = page.getByRole('region', { name: /^Records/ });
const custom = page.getByRole('button', { name: 'Custom', exact: true });
const describe = grid.getByRole('button', { name: /^Description/ }).first();
const tick = (place) => grid.getByRole('checkbox').nth(place);

/** Forgets what the browser told of before. */
const forget = () =>
  page.evaluate(() => {
    window.seen.events.length = 0;
    window.seen.tasks.length = 0;
  });

/** Puts the pointer on something, as a person has it there before they press. */
async function pointAt(target) {
  const box = await target.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

async function press() {
  await page.mouse.down();
  await page.mouse.up();
}

/** As fast as a key repeats that is held down. */
async function walk() {
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press(step % 2 ? 'ArrowDown' : 'ArrowRight');
    await page.waitForTimeout(30);
  }
}

async function toTheTop() {
  await scroller.evaluate((box) => box.scrollTo(0, 0));
  await page.waitForTimeout(500);
}

/** What a person does, and what comes before it. */
const ACTS = [
  { name: 'ticking a row', before: () => pointAt(tick(3)), act: press },
  { name: 'ticking all rows', before: () => pointAt(tick(0)), act: press },
  { name: 'opening the description of a record', before: () => pointAt(describe), act: press },
  { name: 'closing the description', act: () => page.keyboard.press('Escape') },
  { name: 'opening the column chooser', before: () => pointAt(custom), act: press },
  { name: 'closing the column chooser', act: () => page.keyboard.press('Escape') },
  { name: 'scrolling the table by arrow keys', before: () => scroller.focus(), act: walk },
  {
    name: 'walking from cell to cell by arrow keys',
    before: async () => {
      await toTheTop();
      for (const key of ['Tab', 'ArrowDown']) await page.keyboard.press(key);
    },
    act: walk,
  },
  {
    name: 'scrolling down and to the right by the wheel',
    before: async () => {
      await toTheTop();
      await pointAt(scroller);
    },
    act: async () => {
      for (let step = 0; step < 60; step += 1) {
        await page.mouse.wheel(step % 3 === 0 ? 300 : 0, 400);
        await page.waitForTimeout(30);
      }
    },
  },
  {
    name: 'typing 12 letters into the search values',
    // The form is folded to its question, and would push the table down while it is open.
    before: async () => {
      if (!(await values.isVisible())) await page.getByRole('button', { name: /Change$/ }).click();
      await values.focus();
    },
    act: () => page.keyboard.type('cotton yarns', { delay: 120 }),
  },
];

/** Acts, and says how long the browser took. Nothing looks into the page meanwhile: that would be slowed, and counted, too. */
async function measure({ before, act }) {
  await before?.();
  await page.waitForTimeout(400);
  await forget();
  await act();
  // Until the frames after the last act have been painted and told of.
  await page.waitForTimeout(800);
  const { events, tasks } = await page.evaluate(() => window.seen);
  return { paint: Math.max(0, ...events), task: Math.max(0, ...tasks) };
}

/** Medians of several rounds. */
async function measureAll(acts, before) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await before();
    const measured = [];
    for (const act of acts) measured.push(await measure(act));
    rounds.push(measured);
  }
  return acts.map(({ name }, index) => {
    const middle = (part) => median(rounds.map((measured) => measured[index][part]));
    return { name, paint: middle('paint'), task: middle('task') };
  });
}

const results = await measureAll(ACTS, toTheTop);
const shown = await grid.getAttribute('aria-colcount');
await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
await page.goto(`${url}/analysis?${new URLSearchParams({ ...asked, by: 'HS_CODE', q: '8517' })}`);
await page.getByRole('region', { name: 'Month Wise Analysis', exact: true }).waitFor();
await page.waitForLoadState('networkidle');
await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });

/** Pressed within the page: looking for it would be slowed, and counted, too. */
const pressWithin = (target) => target.evaluate((element) => element.click());
const answered = () => page.waitForTimeout(3000);
const tab = (name) => page.getByRole('tab', { name }).first();
const ANALYSIS_ACTS = [
  {
    name: 'scrolling the analysis by the wheel, its charts drawn on the way',
    before: () => page.mouse.move(700, 600),
    act: async () => {
      for (let step = 0; step < 60; step += 1) {
        await page.mouse.wheel(0, 120);
        await page.waitForTimeout(30);
      }
    },
  },
  {
    name: 'narrowing the analysis, until all its panels stand',
    act: async () => {
      await pressWithin(page.locator('button[title^="Narrow to"]').nth(1));
      await answered();
    },
  },
  {
    name: 'going back to the analysis before',
    act: async () => {
      await page.evaluate(() => history.back());
      await answered();
    },
  },
  { name: 'choosing another chart', act: () => pressWithin(tab('Line')) },
  { name: 'choosing the first one again', act: () => pressWithin(tab('Bar')) },
];
results.push(...(await measureAll(ANALYSIS_ACTS, () => page.evaluate(() => window.scrollTo(0, 0)))));

console.log(`${ROWS} rows of ${shown} columns, processor slowed ${SLOWED} times; medians of ${ROUNDS}, milliseconds\n`);
const acts = results.map(({ name, paint, task }) => [name, Math.round(paint), Math.round(task)]);
console.log(table(['act', 'longest to the next paint', 'longest task'], acts));
const slow = results.filter(
  ({ name, paint, task }) => paint > PAINT_MS || (/wheel|analysis|chart/.test(name) && task > TASK_MS),
);
console.log(slow.length === 0 ? '\nAll within their time.' : `\nToo slow: ${slow.map(({ name }) => name).join('; ')}.`);
await browser.close();
