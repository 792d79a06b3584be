/** The table of records: what it draws, its keys, its columns, its rows, and a record beside it. */
import { columnsFor, LIMITS } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { found } from '../../../testing/answers.js';
import { type Answers, portal } from '../../../testing/portal-stub.js';
import {
  address,
  button,
  dialog,
  expectAccessible,
  focus,
  onPhone,
  press,
  reopen,
  settled,
  text,
  texts,
  visit,
} from '../../../testing/screen.js';
import { searchLink } from '../../../testing/search.js';

const grid = () => page.getByRole('grid', { name: 'Records' });
const region = () => page.getByRole('region', { name: /^Records/ });
const header = (name: string | RegExp) => grid().getByRole('columnheader', { name }).first();
const rows = () => [...document.querySelectorAll<HTMLElement>('[role=grid] [role=row][aria-selected]')];
const select = (n: number) => page.getByRole('checkbox', { name: `Select record ${n}`, exact: true });
const headers = () =>
  [...grid().element().querySelectorAll('[role=columnheader]')].map((cell) => cell.getAttribute('aria-label'));
const boxOf = (one: Locator) => one.element().getBoundingClientRect();
const width = (one: Locator) => expect.poll(() => boxOf(one).width);
const scroll = (x: number, y: number) => region().element().scrollTo(x, y);
const drawer = () => dialog('Description');
/** The row and the column of the focus, as a screen reader counts them. */
const place = () => {
  const cell = document.activeElement?.closest('[aria-colindex]');
  const row = cell?.closest('[aria-rowindex]');
  return [row?.getAttribute('aria-rowindex'), cell?.getAttribute('aria-colindex')].map(Number);
};

/** As many records of India's special economic zones, which have more columns than a table shows. */
const BILLS = 230;
const BILLS_LINK = '/list1?trade=IMPORT&country=SEZ&by=PRODUCT&q=cotton&from=2024-01-01&to=2026-10-31';
const MANY = columnsFor('IMPORT', ['SEZ'])
  .map(({ key }) => key)
  .slice(0, LIMITS.columns);

async function openTable(link = searchLink(), answers: Answers = {}): Promise<void> {
  visit(link, answers);
  await settled();
  region().element().scrollIntoView({ block: 'center' });
}

const bills = { search: (query) => found(query, BILLS), searchCount: BILLS } satisfies Answers;

/** Opens the menu of a column, and chooses from it. */
async function act(column: string, what: string): Promise<void> {
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await header(column).hover();
  await button(`Menu of ${column}`).click();
  await page.getByRole('menuitem', { name: what, exact: true }).click();
}

describe('of 200 rows and 100 columns', () => {
  it('what is in view is drawn, and walked by the keyboard', async () => {
    await openTable(`${BILLS_LINK}&size=200&cols=${MANY.join(',')}`, bills);
    expect(grid().element().getAttribute('aria-rowcount')).toBe(String(BILLS + 1));
    expect(grid().element().getAttribute('aria-colcount')).toBe(String(MANY.length + 3));
    const cells = () => document.querySelectorAll('[role=gridcell]').length;
    expect(cells()).toBeLessThan(600);
    scroll(100_000, 100_000);
    await expect.element(select(200)).toBeVisible();
    const last = document.querySelector(`[role=columnheader][aria-colindex="${MANY.length + 3}"]`);
    expect(last).not.toBeNull();
    expect(cells()).toBeLessThan(600);
    scroll(0, 0);
    focus(region());
    await press('Tab');
    await expect.element(button('Date')).toHaveFocus();
    await press('ArrowDown', 'ArrowRight');
    expect(place()).toEqual([2, 5]);
    await userEvent.keyboard('{Control>}{End}{/Control}');
    expect(place()).toEqual([201, MANY.length + 3]);
    await userEvent.keyboard('{Control>}{Home}{/Control}');
    await expect.element(page.getByRole('checkbox', { name: 'Select all records of this page' })).toHaveFocus();
    await press('PageDown');
    expect(place()).toEqual([9, 1]);
    await press(' ');
    await expect.element(select(8)).toBeChecked();
    // The cell with the focus keeps it, however far the mouse scrolls.
    scroll(100_000, 100_000);
    await expect.element(select(200)).toBeInTheDocument();
    await expect.element(select(8)).toHaveFocus();
    // A page with fewer rows is entered by its last one.
    await userEvent.keyboard('{Control>}{End}{/Control}');
    await button('Next page').click();
    await expect.element(text('201–230 of 230')).toBeVisible();
    await expect.element(select(201)).toBeInTheDocument();
    focus(region());
    await press('Tab');
    expect(place()).toEqual([BILLS + 1, MANY.length + 3]);
  });
});

