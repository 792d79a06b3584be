/** The form in the hand: what it takes and suggests, its keys, and what becomes of what stands in it. */
import { PortalError } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { COUNTRIES, suggested } from '../../../testing/answers.js';
import { later, portal } from '../../../testing/portal-stub.js';
import {
  address,
  button,
  choose,
  control,
  expectAccessible,
  onPhone,
  openSelect,
  press,
  text,
  texts,
  visit,
  write,
} from '../../../testing/screen.js';
import {
  asked,
  chooseCountry,
  fillScope,
  openForm,
  paste,
  row,
  searchButton,
  searchLink,
  suggestions,
  tag,
  values,
} from '../../../testing/search.js';

const to = () => page.getByLabelText('To date');
const allCountries = /^Remove All \d+ countries$/;

describe('takes', () => {
  it('at most 10 values in a field; of a pasted list the rest is counted, and a pasted line stays one value', async () => {
    visit('/list1');
    await choose('Search by', 'Product');
    await values().click();
    paste(Array.from({ length: 10_000 }, (_, index) => `item, no. ${index}`).join('\r\n'));
    await expect.element(tag('item, no. 9')).toBeVisible();
    await expect.element(tag('item, no. 10')).not.toBeInTheDocument();
    await expect.element(text('10 values added, 9,990 left out: at most 10 search values')).toBeVisible();
    await write(values(), 'one more', 'Enter');
    await expect.element(values()).toHaveAccessibleDescription(/At most 10 search values/);
    await expect.element(values()).toHaveValue('one more');
    await button('Reset').click();
    await choose('Search by', 'Importer');
    await values().click();
    // A line is left to the browser, which puts it in as it is.
    paste('Acme, Sons; Brothers');
    await write(values(), 'Acme, Sons; Brothers', 'Enter');
    await expect.element(tag('Acme, Sons; Brothers')).toBeVisible();
  });

  it('further conditions, each of which can be removed', async () => {
    visit('/list1');
    for (const number of [1, 2, 3]) {
      await button('Add a condition').click();
      await expect.element(control('Search by', row(number))).toHaveFocus();
    }
    await choose('Search by', 'Exporter', row(3));
    await button('Remove condition 2').click();
    await expect.element(button('Add a condition')).toHaveFocus();
    await expect.element(control('Search by', row(2))).toHaveValue('Exporter');
    await expect.element(row(3)).not.toBeInTheDocument();
  });

  it('countries, which stand by continent with their records, are found by name, and chosen all at once', async () => {
    const nepal = { name: 'Nepal', shortcode: 'NPL', iso2code: 'np', importFrom: null, importUpto: null, records: 0 };
    const [india] = COUNTRIES;
    if (!india) throw new Error('no country');
    visit('/list1', { countryListByTrade: { countryList: [...COUNTRIES, { ...india, ...nepal }] } });
    await choose('Trade type', 'Import');
    const field = control('Countries');
    await field.click();
    const asia = page.getByRole('group', { name: 'Asia' });
    await expect.element(asia.getByRole('option', { name: /^India [\d,]+$/ })).toBeVisible();
    const without = asia.getByRole('option', { name: 'Nepal no data yet' });
    await expect.element(without).toHaveAttribute('aria-disabled', 'true');
    (without.element() as HTMLElement).click();
    await expect.element(field).not.toHaveAccessibleDescription(/Nepal/);
    const all = asia.getByRole('option', { name: /^All of Asia/ });
    await expect.element(all).toHaveTextContent(/0 of 2 chosen/);
    await all.click();
    await expect.element(asia.getByRole('option', { selected: true })).toHaveLength(3);
    await expect.element(field).toHaveAccessibleDescription(/Chosen: .*India.*Vietnam/);
    await expectAccessible(asia);
    await all.click();
    await expect.element(field).not.toHaveAccessibleDescription(/Chosen/);
    await field.fill('mexi');
    await expect.element(page.getByRole('option')).toHaveLength(1);
    await expect.element(page.getByRole('option')).toHaveTextContent(/Mexico/);
  });
});

