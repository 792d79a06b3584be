import { found, openAdvanceSearch, openSearch, pills } from './filters.js';
import { DEEP, expect, expectAccessible, picture, searchLink, settled, signedInTest as test } from './test.js';

test(
  'advanced search: a range takes only positive whole numbers without a leading zero, and what cannot be is said',
  DEEP,
  async ({ page }) => {
    await openSearch(page);
    const dialog = await openAdvanceSearch(page);
    for (const name of ['Quantity', 'Value', 'Unit Price']) {
      for (const end of ['Minimum', 'Maximum']) {
        const field = dialog.getByLabel(`${end} ${name}`, { exact: true });
        await field.pressSequentially('0-1e0x5');
        await expect(field).toHaveValue('105');
        await field.fill('');
        await expect(field).toHaveValue('');
      }
    }
    await expectAccessible(page);
    await picture(page, 'filters-advance');

    for (const name of ['Quantity', 'Value', 'Unit Price']) {
      await dialog.getByLabel(`Minimum ${name}`).fill('20');
      await dialog.getByLabel(`Maximum ${name}`).fill('3');
      await dialog.getByRole('button', { name: 'Search' }).click();
      const warning = page.getByRole('alertdialog', { name: 'Validation Error' });
      await expect(warning).toContainText(`Maximum ${name} must be greater than or equal to Minimum ${name}.`);
      if (name === 'Quantity') await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(warning).toBeHidden();
      await expect(dialog.getByLabel(`Maximum ${name}`)).toHaveValue('3');
      await dialog.getByLabel(`Minimum ${name}`).fill('');
      await dialog.getByLabel(`Maximum ${name}`).fill('');
    }

    // Nothing chosen asks for a filter.
    await dialog.getByRole('button', { name: 'Search' }).click();
    const error = page.getByRole('alertdialog', { name: 'Select !' });
    await expect(error).toContainText('Select atleast one filter or reset filter');
    await expectAccessible(page);
    await picture(page, 'filters-select');
    await error.getByRole('button', { name: 'OK' }).click();
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Search' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Advance Search' })).toBeFocused();
  },
);

test('advanced search: the bound that is not given is filled in', DEEP, async ({ page }) => {
  await openSearch(page);
  const dialog = await openAdvanceSearch(page);
  await dialog.getByLabel('Maximum Quantity').fill('500');
  await dialog.getByLabel('Minimum Value').fill('20');
  await dialog.getByLabel('Minimum Unit Price').fill('2');
  const asked = page.waitForRequest('**/search-management/searchcount');
  await dialog.getByRole('button', { name: 'Search' }).click();
  const { rangeQuantityStart, rangeQuantityEnd, rangeValueUsdEnd } = (await asked).postDataJSON();
  expect({ rangeQuantityStart, rangeQuantityEnd, rangeValueUsdEnd }).toEqual({ rangeQuantityEnd: '500' });
  await expect(pills(page).getByRole('listitem')).toHaveText([
    'Quantity: 0.00001 (filled in) – 500',
    'Value: 20 – 9,99,999 (filled in)',
    'Unit Price: 2 – 9,99,99,999 (filled in)',
  ]);
  const narrowed = await found(page);
  await page.goto(
    searchLink({
      ...{ rangeQuantityStart: '0.00001', rangeQuantityEnd: '500', rangeValueUsdStart: '20' },
      ...{ rangeValueUsdEnd: '999999', rangeUnitPriceUsdStart: '2', rangeUnitPriceUsdEnd: '99999999' },
    }),
  );
  await expect(pills(page)).not.toContainText('filled in');
  expect(await found(page)).toBe(narrowed);
});

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

test('advanced search: says so where no list has an option', DEEP, async ({ page }) => {
  await openSearch(page, { q: 'no such product at all' });
  await page.getByRole('button', { name: 'Advance Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Advance Search' });
  await expect(dialog.getByText('No Matching Records Found. Please Reset ...')).toBeVisible();
  await expect(dialog.getByRole('combobox', { name: 'Importer' })).toHaveCount(0);
  await expectAccessible(page);
});

test('the countries of an advanced search are chosen in a dialog whose Apply only closes', DEEP, async ({ page }) => {
  await openSearch(page);
  const dialog = await openAdvanceSearch(page);
  await dialog.getByRole('button', { name: 'Filter Countries' }).click();
  const countries = page.getByRole('dialog', { name: 'Filter Countries' });
  const mexico = countries.getByRole('checkbox', { name: /Mexico/ });
  await mexico.uncheck();
  await expectAccessible(page);
  await countries.getByRole('button', { name: 'Close' }).click();
  await expect(dialog.getByText('Countries: India, United States, Vietnam, and Mexico')).toBeVisible();
  await dialog.getByRole('button', { name: 'Filter Countries' }).click();
  await expect(mexico).toBeChecked();
  await mexico.uncheck();
  await picture(page, 'filters-filter-countries');
  await countries.getByRole('button', { name: 'Apply' }).click();
  await expect(countries).toBeHidden();
  await expect(dialog.getByText('they are free')).toBeVisible();
  await expect(page).toHaveURL(/country=MEX/);
  await dialog.getByRole('button', { name: 'Search' }).click();
  await expect(page).not.toHaveURL(/country=MEX/);
});
