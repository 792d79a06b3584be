import type { Page } from '@playwright/test';
import { box, facet, facts, found, openFacet, openSearch, pills } from './filters.js';
import { openForm, openLine, values } from './form.js';
import { DEEP, expect, expectAccessible, expectGoodLooks, lookAt, picture, signedInTest as test } from './test.js';

const lineOf = (page: Page) => page.getByRole('combobox', { name: 'Query line' });
const offers = (page: Page) => page.getByRole('listbox', { name: 'Completions' });
const form = (page: Page) => page.getByRole('form', { name: 'Query line' });
/** What is marked of the line that has the focus. */
const marked = (page: Page) => page.evaluate(() => String(window.getSelection()));

/** Expects that axe finds nothing by day or by night, at a desktop's size, which the editor is for. */
async function expectBothColours(page: Page, name: string) {
  for (const colorScheme of ['dark', 'light'] as const) {
    await lookAt(page, { name, colorScheme, width: 1440, height: 900 });
    await expectAccessible(page);
    await picture(page, `${name}-${colorScheme}`);
  }
}

/** Opens the line of a search by the key alone, and empties it. */
async function emptyLine(page: Page) {
  await openSearch(page);
  await page.keyboard.press('/');
  const line = lineOf(page);
  await expect(line).toBeFocused();
  await line.fill('');
  return line;
}

test(
  'what only a query line can ask is a filter, stays with the form, and can be taken off',
  DEEP,
  async ({ page }) => {
    await openSearch(page);
    const all = await found(page);
    await openSearch(page, { line: 'value:>5000 OR hs:6302' });
    const some = await found(page);
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThan(all);
    await expect(pills(page)).toContainText('value:>5000 OR hs:6302');
    // The form comes back with what it cannot show.
    await openForm(page);
    await values(page).fill('linen');
    await page.keyboard.press('Enter');
    await page.getByRole('form', { name: 'Search' }).getByRole('button', { name: 'Search' }).click();
    await expect(page).toHaveURL(/q=linen.*line=value/);
    // How much is found stands before the filters in their line, and moves them when it comes.
    await found(page);
    await pills(page)
      .getByRole('button', { name: /value:>5000/ })
      .click();
    await expect(page).not.toHaveURL(/line=/);
    await expect.poll(() => found(page)).toBeGreaterThanOrEqual(all);
    await page.goto('/list1?trade=IMPORT&country=IND&from=2024-01-01&to=2026-10-31&by=PRODUCT&match=W&line=cott*');
    await expect(facts(page)).toContainText('shipment');
  },
);

test('a question is written as a line, changed there, and comes back to the form', async ({ page }) => {
  await openSearch(page);
  await openLine(page);
  const line = lineOf(page);
  await expect(line).toHaveText(/^trade:import \(country:IND OR .* date:2024-01-01\.\.2026-10-31 product:"cotton"$/);
  const asked = await line.innerText();

  await line.fill(`${asked} colour:red hs:6x`);
  await page.keyboard.press('Enter');
  const problems = form(page).getByRole('alert');
  await expect(problems.getByRole('listitem')).toHaveCount(2);
  await expect(problems).toContainText('There is no field “colour”');
  // The first is marked in the text, the others at a press.
  await expect.poll(() => marked(page)).toBe('colour:');
  await problems.getByRole('button', { name: 'hs:6x' }).click();
  await expect.poll(() => marked(page)).toBe('hs:6x');
  await expectGoodLooks(page, 'query-line');

  await line.fill('product:shirt -from:china (value:>100 OR til*) 2025-01..2025-06');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/exceptOriginCountryList=China/);
  await expect(facts(page)).toContainText('shipment');
  // What the form cannot show stays a line, and the rest is the form's again.
  await expect(pills(page)).toContainText('value:>100 OR til*');
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(
    /product has the word 'shirt' and \(value:>100 OR til\*\), 01 Jan 2025 – 30 Jun 2025/,
  );
  await page.reload();
  await openLine(page);
  await expect(line).toHaveText(/date:2025-01-01\.\.2025-06-30 .*\(value:>100 OR til\*\)$/);
  await expect(page.getByText('The form cannot show all of this question')).toBeVisible();
  // Earlier lines come back by the arrow up in an empty one.
  await line.fill('');
  await page.keyboard.press('ArrowUp');
  await expect(offers(page).getByRole('option').first()).toHaveText(
    /^product:shirt -from:China \(value:>100 OR til\*\)/,
  );
  await page.keyboard.press('Enter');
  await expect(line).toHaveText(/^product:/);
});