describe('suggestions', () => {
  it('say what an HS code is; the newest text wins over a slower one', async () => {
    const slow = later<ReturnType<typeof suggested>>();
    visit('/list1', {
      suggestionList: (query) => (query.searchValue === '84' ? slow.value : suggested(query)),
    });
    await fillScope();
    await choose('Search by', 'HS Code');
    await values().click();
    await press('8', '4');
    await expect.poll(() => portal.asked('suggestionList').at(-1)?.searchValue).toBe('84');
    await press('7', '1');
    await expect.element(suggestions().first()).toHaveTextContent(/^8471.*Goods of 8471/);
    slow.arrive({ suggestionList: [{ listSuggestion: [{ value: '84099900', shipment_count: 900 }] }] });
    await new Promise((next) => setTimeout(next, 50));
    expect(texts(suggestions())).toEqual([expect.stringMatching(/^8471/)]);
  });

  it('that are slow or fail never keep anybody from typing', async () => {
    const never = later<ReturnType<typeof suggested>>();
    visit('/list1', {
      suggestionList: ({ searchValue }) => (searchValue === 'cotton' ? new PortalError('PORTAL_BUSY') : never.value),
    });
    await fillScope();
    await choose('Search by', 'Product');
    for (const word of ['cotton', 'yarn']) {
      await values().click();
      await press(...word);
      await expect.poll(() => portal.asked('suggestionList').at(-1)?.searchValue).toBe(word);
      await press('Enter');
      await expect.element(tag(word)).toBeVisible();
    }
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });

  it('name a party: picked, it is that party under all its spellings; what is typed stays text', async () => {
    visit('/list1');
    await fillScope();
    await choose('Search by', 'Importer');
    await values().fill('tra');
    const first = suggestions().first();
    await expect.element(first).toBeVisible();
    await press('ArrowDown');
    await expect.element(first).toHaveAttribute('aria-selected', 'true');
    await expect.element(values()).toHaveAttribute('aria-activedescendant', first.element().id);
    await expectAccessible();
    await press('Enter');
    const picked = page.getByTitle('tra Sons Ltd.: this company, all its spellings');
    await expect.element(picked).toBeVisible();
    await write(values(), 'sea', 'Enter');
    await searchButton().click();
    await asked(/whose importer is 'tra Sons Ltd.' or contains 'sea'/).toBeVisible();
    await address().toMatch(/[?&]picked=/);
    await openForm();
    await expect.element(picked).toBeVisible();
    await tag('tra Sons Ltd.').click();
    await searchButton().click();
    await asked(/whose importer contains 'sea'/).toBeVisible();
    await address().not.toMatch(/picked=/);
  });

  it('bring their field to a form that has none, and what was read is another in one press', async () => {
    visit('/list1');
    await write(values(), 'trading');
    await expect.element(page.getByRole('group', { name: 'Importers' })).toBeVisible();
    await press('Enter');
    await expect.element(text('Searches by Product. Or search by Importer, Exporter')).toBeVisible();
    await button('Importer').click();
    await expect.element(control('Search by')).toHaveValue('Importer');
    await expect.element(tag('trading')).toBeVisible();
    await button('Reset').click();
    await values().fill('8517');
    await expect.element(text(/^Enter searches by HS Code\./)).toBeVisible();
    await page.getByRole('group', { name: 'HS codes' }).getByRole('option').first().click();
    await expect.element(control('Search by')).toHaveValue('HS Code');
    await expect.element(control('Match type')).toHaveValue('Like');
  });
});

