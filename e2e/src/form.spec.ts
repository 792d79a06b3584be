import { LIMITS } from '@tidewaiter/contract';
import {
  choose,
  control,
  openForm,
  openSelect,
  paste,
  row,
  searchButton,
  suggestions,
  suggestionsAskedFor,
  tag,
  values,
} from './form.js';
import { DEEP, expect, picture, searchLink, signedInTest as test } from './test.js';

test.beforeEach(async ({ page }) => {
  await page.goto('/list1');
});

test.describe('SPEC 5, search form', () => {
  test('suggestions are fetched from 2 typed characters, and wait for no date', DEEP, async ({ page }) => {
    // The examples of the start screen are asked of the suggestions, too.
    await expect(page.getByRole('button', { name: /^Try .+ out of / })).toBeVisible();
    const asked = suggestionsAskedFor(page);
    await choose(page, 'Search by', 'Importer');
    await page.getByLabel('From date').fill('');
    await page.getByLabel('From date').press('Tab');
    await values(page).pressSequentially('t');
    await page.waitForTimeout(600);
    expect(asked).toEqual([]);
    await values(page).pressSequentially('r');
    await expect(suggestions(page).first()).toContainText('shipments');
    expect(asked).toEqual(['tr']);
    expect(await suggestions(page).count()).toBeLessThanOrEqual(LIMITS.suggestions);
    await expect(page.getByRole('status').filter({ hasText: /^\d+ suggestions?$/ })).toHaveCount(1);
  });

  test('a field holds at most 10 values; of a pasted list the rest is counted', DEEP, async ({ page }) => {
    await choose(page, 'Search by', 'Product');
    await values(page).focus();
    const list = Array.from({ length: 22 }, (_, index) => `item ${index}`).join('\n');
    await paste(page, list);
    await expect(tag(page, 'item 9')).toBeVisible();
    await expect(tag(page, 'item 10')).toHaveCount(0);
    await expect(page.getByText('10 values added, 12 left out: at most 10 search values')).toBeVisible();
    await picture(page, 'form-pasted');
    await values(page).pressSequentially('one more');
    await values(page).press('Enter');
    await expect(values(page)).toHaveAccessibleDescription(/At most 10 search values/);
    await expect(values(page)).toHaveValue('one more');
  });

  test('of 10,000 pasted values ten are taken; a pasted line stays one value', DEEP, async ({ page }) => {
    await choose(page, 'Search by', 'Importer');
    await values(page).focus();
    const list = Array.from({ length: 10_000 }, (_, index) => `Company, No. ${index}`).join('\r\n');
    await paste(page, list);
    await expect(page.getByText('10 values added, 9,990 left out')).toBeVisible();
    await expect(tag(page, 'Company, No. 0')).toBeVisible();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(tag(page, 'Company, No. 0')).toHaveCount(0);
    await choose(page, 'Search by', 'Importer');
    await values(page).focus();

    // A line is left to the browser, which puts it in as it is.
    const taken = await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', 'Acme, Sons; Brothers');
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      return document.activeElement?.dispatchEvent(event) === false;
    });
    expect(taken).toBe(false);
    await page.keyboard.insertText('Acme, Sons; Brothers');
    await values(page).press('Enter');
    await expect(tag(page, 'Acme, Sons; Brothers')).toBeVisible();
  });

  test('at most 3 query-builder rows are added, joined by AND, and each can be removed', DEEP, async ({ page }) => {
    const add = page.getByRole('button', { name: 'Add a condition' });
    for (const number of [1, 2, 3]) {
      await add.click();
      await expect(control(row(page, number), 'Search by')).toBeFocused();
      await expect(control(row(page, number), 'Relation')).toHaveValue('AND');
    }
    await expect(add).toHaveCount(0);
    expect(await (await openSelect(row(page, 3), 'Relation')).allTextContents()).toEqual([
      'ANDOnly shipments that match this too',
      'ORAlso shipments that match only this',
      'NOTWithout shipments that match this',
    ]);
    await page.keyboard.press('Escape');
    await choose(row(page, 3), 'Search by', 'Exporter');
    await page.getByRole('button', { name: 'Remove condition 2' }).click();
    await expect(add).toBeFocused();
    await expect(control(row(page, 2), 'Search by')).toHaveValue('Exporter');
    await expect(row(page, 3)).toHaveCount(0);
  });

  test('OR and NOT are chosen, searched and said, and kept where a link brings them', DEEP, async ({ page }) => {
    await page.goto(searchLink({ row1: 'OR.PRODUCT.L', q1: 'yarn', row2: 'NOT.HS_CODE.L', q2: '5205' }));
    await expect(page.getByRole('heading', { name: /'cotton' or product .* 'yarn' and not HS code/ })).toBeVisible();
    await openForm(page);
    await expect(control(row(page, 1), 'Relation')).toHaveValue('OR');
    await expect(control(row(page, 2), 'Relation')).toHaveValue('NOT');
    // Undone like any other change of the question.
    await (await openSelect(row(page, 2), 'Relation')).filter({ hasText: /^AND/ }).click();
    await page.getByRole('button', { name: 'Return to previous results' }).click();
    await expect(control(row(page, 2), 'Relation')).toHaveValue('NOT');
    await openSelect(row(page, 1), 'Relation');
    await picture(page, 'form-relations');
    await page.keyboard.press('Escape');
    await (await openSelect(row(page, 1), 'Relation')).filter({ hasText: /^NOT/ }).click();
    await (await openSelect(row(page, 2), 'Relation')).filter({ hasText: /^OR/ }).click();
    await searchButton(page).click();
    await expect(page).toHaveURL(/row1=NOT\.PRODUCT\.L.*row2=OR\.HS_CODE\.L/);
    await expect(page.getByRole('heading', { name: /'cotton' and not product .* 'yarn' or HS code/ })).toBeVisible();
  });
});

test('every example of the start screen finds records', DEEP, async ({ page }) => {
  const examples = page.getByRole('button', { name: /^Try / });
  // Those of exports come after the others.
  await expect(examples).toHaveCount(3);
  const labels = await examples.allTextContents();
  for (const label of labels) {
    await page.getByRole('button', { name: label }).click();
    await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
    await page.goto('/list1');
  }
});
