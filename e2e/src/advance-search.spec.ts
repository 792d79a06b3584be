import { openAdvanceSearch, openSearch, pills } from './filters.js';
import { DEEP, expect, expectAccessible, settled, signedInTest as test } from './test.js';

test('advanced search: a minimum above the maximum that would be filled in has none', DEEP, async ({ page }) => {
  await openSearch(page);
  const dialog = await openAdvanceSearch(page);
  await dialog.getByLabel('Minimum Value').fill('1000000');
  await expect(dialog.getByLabel('Maximum Value')).toHaveAttribute('placeholder', 'No maximum');
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(pills(page).getByRole('listitem')).toHaveText('Value: 10,00,000 and more');
  await settled(page);
  await expect(page.getByRole('status').filter({ hasText: 'left out' })).toHaveCount(0);
});

test('advanced search: starts from the search, sends all filters up, and resets them', async ({ page }) => {
  await openSearch(page, { incoterm: 'CIF' });
  await settled(page);
  const dialog = await openAdvanceSearch(page);
  await expect(dialog.getByRole('combobox', { name: 'Consumption type' })).toBeVisible();
  const importer = dialog.getByRole('combobox', { name: 'Importer' });
  await importer.click();
  const option = dialog.getByRole('option').first();
  await expect(option).toHaveText(/ \([\d,]+\)$/);
  await expectAccessible(page);
  await importer.fill('inter');
  await expect(option).toHaveText(/inter/i);
  await expect(dialog.getByRole('option').filter({ hasNotText: /inter/i })).toHaveCount(0);
  const name = /^(.*) \([\d,]+\)$/.exec((await option.textContent()) ?? '')?.[1] ?? '';
  await option.click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();

  await dialog.getByRole('combobox', { name: 'Product description', exact: true }).fill('shirt');
  await expect(dialog.getByRole('combobox', { name: 'Product description mode' })).toHaveValue('Contains');
  await dialog.getByRole('combobox', { name: 'Product description mode' }).click();
  await dialog.getByRole('option', { name: 'Does not contain' }).click();
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(dialog).toBeHidden();
  await expect(pills(page).getByRole('listitem')).toHaveText([
    `Importer: ${name}`,
    'Incoterm: CIF',
    "Product does not contain 'shirt'",
  ]);
  await expect(page).toHaveURL(/productDesc=shirt&conditionProductDesc=D|conditionProductDesc=D.*productDesc=shirt/);

  await openAdvanceSearch(page);
  await expect(dialog.getByText('shirt', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Reset' }).click();
  await expect(pills(page)).toHaveCount(0);
  await expect(dialog.getByText('shirt', { exact: true })).toHaveCount(0);
});
