import { facet, found, openSearch, pills } from './filters.js';
import { DEEP, expect, expectAccessible, picture, settled, signedInTest as test } from './test.js';

test('a bound that nobody gave says what it leaves out, and includes it', DEEP, async ({ page }) => {
  // Everything: only the largest shipments of the demo are worth more than the bound that stands in.
  const everything = { match: 'D', q: 'no such product' };
  await openSearch(page, everything);
  const all = await found(page);
  await openSearch(page, { ...everything, rangeValueUsdStart: '1' });
  const within = await found(page);
  const note = page.getByRole('status').filter({ hasText: /with a value above 9,99,999 (is|are) left out/ });
  await expect(note).toBeVisible();
  const left = Number(/^([\d,]+) shipment/.exec((await note.textContent()) ?? '')?.[1]?.replaceAll(',', ''));
  await expectAccessible(page);
  await note.getByRole('button', { name: /^Include/ }).click();
  await expect(pills(page).getByRole('listitem')).toHaveText('Value: 1 and more');
  await expect(note).toHaveCount(0);
  expect(await found(page)).toBe(within + left);
  expect(within + left).toBeLessThanOrEqual(all);
});

test('an amount narrows by decimals, by its digits and along its bars', DEEP, async ({ page }) => {
  await openSearch(page);
  const all = await found(page);
  // What arrives above it moves it from under a press.
  await settled(page);
  const price = facet(page, 'Unit Price');
  const [from, apply] = [price.getByLabel('Unit Price from'), price.getByRole('button', { name: 'Apply' })];
  await price.getByRole('button', { name: /^Unit Price/ }).click();
  await from.fill('2.5');
  await apply.click();
  await expect(pills(page).getByRole('listitem')).toHaveText('Unit Price: 2.5 and more');
  await settled(page);
  const above = await found(page);
  expect(above).toBeLessThan(all);

  const most = price.getByRole('slider', { name: 'Most Unit Price' });
  await most.focus();
  for (let key = 0; key < 12; key += 1) await most.press('ArrowLeft');
  await expect(pills(page).getByRole('listitem')).toHaveText(/^Unit Price: 2\.5 – [\d,.]+$/);
  await expect(most).toBeFocused();
  await settled(page);
  expect(await found(page)).toBeLessThan(above);
  await expectAccessible(page);
  await picture(page, 'amounts');

  await from.fill('two');
  await expect(price.getByRole('alert')).toBeVisible();
  await expect(apply).toBeDisabled();
  await price.getByLabel('Unit Price to').fill('10,00,000');
  await from.fill('1 000');
  await apply.click();
  await expect(pills(page).getByRole('listitem')).toHaveText('Unit Price: 1,000 – 10,00,000');
  await expect(page).toHaveURL(/rangeUnitPriceUsdStart=1000&rangeUnitPriceUsdEnd=1000000/);
  await from.fill('9999999');
  await apply.click();
  await expect(price.getByRole('alert')).toHaveText(
    'Maximum Unit Price must be greater than or equal to Minimum Unit Price.',
  );
});
