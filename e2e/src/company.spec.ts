import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { enter, openAccount } from './accounts.js';
import { facet, openCompanyPage, searchesLeft } from './filters.js';
import { DEEP, expect, expectGoodLooks, picture, searchLink, settled, signedInTest, test } from './test.js';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const part = (page: Page, name: RegExp | string) => page.getByRole('region', { name, exact: true });
const views = (page: Page) => page.getByRole('navigation', { name: 'Views of the company' });
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Parts of the company' }).getByRole('link');

/** The figure of a panel's last row but its days. */
async function shipmentsOf(page: Page, title: string): Promise<string> {
  const total = part(page, title).getByRole('row', { name: /^TOTAL/ });
  return (
    (await total
      .getByRole('cell')
      .filter({ hasText: /^[\d,]+$/ })
      .first()
      .textContent()) ?? ''
  );
}

test('a name in a cell leads to its company, for one search however much of it is looked at', async ({
  page,
  portal,
}) => {
  await enter(page, await openAccount(portal, 'page@company.example'), searchLink());
  await settled(page);
  await expect(searchesLeft(page)).toHaveText('74');
  const link = page.getByRole('gridcell').locator('a[href^="/company?"]').first();
  const name = (await link.textContent()) ?? '';
  await expect(link).toHaveAttribute('title', /one search/);
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/company\?name=/);
  // The press has cost nothing: what the page costs is said before it is paid.
  await expect(page.getByText('This page is one search of the 74 that are left')).toBeVisible();
  await expect(heading(page)).toHaveText(name);
  await expect(searchesLeft(page)).toHaveText('74');
  await expectGoodLooks(page, 'company-cost');
  await openCompanyPage(page);
  await expect(part(page, 'What it trades').getByRole('table')).toBeVisible();
  await expect(searchesLeft(page)).toHaveText('73');
  // Its pictures are saved, and say whose they are.
  for (const title of ['Twelve months', 'Lanes']) {
    const [drawing] = await Promise.all([
      page.waitForEvent('download'),
      part(page, title).getByRole('button', { name: 'Download as SVG' }).click(),
    ]);
    const text = readFileSync(await drawing.path(), 'utf8');
    for (const words of ['Company: ', 'Days: ', 'Source: Customs records in Tidewaiter, data version', 'Saved: '])
      expect(text).toContain(words);
    const [image] = await Promise.all([
      page.waitForEvent('download'),
      part(page, title).getByRole('button', { name: 'Download as image' }).click(),
    ]);
    expect(
      readFileSync(await image.path())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  }
  // It is kept with what the records know of it.
  await page.getByRole('button', { name: 'Save contact' }).click();
  const form = page.getByRole('dialog', { name: 'Add contact' });
  await expect(form.getByLabel('Company Name')).toHaveValue(name);
  const address = await form.getByLabel('Address').inputValue();
  expect(address).toMatch(/\d/);
  await expect(part(page, 'Identity')).toContainText(address);
  await expect(form.getByLabel('Notes')).toHaveValue(/^(Country|Its goods come from or go to): ./);
  await picture(page, 'company-save-contact');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Contact saved: ${name}`)).toBeVisible();
  // Its figures are those of the search for it, which costs one of its own.
  const shipments = await shipmentsOf(page, 'What it trades');
  await page.getByRole('link', { name: 'Records', exact: true }).click();
  await expect(page).toHaveURL(/\/list1\?.*picked=/);
  const facts = page.getByRole('region', { name: 'Results' }).getByRole('status').first();
  await expect(facts).toContainText(new RegExp(`^\\D*${shipments} shipments? · `));
  await expect(searchesLeft(page)).toHaveText('72');
  await page.goBack();

  // A month narrows it, free; a partner is another company.
  await views(page).getByRole('link', { name: 'Months' }).click();
  await part(page, 'Months').getByRole('rowheader').first().getByRole('link').click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/);
  await settled(page);
  await expect(page.getByRole('link', { name: 'Show all days and countries' })).toBeVisible();
  await expect(searchesLeft(page)).toHaveText('72');
  await page.getByRole('link', { name: 'Show all days and countries' }).click();
  await settled(page);
  await views(page).getByRole('link', { name: 'Overview' }).click();
  const partner = part(page, /it deals with$/)
    .getByRole('rowheader')
    .first()
    .getByRole('link')
    .first();
  const partnersName = (await partner.textContent()) ?? '';
  await partner.click();
  await expect(heading(page)).toHaveText(partnersName);
  await openCompanyPage(page);
  await expect(searchesLeft(page)).toHaveText('71');
  await page.goBack();
  await expect(heading(page)).not.toHaveText(partnersName);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download CSV: .* it deals with$/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/partners\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines[0]).toContain('"Company"');
  expect(lines.at(-1)).toContain(`"TOTAL","","",${shipments.replaceAll(',', '')},`);

  // Nobody of a name costs nothing, and a broken link is explained.
  await page.goto('/company?name=Nobody+of+this+name+77');
  await openCompanyPage(page);
  await expect(page.getByText('This cost no search.')).toBeVisible();
  await expect(searchesLeft(page)).toHaveText('71');
  await page.goto(`/company?name=${encodeURIComponent(name)}&to=soon`);
  await expect(page.getByRole('alert')).toContainText('To date “soon”');
  await expect(part(page, 'What it trades')).toHaveCount(0);
  await page.goto('/company');
  await expect(page.getByText("A company's page is opened from its name")).toBeVisible();
});

signedInTest("a company's page is whole and accessible", DEEP, async ({ page }) => {
  await page.goto(searchLink());
  await settled(page);
  // The largest importer has goods, partners and others of its kind.
  const link = facet(page, 'Importer')
    .getByRole('link', { name: /^Company page of / })
    .first();
  await page.goto((await link.getAttribute('href')) ?? '');
  await openCompanyPage(page);
  await part(page, 'What it trades').getByRole('table').waitFor();
  await settled(page);
  await expect(tabs(page).first()).toHaveAttribute('aria-current', 'true');
  await expectGoodLooks(page, 'company');
  await part(page, 'Exporters it deals with').scrollIntoViewIfNeeded();
  await picture(page, 'company-partners');
  for (const [view, title] of [
    ['Goods', 'What it trades'],
    ['Ports and lanes', 'Lanes'],
    ['Names and addresses', 'Addresses'],
    ['Similar companies', 'Similar companies'],
    ['Related companies', 'Related companies'],
  ] as const) {
    await views(page).getByRole('link', { name: view }).click();
    await expect(part(page, title)).toBeVisible();
    await settled(page);
    await expectGoodLooks(page, `company-${view.split(' ')[0]?.toLowerCase()}`);
  }
});

signedInTest('a list of a page whose day is over says what the page costs now', DEEP, async ({ page }) => {
  await page.goto(searchLink());
  await settled(page);
  const links = facet(page, 'Importer').getByRole('link', { name: /^Company page of / });
  const [address, other] = await Promise.all([links.nth(2), links.nth(3)].map((link) => link.getAttribute('href')));
  await page.goto(address ?? '');
  await openCompanyPage(page);
  await part(page, 'What it trades').getByRole('table').waitFor();
  // As at midnight: nobody has paid for what is asked for.
  const company = new URLSearchParams(other?.split('?')[1]).get('name');
  const asUnpaid = ['**/company/similar', '**/analysis-management/company'];
  for (const call of asUnpaid)
    await page.route(call, (route) =>
      route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), company }) }),
    );
  await views(page).getByRole('link', { name: 'Similar companies' }).click();
  await expect(page.getByText('The day for which this page was opened is over.')).toBeVisible();
  await picture(page, 'company-day-over');
  await page.getByRole('button', { name: 'See what it costs' }).click();
  await expect(page.getByText('This page is one search of the')).toBeVisible();
  for (const call of asUnpaid) await page.unroute(call);
  await openCompanyPage(page);
  await expect(part(page, 'Similar companies')).toBeVisible();
});
