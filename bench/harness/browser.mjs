/** A browser that signs in to a running portal. */
import { chromium } from '@playwright/test';

/** @returns the browser, and a page that shows nothing yet */
export async function openBrowser(options = {}) {
  const executablePath = process.env.TIDEWAITER_CHROMIUM;
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
  return { browser, page: await browser.newPage(options) };
}

/** From the screen of `/login`. */
export async function signIn(page, { email, password }) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(/dashboard|list1/);
}

/** Opens the search screen and asks what it proposes first, which finds something. */
export async function openProposedSearch(page, { url }) {
  await page.goto(`${url}/list1`);
  await page.getByRole('button', { name: /^Try/ }).first().click();
  await page.getByRole('grid', { name: 'Records' }).waitFor();
}

/** The words of a command line that name a portal and who signs in. */
export const PORTAL_WORDS = { url: 'http://127.0.0.1:3000', email: '', password: '' };