test('what is set in one place stands in all the others: line, filters, form', DEEP, async ({ page }) => {
  await openSearch(page);
  await openLine(page);
  const line = lineOf(page);
  const terms = facet(page, 'Incoterm');
  await terms.getByRole('button', { name: /^Incoterm/ }).click();
  await box(terms, 'CIF').check();
  await expect(line).toHaveText(/incoterm:"CIF"/);

  await line.fill((await line.innerText()).replace(/incoterm:\S+/, 'incoterm:"FOB"'));
  await page.keyboard.press('Enter');
  await expect(pills(page)).toContainText('Incoterm: FOB');
  await expect(box(terms, 'FOB')).toBeChecked();
  const value = await openFacet(page, 'Value');
  await value.getByLabel('Value from').fill('7');
  await value.getByRole('button', { name: 'Apply' }).click();
  await expect(pills(page)).toContainText('Value: 7');
  await page.keyboard.press('/');
  await expect(line).toHaveText(/value:(>=)?7/);
  await page.getByRole('button', { name: 'Write it as a line', pressed: true }).click();
  await expect(page.getByRole('form', { name: 'Search' })).toContainText('cotton');
});

/** Chooses the first option by the keys, once it is there. */
async function choose(page: Page, name: RegExp) {
  await page.keyboard.press('ArrowDown');
  await expect(offers(page).getByRole('option', { name, selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
}

test(
  'a field and its values are completed by the keyboard alone, and nothing is asked meanwhile',
  DEEP,
  async ({ page }) => {
    const line = await emptyLine(page);
    const searches: string[] = [];
    page.on('request', (request) => {
      if (/\/search(count)?$/.test(new URL(request.url()).pathname)) searches.push(request.url());
    });
    // What is not chosen is not taken.
    await page.keyboard.type('impo');
    await expect(offers(page).getByRole('option')).toHaveText([
      "importer:Part of the importer's name",
      'trade:Import or export',
    ]);
    await page.keyboard.press('Escape');
    await expect(offers(page)).toBeHidden();
    await expect(line).toHaveText('impo');
    await page.keyboard.type('r');
    await choose(page, /^importer:/);
    await expect(line).toHaveText('importer:');
    await page.keyboard.type('den');
    const first = offers(page).getByRole('option').first();
    await expect(first).toContainText(/shipments?$/);
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await expect(first).toHaveAttribute('aria-selected', 'true');
    await expect(line).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? 'none');
    await picture(page, 'query-line-values');
    await page.keyboard.press('Enter');
    await expect(line).toHaveText(/^importer:="?[^"]*den[^"]*"? ?$/i);

    // A country of the records that are shown, with how many they are.
    await page.keyboard.type('-from:chi');
    await expect(offers(page).getByRole('option', { name: /^China .*shipments?$/ })).toBeVisible();
    await choose(page, /^China /);
    await page.keyboard.type('date:last-y');
    await expect(offers(page).getByRole('option')).toHaveText([/^last-year01 Jan \d{4} – 31 Dec \d{4}$/]);
    await choose(page, /^last-year/);
    await expect(line).toHaveText(/ -from:China date:last-year ?$/);
    expect(searches).toEqual([]);

    // Down at the end offers all that can begin; Tab leaves.
    await page.keyboard.press('ArrowDown');
    await expect(offers(page).getByRole('option', { name: /^product:/ })).toBeVisible();
    await expectBothColours(page, 'query-line-offers');
    await page.keyboard.press('Tab');
    await expect(offers(page)).toBeHidden();
    await expect(form(page).getByRole('button', { name: 'Search' })).toBeFocused();
  },
);

test('what cannot be read is marked while it is written, with a word', DEEP, async ({ page }) => {
  const line = await emptyLine(page);
  // At once: what is typed with a rest in it is taken back in parts.
  await page.keyboard.insertText('cotton colour:red hs:6x');
  await expect(line.locator('.cm-lintRange-error')).toHaveText(['colour:', 'hs:6x']);
  await expect(line).toHaveAttribute('aria-invalid', 'true');
  await expect(form(page).getByRole('status')).toContainText(/There is no field “colour”.* And 1 more\./);
  await expect(form(page).getByRole('alert')).toHaveCount(0);
  await expectBothColours(page, 'query-line-marked');
  // Taken back, and brought again.
  for (const [key, text] of [
    ['ControlOrMeta+z', ''],
    ['ControlOrMeta+y', 'cotton colour:red hs:6x'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(line).toHaveText(text);
  }
  await expect(line.locator('.cm-lintRange-error')).toHaveCount(2);
  await page.keyboard.press('F8');
  await expect.poll(() => marked(page)).toBe('colour:');
});

test('the slash opens the line from anywhere but a field, and can be turned off', DEEP, async ({ page }) => {
  await openSearch(page);
  const button = page.getByRole('button', { name: 'Write it as a line' });
  await openForm(page);
  await expect(button).toHaveAttribute('aria-keyshortcuts', '/');
  await values(page).press('/');
  await expect(lineOf(page)).toHaveCount(0);
  await page.keyboard.press('Backspace');
  await button.focus();
  await page.keyboard.press('/');
  await expect(lineOf(page)).toBeFocused();
  await expect(lineOf(page)).not.toContainText('/');
  await form(page).getByRole('button', { name: 'turn / off' }).click();
  await button.click();
  await page.keyboard.press('/');
  await expect(lineOf(page)).toHaveCount(0);
});
