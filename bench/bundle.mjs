/** How much JavaScript each screen fetches, compressed: `node bench/bundle.mjs URL EMAIL PASSWORD` against a running portal. */
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';

const [url = 'http://127.0.0.1:3000', email = '', password = ''] = process.argv.slice(2);
const executablePath = process.env.TIDEWAITER_CHROMIUM;
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
const page = await browser.newPage();
const scripts = new Map();
page.on('response', async (response) => {
  if (response.request().resourceType() === 'script') scripts.set(response.url(), await response.body());
});
const report = async (screen) => {
  await page.waitForLoadState('networkidle');
  const bytes = [...scripts.values()].reduce((sum, body) => sum + gzipSync(body).length, 0);
  console.log(`${screen}: ${(bytes / 1000).toFixed(1)} kB of JavaScript, gzipped, in ${scripts.size} files`);
};
await page.goto(`${url}/login`);
await report('/login');
await page.getByLabel('Email').fill(email);
await page.getByLabel('Password', { exact: true }).fill(password);
await page.getByRole('button', { name: 'Sign In' }).click();
await page.waitForURL(/list1/);
await page.getByRole('button', { name: /^Try/ }).click();
await page.getByRole('grid').waitFor();
await report('/list1 with results');
await browser.close();