describe('columns', () => {
  it('are chosen, sought and put in order in the Custom dialog', async () => {
    await openTable(BILLS_LINK, bills);
    await button('Custom').click();
    const columns = dialog('Columns');
    await expect.element(columns.getByRole('checkbox', { checked: true })).toHaveLength(LIMITS.defaultColumns);
    const seek = columns.getByRole('searchbox', { name: 'Search columns' });
    await expect.element(seek).toHaveFocus();
    await seek.fill('invoice');
    await expect.element(columns.getByRole('checkbox')).toHaveLength(2);
    await columns.getByRole('checkbox', { name: 'Invoice No.' }).click();
    // The only one of its group that is called so.
    await seek.fill('product desc');
    await columns.getByRole('checkbox', { name: 'Product Description' }).click();
    await seek.fill('');
    const order = columns.getByRole('list', { name: 'Shown columns' });
    const labels = () => texts(order.getByRole('listitem'));
    expect(labels().at(-1)).toBe('Invoice No.');
    const up = order.getByRole('button', { name: 'Move Invoice No. up' });
    focus(up);
    await press('Enter', 'Enter');
    await expect.element(up).toHaveFocus();
    expect(labels().indexOf('Invoice No.')).toBe(LIMITS.defaultColumns - 3);
    await expect.element(text('Invoice No., 13 of 15', columns)).toBeInTheDocument();
    const item = (label: string) => order.getByRole('listitem').filter({ hasText: label });
    await item('Origin Port').dropTo(item('Importer Name'), { targetPosition: { x: 60, y: 4 } });
    const first = ['Date', 'HS Code', 'Origin Port', 'Importer Name'];
    await expect.poll(() => labels().slice(0, 4)).toEqual(first);
    // Nothing is shown before it is applied.
    await address().not.toMatch(/cols=/);
    await button('Apply', columns).click();
    await address().toMatch(/cols=be_date%2Chs_code%2Corigin_port%2Cimporter_name/);
    await expect.poll(() => headers().slice(3, 7)).toEqual(first);
    await expect.element(button('Custom')).toHaveFocus();
    await button('Custom').click();
    await button('None', columns).click();
    await expect.element(button('Apply', columns)).toBeDisabled();
    await expect.element(text('Choose at least one column', columns)).toBeVisible();
    await button('Default', columns).click();
    await button('Apply', columns).click();
    await address().not.toMatch(/cols=/);
  });

  it('have the width that was chosen, by mouse and keyboard, and rows their height: both are remembered', async () => {
    await openTable();
    const height = () => expect.poll(() => rows()[0]?.getBoundingClientRect().height);
    await height().toBe(LIMITS.rowHeightPx);
    await button('Compact rows').click();
    await height().toBe(32);
    const column = header('HS Code');
    const { width: before, height: tall } = boxOf(column);
    await userEvent.dragAndDrop(column, column, {
      sourcePosition: { x: before - 1, y: tall / 2 },
      targetPosition: { x: before + 59, y: tall / 2 },
      force: true,
    });
    await width(column).toBe(before + 60);
    focus(button('HS Code'));
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await userEvent.keyboard(`{Shift>}{${key}}{/Shift}`);
    await width(column).toBe(before + 76);
    const index = column.element().getAttribute('aria-colindex');
    const cell = rows()[0]?.querySelector(`[aria-colindex="${index}"]`)?.getBoundingClientRect();
    expect([cell?.width, cell?.x]).toEqual([before + 76, boxOf(column).x]);
    await reopen();
    await settled();
    await height().toBe(32);
    await button('Compact rows').click();
    await height().toBe(LIMITS.rowHeightPx);
    await width(column).toBe(before + 76);
    await act('HS Code', 'Usual width');
    await width(column).toBe(before);
  });

  it('that a record is read by are in sight at once, and its value wherever they scroll, until it is unpinned', async () => {
    await page.viewport(1440, 900);
    visit(searchLink());
    await settled();
    for (const name of ['Importer Name', 'Exporter Name', /^Quantity/, /^Unit Price/, /^Total Value/])
      await expect.element(header(name)).toBeInViewport({ ratio: 0.99 });
    for (const name of ['Importer Name', 'Exporter Name'])
      expect(boxOf(header(name)).width).toBeGreaterThanOrEqual(180);
    expect(boxOf(header('Sl')).width).toBeLessThanOrEqual(40);
    expect(boxOf(header('Action')).width).toBeLessThanOrEqual(48);
    await expect.element(region()).toBeInViewport({ ratio: 0.99 });
    // Whole figures have no zeros behind their point.
    for (const cell of document.querySelectorAll('[role=gridcell][data-type=decimal]'))
      expect(cell.textContent).not.toMatch(/\.0+(\D|$)/);
    await page.viewport(1024, 768);
    // The filters give way to the table a moment after the window has changed.
    await expect
      .poll(() => rows().filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length)
      .toBeGreaterThanOrEqual(6);
    // What lies out of sight is not drawn.
    const value = () =>
      header(/^Total Value/)
        .query()
        ?.getBoundingClientRect().right ?? Number.POSITIVE_INFINITY;
    const right = () => expect.poll(() => Math.abs(boxOf(region()).right - value()));
    await right().toBeLessThanOrEqual(2);
    scroll(300, 0);
    await right().toBeLessThanOrEqual(2);
    scroll(0, 0);
    await act('Total Value (USD)', 'Unpin');
    await right().toBeGreaterThan(2);
    await reopen();
    await settled();
    await right().toBeGreaterThan(2);
    scroll(300, 0);
    await act('Total Value (USD)', 'Pin right');
    await right().toBeLessThanOrEqual(2);
  });
});