describe('what is typed without a search type', () => {
  it('is a company by its whole name, where no goods are called so', async () => {
    const party = (value: string) => ({ value, shipment_count: 12, key: value });
    visit('/list1', {
      suggestionList: ({ searchBy }) => ({
        suggestionList: [
          { listSuggestion: searchBy === 'EXPORTER' ? [party('ACME WORKS CO., LTD.'), party('ACME WORKS INC')] : [] },
        ],
      }),
    });
    await fillScope();
    await values().fill('Acme works');
    await expect.element(page.getByRole('group', { name: 'Exporters' })).toBeVisible();
    await expect.element(text('Enter searches by Product. Or search by Importer, Exporter')).toBeVisible();
    await values().fill('Acme works co ltd');
    await expect.element(text('Enter searches by Exporter. Or search by Importer, Product')).toBeVisible();
    await press('Enter');
    await expect.element(page.getByTitle('ACME WORKS CO., LTD.: this company, all its spellings')).toBeVisible();
    await expect.element(control('Search by')).toHaveValue('Exporter');
  });
});

describe('the keyboard', () => {
  it('takes no value by an Enter that ends the writing of a character', async () => {
    visit('/list1');
    await fillScope();
    await choose('Search by', 'Product');
    await values().fill('綿');
    values()
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
    await press('糸');
    await expect.element(values()).toHaveValue('綿糸');
    await press('Enter');
    await expect.element(tag('綿糸')).toBeVisible();
  });

  it('opens as a line for a question that it can show nothing of, also where that comes after another', async () => {
    visit(searchLink());
    await asked(/contains 'cotton'/).toBeVisible();
    visit(
      '/list1?trade=IMPORT&country=IND&by=PRODUCT&match=W&from=2024-01-01&to=2026-10-31&line=clay+OR+importer%3Aikea',
    );
    await asked(/clay OR importer:ikea/).toBeVisible();
    await button(/^Imports of .*Change$/).click();
    await expect.element(button('Write it as a line')).toHaveAttribute('aria-pressed', 'true');
  });

  it('asks no line by such an Enter either, where a phone has a plain field for it', async () => {
    await onPhone();
    visit(searchLink());
    await asked(/contains 'cotton'/).toBeVisible();
    await openForm();
    await button('Write it as a line').click();
    const line = page.getByRole('textbox', { name: 'Query line' });
    await line.fill('product:綿');
    const enter = { key: 'Enter', bubbles: true, cancelable: true };
    line.element().dispatchEvent(new KeyboardEvent('keydown', { ...enter, isComposing: true }));
    await press('糸', 'Enter');
    await address().toMatch(/綿糸|%E7%B6%BF%E7%B3%B8/);
    expect(
      portal.asked('search').filter(({ line: asks, searchValue }) => `${asks}${searchValue}`.endsWith('綿')),
    ).toEqual([]);
  });

  it('leaves an open list by Tab for the next control, although the list scrolls', async () => {
    visit('/list1');
    await choose('Trade type', 'Import');
    await control('Countries').click();
    await expect.element(page.getByRole('option').filter({ hasText: 'Vietnam' })).toBeVisible();
    await press('Tab');
    await expect.element(control('Search by')).toHaveFocus();
    await expect.element(page.getByRole('option')).not.toBeInTheDocument();
    await fillScope();
    await choose('Search by', 'Importer');
    await values().fill('tra');
    await expect.element(suggestions().first()).toBeVisible();
    await press('Tab');
    await expect.element(control('Date range')).toHaveFocus();
  });
});

