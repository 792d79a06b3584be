import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, picture, signIn, test } from './test.js';

/** The digits of a question in words: a sum, or a sum less something. */
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

function answerOf(question: string): string {
  const numbers = (question.toLowerCase().match(/[a-z]+/g) ?? [])
    .map((word) => NUMBERS.indexOf(word))
    .filter((number) => number >= 0);
  if (question.startsWith('What is')) return String(numbers.reduce((sum, number) => sum + number, 0));
  const [less = 0, ...added] = numbers;
  return String(added.reduce((sum, number) => sum + number, 0) - less);
}

test('the public screens are whole and accessible, light, dark and on a phone', async ({ page }) => {
  for (const [name, colorScheme, width] of [
    ['light', 'light', 1440],
    ['dark', 'dark', 1024],
    ['phone', 'light', 390],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['signup', 'reset', 'pricing', 'terms-and-conditions']) {
      await page.goto(`/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (path === 'signup') await expect(page.getByRole('img', { name: /Five digits/ })).toBeVisible();
      if (path === 'pricing') await expect(page.getByRole('link', { name: 'Get Started with Startup' })).toBeVisible();
      await expectAccessible(page);
      await picture(page, `${path}-${name}`);
    }
  }
});
