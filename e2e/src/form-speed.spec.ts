import type { Locator } from '@playwright/test';
import { expect, searchLink, signIn, test } from './test.js';

// A trace is work of its own, at every key.
test.use({ trace: 'off' });

test('typing feels instant: with the processor slowed 4 times, the next paint comes within 100 ms', async ({
  page,
  context,
  portal,
}) => {
  await page.goto('/login');
  await signIn(page, portal);
  await expect(page).toHaveURL(/\/list1/);
  await page.goto(searchLink({ row1: 'AND.IMPORTER.L', q1: 'trading', row2: 'AND.PRODUCT.D', q2: 'polyester' }));
  await expect(page.getByRole('button', { name: /of record 1$/ })).toBeVisible();
  const processor = await context.newCDPSession(page);
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate(() => {
    const paints: number[] = [];
    const measure = ({ timeStamp }: KeyboardEvent) =>
      requestAnimationFrame(() => setTimeout(() => paints.push(performance.now() - timeStamp)));
    document.addEventListener('keydown', measure, { capture: true });
    Object.assign(window, { paints });
  });
  /** From each key of a text to its paint, in ms. */
  const typed = async (field: Locator, text: string): Promise<number[]> => {
    await field.click();
    await field.pressSequentially(text, { delay: 60 });
    await field.fill('');
    return page.evaluate(async () => {
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
      return (window as unknown as { paints: number[] }).paints.splice(0);
    });
  };
  const fields = page.getByRole('combobox', { name: 'Search values' });
  const text = 'viscose staple fibre';
  for (const field of [fields.first(), fields.nth(1)]) {
    // Other work of the machine makes a key slow once; what the form does makes it slow every time.
    const rounds: number[][] = [];
    for (let round = 0; round < 4; round++) rounds.push(await typed(field, text));
    const best = [...text].map((_, key) => Math.min(...rounds.map((round) => round[key] ?? Number.NaN)));
    expect(Math.max(...best)).toBeLessThanOrEqual(100);
  }
});
