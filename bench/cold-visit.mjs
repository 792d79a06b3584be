/**
 * What a first visit shows on a slow line and processor: `npm run bench -- cold-visit URL EMAIL PASSWORD` against a running portal.
 *
 * Nothing is kept of an earlier visit but the session; the line carries 400 kbit/s with 300 ms to and fro, the processor is slowed four
 * times. Printed per screen are when the first words are painted, when the screen's frame can be read and when it shows what it is
 * for, in medians of several rounds, and what came over the line until then. The browser reaches the portal by TLS, as people do.
 */
import { chromium } from '@playwright/test';
import { median, ms, number, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { behindTls } from './harness/tls-proxy.mjs';

const given = readOptions({ url: 'http://127.0.0.1:3000', email: '', password: '' }, { rounds: 3 });
const proxy = await behindTls(given.url);
const options = { ...given, url: proxy.url };
const SLOWED = 4;
const LINE = { offline: false, latency: 300, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };
/** No visit waits longer, in milliseconds. */
const LIMIT_MS = 60_000;

const executablePath = process.env.TIDEWAITER_CHROMIUM;
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
const person = () => browser.newContext({ viewport: { width: 1440, height: 900 }, ignoreHTTPSErrors: true });

/** Shows when two sights of a page first came, in milliseconds since it was asked for. */
async function visit(context, path, frame, content) {
  const fresh = await context.newPage();
  const devtools = await context.newCDPSession(fresh);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.emulateNetworkConditions', LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const asked = performance.now();
  const since = () => performance.now() - asked;
  await fresh.goto(options.url + path, { waitUntil: 'commit', timeout: LIMIT_MS });
  const framed = frame(fresh).first().waitFor({ timeout: LIMIT_MS }).then(since);
  const shown = content(fresh).first().waitFor({ timeout: LIMIT_MS }).then(since);
  const times = [await framed, await shown];
  const painted = await fresh.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  const came = bytes;
  await fresh.close();
  return { painted, framed: times[0], shown: times[1], came };
}

const [signedIn, stranger] = [await person(), await person()];
const page = await signedIn.newPage();
await page.goto(`${options.url}/login`);
await page.getByLabel('Email').fill(options.email);
await page.getByLabel('Password', { exact: true }).fill(options.password);
await page.getByRole('button', { name: 'Sign In' }).click();
await page.waitForURL(/dashboard|list1/);
// What the screen proposes first finds something.
await page.goto(`${options.url}/list1`);
await page.getByRole('button', { name: /^Try/ }).first().click();
await page.getByRole('grid', { name: 'Records' }).waitFor();
const search = page.url().slice(options.url.length);
const navigation = (shown) => shown.getByRole('navigation').getByText('Search Global Data');
const SCREENS = [
  ['sign-in', stranger, '/login', (at) => at.getByRole('heading'), (at) => at.getByRole('button', { name: 'Sign In' })],
  [
    'dashboard',
    signedIn,
    '/dashboard',
    navigation,
    (at) => at.getByRole('main').getByRole('searchbox').or(at.getByRole('main').getByRole('combobox')),
  ],
  [
    'search',
    signedIn,
    search,
    navigation,
    (at) => at.getByRole('status').filter({ hasText: /shipments?.* data version/ }),
  ],
];

const rows = [];
for (const [name, context, path, frame, content] of SCREENS) {
  const rounds = [];
  for (let round = 0; round < options.rounds; round += 1) rounds.push(await visit(context, path, frame, content));
  const middle = (key) => median(rounds.map((each) => each[key]));
  rows.push([name, ms(middle('painted')), ms(middle('framed')), ms(middle('shown')), number(middle('came') / 1000)]);
}
console.log(table(['screen', 'first paint, ms', 'frame, ms', 'content, ms', 'came, kB'], rows));
await browser.close();
proxy.close();