describe('a row', () => {
  it('says all of its record in its Description, which gives the focus back', async () => {
    await openTable(`${BILLS_LINK}&size=10`, bills);
    focus(button('Description of record 1'));
    await press('Enter');
    const description = dialog('Description');
    await text('Month, HS levels and units', description).click();
    const labels = columnsFor('IMPORT', ['SEZ']).filter(({ alias }) => !alias);
    await expect
      .poll(() => texts(description.getByRole('term')).toSorted())
      .toEqual(labels.map(({ label }) => label).toSorted());
    await expectAccessible(description);
    // What it is and its money first, where its source says them last.
    expect(texts(description.getByRole('term')).slice(0, 2)).toEqual(['Product Description', 'Total Value']);
    await expect.element(text(/^From records\.csv, line 1\./, description)).toBeVisible();
    await press('Escape');
    await expect.element(description).not.toBeInTheDocument();
    await expect.element(button('Description of record 1')).toHaveFocus();
  });

  it('of several countries has the paid fields of its own, shown, offered and described', async () => {
    const cols = ['ctry_name', 'importer_address', 'bl_number', 'iec', 'beno'];
    await openTable(searchLink({ cols: cols.join(',') }), {
      search: (query) => {
        const all = found({ ...query, countryCode: ['SEZ'] });
        const [first, ...others] = all.impIndList ?? [];
        const list = [{ ...first, ctry_name: 'India' }, ...others.map((one) => ({ ...one, ctry_name: 'Vietnam' }))];
        return { ...all, impIndList: undefined, impForeignList: list as typeof all.impForeignList };
      },
    });
    expect(headers().slice(-5)).toEqual([
      'Source Country',
      'Importer Address',
      'BL Number',
      'IEC',
      'Bill of Entry No.',
    ]);
    await button('Description of record 1').click();
    await expect
      .poll(() => texts(dialog('Description').getByRole('term')))
      .toEqual(expect.arrayContaining(['IEC', 'Bill of Entry No.', 'BL Number', 'Importer Address']));
    await press('Escape');
    await button('Custom').click();
    for (const label of ['Importer Address', 'BL Number', 'IEC'])
      await expect.element(dialog('Columns').getByRole('checkbox', { name: label, exact: true })).toBeChecked();
  });

  it('has a long text cut in its cell, and whole in its place under the focus, where no other row moves', async () => {
    const long = Array.from({ length: 40 }, (_, n) => `cotton shirts of lot ${n}`).join(', ');
    await openTable(searchLink(), { search: (query) => found(query, 60, { product_description: long }) });
    const cell = () =>
      [...(rows()[0]?.querySelectorAll('[role=gridcell]') ?? [])].find((one) => one.textContent === long);
    const span = () => cell()?.querySelector('span') as HTMLElement;
    expect(span().scrollHeight).toBeGreaterThan(span().clientHeight);
    expect(cell()?.getAttribute('title')).toBe(long);
    const below = () => rows()[1]?.getBoundingClientRect().y;
    const before = below();
    focus(button('Product Description'));
    await press('ArrowDown');
    await expect.poll(() => cell() === document.activeElement).toBe(true);
    expect(span().scrollWidth).toBeLessThanOrEqual(span().clientWidth);
    expect(below()).toBe(before);
  });

  it('has marked what it was found by, and the text stays as it is', async () => {
    const matched = [{ key: 'product_description', text: 'shirts' }];
    await openTable(searchLink(), { search: (query) => found(query, 60, { matched }) });
    const mark = rows()[0]?.querySelector('mark');
    expect(mark?.textContent).toBe('shirts');
    expect(mark?.closest('[role=gridcell]')?.textContent).toBe('Cotton shirts of lot 1');
  });

  it('leads from a company to its page and to the web, also by keyboard', async () => {
    await openTable();
    const cell = grid()
      .getByRole('gridcell', { name: /^Exporter 1 GmbH/ })
      .first();
    focus(cell);
    await press('Tab');
    await expect.element(cell.getByRole('link', { name: /^Exporter 1 GmbH/ })).toHaveFocus();
    // The name has the whole cell but for its margins: its icons lie over its end.
    expect(cell.element().querySelector('span')?.getBoundingClientRect().width).toBe(boxOf(cell).width - 16);
    await press('Tab');
    const web = cell.getByRole('link', { name: 'Search the web for Exporter 1 GmbH' });
    await expect.element(web).toHaveFocus();
    await expect.element(web).toHaveAttribute('rel', expect.stringMatching(/noopener/));
    await cell.hover();
    await button('Use this value: Exporter Name').click();
    await page.getByRole('menuitem', { name: 'Open company' }).click();
    await address().toMatch(/\/company\?name=/);
  });
});