describe('what stands in it', () => {
  it('says what a search would cost before it is sent', async () => {
    visit(searchLink(), { searchCost: ({ searchValue }) => (searchValue.includes('linen') ? 1 : 0) });
    const cost = page.getByRole('status').filter({ hasText: /^(Uses 1 search|Free)$/ });
    await openForm();
    await expect.element(cost).not.toBeInTheDocument();
    await write(values(), 'linen', 'Enter');
    await expect.element(cost).toHaveTextContent('Uses 1 search');
    await tag('linen').click();
    await expect.element(cost).not.toBeInTheDocument();
    await write(to(), '2026-06-30', 'Tab');
    await expect.element(cost).toHaveTextContent('Free');
  });

  it('begins with all countries, which give way to the first that is picked, and with the trade of the last search', async () => {
    visit('/list1');
    await expect.element(tag(allCountries)).toBeVisible();
    await control('Countries').click();
    await expect.element(text('All are searched. Pick one to search it alone.')).toBeVisible();
    await press('Escape');
    await choose('Trade type', 'Export');
    await expect.element(tag(allCountries)).toBeVisible();
    await chooseCountry('Vietnam');
    await expect.element(page.getByRole('button', { name: /^Remove/ })).toHaveLength(1);
    await chooseCountry('Mexico');
    await expect.element(page.getByRole('button', { name: /^Remove/ })).toHaveLength(2);
    // A letter that is taken back takes no country with it.
    await write(control('Countries'), 'm', 'Backspace', 'Escape');
    await expect.element(page.getByRole('button', { name: /^Remove/ })).toHaveLength(2);
    await write(values(), 'rice', 'Enter');
    await searchButton().click();
    await asked(/^Exports of/).toBeVisible();
    visit('/list1');
    await expect.element(control('Trade type')).toHaveValue('Export');
  });

  it('keeps relations where a link brings them, and searches what is chosen', async () => {
    visit(searchLink({ row1: 'OR.PRODUCT.L', q1: 'yarn', row2: 'NOT.HS_CODE.L', q2: '5205' }));
    await asked(/'cotton' or product .* 'yarn' and not HS code/).toBeVisible();
    await openForm();
    await expect.element(control('Relation', row(1))).toHaveValue('OR');
    await expect.element(control('Relation', row(2))).toHaveValue('NOT');
    // Undone like any other change of the question.
    await choose('Relation', 'AND', row(2));
    await button('Return to previous results').click();
    await expect.element(control('Relation', row(2))).toHaveValue('NOT');
    await choose('Relation', 'NOT', row(1));
    await choose('Relation', 'OR', row(2));
    await searchButton().click();
    await address().toMatch(/row1=NOT\.PRODUCT\.L.*row2=OR\.HS_CODE\.L/);
    await asked(/'cotton' and not product .* 'yarn' or HS code/).toBeVisible();
  });

  it('is saved in any workspace of the account, on whichever page of theirs it stands', async () => {
    const kept = { createdDate: '2026-01-01T00:00:00.000Z', createdBy: { userId: 7, userName: 'First Last' } };
    const workspace = (name: string) => ({ ...kept, id: name, name, revision: 1, mayChange: true, savedSearches: 0 });
    visit(searchLink(), {
      workspaceList: ({ pageNumber }) => ({
        workspaceList: [workspace(pageNumber === 0 ? 'Fabrics' : 'Yarns')],
        totalRecords: 2,
      }),
    });
    await asked(/contains 'cotton'/).toBeVisible();
    await button('Save Query').click();
    expect(texts(await openSelect('Workspace'))).toEqual(expect.arrayContaining(['Fabrics', 'Yarns']));
  });

  it('asks for all countries where somebody is quicker than their list', async () => {
    const countries = later<{ countryList: typeof COUNTRIES }>();
    visit('/list1', { countryListByTrade: () => countries.value });
    await write(values(), 'cotton', 'Enter');
    await searchButton().click();
    await expect.element(text(/Please select/)).not.toBeInTheDocument();
    countries.arrive({ countryList: COUNTRIES });
    await asked(/^Imports of .* 'cotton'/).toBeVisible();
  });

  it('leaves no grey results behind once its screen has been left for another', async () => {
    visit(searchLink());
    await openForm();
    await choose('Match type', 'Does not contain');
    await expect.element(page.getByRole('region', { name: 'Changed question' })).toBeVisible();
    await page.getByRole('link', { name: 'Help Center' }).first().click();
    await expect.element(page.getByRole('grid', { name: 'Records' })).not.toBeInTheDocument();
    window.history.back();
    await expect.element(page.getByRole('grid', { name: 'Records' })).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Changed question' })).not.toBeInTheDocument();
    expect(document.querySelector('[data-set-aside]')).toBeNull();
  });
});
