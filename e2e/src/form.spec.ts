/** What the form asks for: each rule of SPEC 5. */
import type { Locator, Page } from '@playwright/test';
import { daysBetween, LIMITS } from '@tidewaiter/contract';
import { openAccount } from './accounts.js';
import {
  choose,
  chooseCountry,
  control,
  openForm,
  openSelect,
  paste,
  row,
  searchButton,
  signInAs,
  suggestions,
  suggestionsAskedFor,
  tag,
  values,
} from './form.js';
import { DEEP, expect, expectAccessible, picture, searchLink, signedInTest as test } from './test.js';

test.beforeEach(async ({ page }) => {
  await page.goto('/list1');
});

test.describe('SPEC 5, search form', () => {
  test('all fields are required, each said at its control, those of a query-builder row too', async ({ page }) => {
    // A link that says next to nothing fills nothing in.
    await page.goto('/list1?page=2');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await searchButton(page).click();
    const said = async (field: Locator) => {
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      return field;
    };
    await expect(await said(control(page, 'Trade type'))).toHaveAccessibleDescription('Please select trade type');
    await expect(control(page, 'Trade type')).toBeFocused();
    for (const name of ['Countries', 'Date range', 'Search by']) {
      await expect(control(page, name).first()).toHaveAccessibleDescription('This field is required');
    }
    for (const name of ['From date', 'To date']) {
      await expect(await said(page.getByLabel(name))).toHaveAccessibleDescription('This field is required');
    }
    await expect(await said(values(page))).toHaveAccessibleDescription('Enter Search Values');
    await expect(control(row(page, 1), 'Search by')).toHaveAccessibleDescription('This field is required');
    // A match type that offers no choice yet asks for nothing itself.
    for (const match of [control(page, 'Match type').first(), control(row(page, 1), 'Match type')]) {
      await expect(match).toBeDisabled();
      await expect(match).not.toHaveAttribute('aria-invalid', 'true');
    }
    await expect(control(row(page, 1), 'Search values')).toHaveAccessibleDescription('Enter Search Values');
    await expectAccessible(page);
  });

  test('From date comes before To date, and To date after From date', DEEP, async ({ page }) => {
    // The usual days are here: ones that come while a field is filled would move its cursor.
    await expect(page.getByLabel('From date')).not.toHaveValue('');
    await page.getByLabel('From date').fill('2026-05-01');
    await page.getByLabel('To date').fill('2026-05-01');
    await page.getByLabel('To date').press('Tab');
    await expect(page.getByLabel('From date')).toHaveAccessibleDescription('From date should be less than To date');
    await expect(page.getByLabel('To date')).toHaveAccessibleDescription('To date should be greater than From date');
  });

  test('a range is under 3 years: 1095 days are searched, 1096 are not', DEEP, async ({ page }) => {
    await page.goto(searchLink({ from: '2023-11-01' }));
    expect(daysBetween('2023-11-01', '2026-10-31')).toBe(1095);
    await expect(page.getByRole('heading', { name: /01 Nov 2023 – 31 Oct 2026/ })).toBeVisible();
    await openForm(page);
    await page.getByLabel('From date').fill('2023-10-31');
    await page.getByLabel('From date').press('Tab');
    await expect(page.getByLabel('To date')).toHaveAccessibleDescription('To date should be less than 3 years');
    await searchButton(page).click();
    await expect(page.getByLabel('To date')).toBeFocused();
    await expect(page).toHaveURL(/from=2023-11-01/);
  });

  test(
    'HS codes need at least 4 digits, other values 2 characters, in a row as in the form',
    DEEP,
    async ({ page }) => {
      const few = (least: number) => `Search Values should be greater than or equal to ${least} digits`;
      await page.goto(searchLink({ row1: 'AND.PRODUCT.C', q1: 'yarn' }));
      await openForm(page);
      for (const [place, within] of [
        ['the form', page],
        ['a row', row(page, 1)],
      ] as const) {
        const field = control(within, 'Search values').first();
        await choose(within, 'Search by', 'HS Code');
        await field.press('Backspace');
        await field.fill('850');
        await field.press('Enter');
        await expect(field, place).toHaveAccessibleDescription(new RegExp(few(4)));
        await choose(within, 'Search by', 'Importer');
        await expect(field, place).not.toHaveAccessibleDescription(/digits/);
        await field.press('Backspace');
        await field.fill('x');
        await field.press('Enter');
        await expect(field, place).toHaveAccessibleDescription(new RegExp(few(2)));
        await field.press('Backspace');
        await field.fill('tr');
        await field.press('Enter');
        await expect(field, place).not.toHaveAccessibleDescription(/digits/);
      }
    },
  );

  test('placeholders say the least that is needed', DEEP, async ({ page }) => {
    await choose(page, 'Search by', 'HS Code');
    await expect(values(page)).toHaveAttribute('placeholder', 'Enter min 4 digit');
    for (const name of ['Product', 'Importer', 'Exporter']) {
      await choose(page, 'Search by', name);
      await expect(values(page)).toHaveAttribute('placeholder', 'Enter min 2 chars');
    }
  });

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

  test('pasting 10,000 values takes at most 100 ms; a pasted line stays one value', DEEP, async ({ page }) => {
    await choose(page, 'Search by', 'Importer');
    await values(page).focus();
    const list = Array.from({ length: 10_000 }, (_, index) => `Company, No. ${index}`).join('\r\n');
    // The best of three: another program may have the processor while one is measured.
    const times: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      times.push(await paste(page, list));
      await expect(page.getByText('10 values added, 9,990 left out')).toBeVisible();
      await expect(tag(page, 'Company, No. 0')).toBeVisible();
      await page.getByRole('button', { name: 'Reset' }).click();
      await expect(tag(page, 'Company, No. 0')).toHaveCount(0);
      await choose(page, 'Search by', 'Importer');
      await values(page).focus();
    }
    expect(Math.min(...times)).toBeLessThanOrEqual(100);

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

  test('a value tag is added on blur, Enter or Tab, only if it is not empty', DEEP, async ({ page }) => {
    await choose(page, 'Search by', 'Product');
    await values(page).fill('by enter');
    await values(page).press('Enter');
    await values(page).fill('by tab');
    await values(page).press('Tab');
    await values(page).fill('by blur');
    await page.getByRole('heading', { name: 'Ask for a trade' }).click();
    for (const name of ['by enter', 'by tab', 'by blur']) await expect(tag(page, name)).toBeVisible();
    await expect(values(page)).toHaveValue('');
    await values(page).fill('   ');
    await values(page).press('Tab');
    // Beside that of all countries.
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(4);
  });

  test(
    'the match type is all words for PRODUCT and L for others; Contains and Does not contain show for PRODUCT only',
    DEEP,
    async ({ page }) => {
      const offered = async (within: Page | Locator) => {
        const texts = await (await openSelect(within, 'Match type')).allTextContents();
        await page.keyboard.press('Escape');
        return texts;
      };
      await page.getByRole('button', { name: 'Add a condition' }).click();
      for (const [within, ofProduct] of [
        [page, ['All words', 'Contains', 'Does not contain']],
        [row(page, 1), ['All words', 'Contains', 'Does not contain', 'Like']],
      ] as const) {
        const match = control(within, 'Match type').first();
        await choose(within, 'Search by', 'Product');
        await expect(match).toHaveValue('All words');
        // What each finds stands below it.
        await openSelect(within, 'Match type');
        await picture(page, 'form-match-types');
        await page.keyboard.press('Escape');
        expect(await offered(within)).toEqual(ofProduct.map((label) => expect.stringMatching(`^${label}[A-Z]`)));
        for (const other of ['HS Code', 'Importer', 'Exporter']) {
          await choose(within, 'Search by', other);
          await expect(match).toHaveValue('Like');
          await expect(match).toBeDisabled();
        }
      }
    },
  );

  test(
    'Importer shows for IMPORT, or for EXPORT when importerForExport is Y; Exporter the other way round',
    DEEP,
    async ({ page }) => {
      const flags = { importerForExport: 'N', exporterForImport: 'N' };
      await page.route('**/countrylistbytrade/*', async (route) => {
        const response = await route.fetch();
        const { countryList } = await response.json();
        const changed = countryList.map((country: { shortcode: string }) =>
          country.shortcode === 'VNM' ? { ...country, ...flags } : country,
        );
        await route.fulfill({ response, json: { countryList: changed } });
      });
      const offered = async (trade: string) => {
        await page.goto('/list1');
        await choose(page, 'Trade type', trade);
        await chooseCountry(page, 'Vietnam');
        return (await openSelect(page, 'Search by')).allTextContents();
      };
      expect(await offered('Import')).toEqual(['HS Code', 'Product', 'Importer']);
      expect(await offered('Export')).toEqual(['HS Code', 'Product', 'Exporter']);
      Object.assign(flags, { importerForExport: 'Y', exporterForImport: 'Y' });
      await page.reload();
      expect(await offered('Import')).toEqual(['HS Code', 'Product', 'Importer', 'Exporter']);
      expect(await offered('Export')).toEqual(['HS Code', 'Product', 'Importer', 'Exporter']);
    },
  );

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

  test(
    "date pickers are bounded by the countries' data and by what the subscription shows",
    DEEP,
    async ({ page, portal }) => {
      const person = await openAccount(
        portal,
        'bounded@company.example',
        'SME',
        ...['--data-upto', '2026-08-20', '--data-months', '7'],
      );
      await signInAs(page, person);
      await choose(page, 'Trade type', 'Import');
      await chooseCountry(page, 'Vietnam');
      await expect(page.getByText('Data from 20 Jan 2026 to 20 Aug 2026')).toBeVisible();
      await choose(page, 'Date range', 'Last 1 year');
      await expect(page.getByLabel('From date')).toHaveValue('20 Jan 2026');
      await expect(page.getByLabel('To date')).toHaveValue('20 Aug 2026');
      await choose(page, 'Date range', 'Last 3 months');
      await expect(page.getByLabel('From date')).toHaveValue('01 May 2026');
      await page.getByLabel('To date').click();
      await expect(page.getByRole('button', { name: '20 August 2026' })).toBeEnabled();
      await expect(page.getByRole('button', { name: '21 August 2026' })).toBeDisabled();
      await page.getByLabel('From date').fill('2026-01-19');
      await page.getByLabel('From date').press('Tab');
      await expect(page.getByLabel('From date')).toHaveValue('01 May 2026');
    },
  );
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