describe('the table', () => {
  it('is reached within ten presses of Tab', async () => {
    visit(searchLink());
    await settled();
    const skip = button('Skip to the records');
    for (let n = 0; n < 9 && document.activeElement !== skip.element(); n += 1) await press('Tab');
    await expect.element(skip).toHaveFocus();
    await press('Enter');
    await expect.element(region()).toHaveFocus();
  });

  it('fills the window at a press, keeps the focus there, and Escape leaves what was opened last', async () => {
    await openTable();
    const height = () => expect.poll(() => Math.round(boxOf(region()).height));
    await height().toBe(LIMITS.tableHeightPx);
    await button('Fill the window').click();
    const filled = dialog('Results table');
    await expect.element(filled).toBeVisible();
    await height().toBeGreaterThan(550);
    await expectAccessible(filled);
    for (let n = 0; n < 30; n += 1) await press('Tab');
    expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull();
    await button('Description of record 1').click();
    const description = dialog('Description');
    await expect.element(description.getByRole('term').first()).toBeVisible();
    await press('Escape');
    await expect.element(description).not.toBeInTheDocument();
    await expect.element(filled).toBeVisible();
    await press('Escape');
    await expect.element(filled).not.toBeInTheDocument();
    await height().toBe(LIMITS.tableHeightPx);
  });

  it('is cards on a phone, selectable, with what can be done with a company', async () => {
    await onPhone();
    const matched = [{ key: 'product_description', text: 'shirts' }];
    visit(BILLS_LINK, { search: (query) => found(query, 60, { matched }) });
    const card = page.getByRole('list', { name: 'Records' }).getByRole('listitem').first();
    await expect.element(card).toHaveTextContent('Cotton shirts of lot 1');
    expect(card.element().querySelector('mark')?.textContent).toBe('shirts');
    await expect.element(card.getByRole('link', { name: /^Search the web for/ })).toHaveLength(2);
    await card.getByRole('checkbox', { name: 'Select record 1', exact: true }).click();
    await expect.element(page.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible();
    await expectAccessible();
    await button('All fields of record 1', card).click();
    await expect.element(dialog('Description')).toHaveTextContent('Bill of Entry No.');
    await press('Escape');
    await button('Custom').click();
    await expect.element(dialog('Columns').getByRole('checkbox').first()).toBeVisible();
    await expectAccessible(dialog('Columns'));
  });
});

describe('a record beside the table', () => {
  const open = (n: number) => page.elementLocator(rows()[n]?.querySelectorAll('[role=gridcell]')[4] as Element).click();
  const said = () => expect.element(drawer().getByRole('status'));
  const opened = () => document.querySelector('[role=row][aria-current=true]')?.getAttribute('data-row');

  it('is opened by a press on its row, and goes along with the arrow keys, over the ends of its page', async () => {
    await openTable();
    await settled();
    const before = JSON.stringify(boxOf(region()));
    await open(2);
    await said().toHaveTextContent('Record 3 of 20 on this page');
    await expect.element(drawer()).toHaveFocus();
    expect(opened()).toBe('3');
    // The list stays where it was, and is no background: another row is a press away.
    expect(JSON.stringify(boxOf(region()))).toBe(before);
    await press('ArrowRight');
    await said().toHaveTextContent('Record 4 of 20 on this page');
    await press('ArrowLeft', 'ArrowLeft');
    await said().toHaveTextContent('Record 2 of 20 on this page');
    await button('Next record', drawer()).click();
    await said().toHaveTextContent('Record 3 of 20 on this page');
    await open(0);
    await said().toHaveTextContent('Record 1 of 20 on this page');
    await expect.element(button('Previous record', drawer())).toBeDisabled();
    await expect.element(drawer()).toHaveFocus();
    // What is opened stays in sight in the list.
    for (let step = 1; step < 20; step += 1) await press('ArrowRight');
    await said().toHaveTextContent('Record 20 of 20 on this page');
    await expect.poll(opened).toBe('20');
    // And goes on over the end of the page, and back.
    await press('ArrowRight');
    await address().toMatch(/page=2/);
    await said().toHaveTextContent('Record 1 of 20 on this page');
    await press('ArrowLeft');
    await address().not.toMatch(/page=2/);
    await said().toHaveTextContent('Record 20 of 20 on this page');
    await press('Escape');
    await expect.element(drawer()).not.toBeInTheDocument();
    expect(opened()).toBeUndefined();
    // A tick opens nothing, and the Action column opens the same as the row.
    await select(19).click();
    await expect.element(drawer()).not.toBeInTheDocument();
    await button('Description of record 20').click();
    await said().toHaveTextContent('Record 20 of 20 on this page');
    await press('Escape');
    // By the keyboard alone, from whichever cell.
    const cell = rows()[0]?.querySelector<HTMLElement>('[role=gridcell][data-type=code]') ?? expect.fail();
    focus(page.elementLocator(cell));
    await press('Enter');
    (page.getByRole('menuitem', { name: 'Open record' }).element() as HTMLElement).focus();
    await press('Enter');
    await expect.element(drawer()).toHaveFocus();
  });

  it('leads from its companies to their page, their shipments, the web and the contacts', async () => {
    await openTable(searchLink(), { saveContact: 'CREATED' });
    await open(0);
    const importer = drawer().getByRole('region', { name: /^Importer Name: / });
    await expect.element(importer).toBeVisible();
    const name = importer.element().getAttribute('aria-label')?.replace('Importer Name: ', '') ?? '';
    await expect
      .element(importer.getByRole('link', { name: `Company page: ${name}` }))
      .toHaveAttribute('href', expect.stringMatching(/^\/company\?name=/));
    await expect
      .element(importer.getByRole('link', { name: `Web search for ${name}` }))
      .toHaveAttribute('rel', expect.stringMatching(/noopener/));
    await button(`Save contact: ${name}`, importer).click();
    await expect.poll(() => portal.asked('saveContact')).toHaveLength(1);
    await button(`Its shipments: ${name}`, importer).click();
    await expect.element(page.getByRole('list', { name: 'Active filters' })).toHaveTextContent(`Importer: ${name}`);
  });

  it('is the whole screen on a phone, and keeps the focus', async () => {
    await onPhone();
    visit(searchLink());
    const card = page.getByRole('list', { name: 'Records' }).getByRole('listitem').first();
    await expect.element(card).toBeVisible();
    await page.elementLocator(card.element().querySelector('p') as Element).click();
    await said().toHaveTextContent('Record 1 of 20 on this page');
    await width(drawer()).toBe(390);
    for (let n = 0; n < 30; n += 1) await press('Tab');
    expect(drawer().element().contains(document.activeElement)).toBe(true);
    await expectAccessible(drawer());
    await button('Close record', drawer()).click();
    await expect.element(drawer()).not.toBeInTheDocument();
  });
});
