/** `npm run bench -- bundle URL EMAIL PASSWORD`: how much JavaScript each screen of a running portal fetches, compressed. */
import { gzipSync } from 'node:zlib';
import { openBrowser, openProposedSearch, PORTAL_WORDS, signIn } from './harness/browser.mjs';
import { readOptions } from './harness/options.mjs';

const options = readOptions(PORTAL_WORDS);
const { browser, page } = await openBrowser();
const scripts = new Map();
page.on('response', async (response) => {
  if (response.request().resourceType() !== 'script') return;
  // What a screen that was left asked for is asked again by the next that needs it.
  const body = await response.body().catch(() => null);
  if (body) scripts.set(response.url(), body);
});
const report = async (screen) => {
  await page.waitForLoadState('networkidle');
  const bytes = [...scripts.values()].reduce((sum, body) => sum + gzipSync(body).length, 0);
  console.log(`${screen}: ${(bytes / 1000).toFixed(1)} kB of JavaScript, gzipped, in ${scripts.size} files`);
};
await page.goto(`${options.url}/login`);
await report('/login');
await signIn(page, options);
await openProposedSearch(page, options);
await report('/list1 with results');
await browser.close();
