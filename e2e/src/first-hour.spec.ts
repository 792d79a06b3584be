/** The first hour of a buyer who looks for suppliers of ceramic tiles, step by step as somebody would go. */
import { readFileSync } from 'node:fs';
import { enter, openAccount } from './accounts.js';
import { facet, found, openCompanyPage } from './filters.js';
import { control, searchButton } from './form.js';
import { saveInNewWorkspace } from './saving.js';
import { expect, picture, settled, test } from './test.js';

test('a buyer has suppliers with prices within the first steps, and the rest of an hour leads on from there', async ({
  page,
  portal,
}) => {
  const step = test.step;
  const main = page.getByRole('navigation', { name: 'Main' });
  const results = page.getByRole('region', { name: 'Results' });
  const drawer = page.getByRole('dialog', { name: 'Description', exact: true });
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  let shipments = 0;
  let supplier = '';

  await step('1. arrive at the dashboard', async () => {
    await enter(page, await openAccount(portal, 'first.hour@company.example', 'SME'));
    await expect(page.getByRole('heading', { level: 1 })).toContainText('First');
  });
  const box = page.getByRole('combobox', { name: 'Search value' });
  await step('2. type the goods into the one box', () => box.fill('ceramic tiles'));
  await step('3. read what Enter will do, and what else there is', async () => {
    await expect(page.getByText(/^Enter searches by Product\./)).toBeVisible();
    await expect(page.getByRole('group', { name: 'HS codes' }).getByRole('option').first()).toContainText('6907');
  });
  await step('4. press Enter, and have the shipments', async () => {
    await box.press('Enter');
    shipments = await found(page);
    expect(shipments).toBeGreaterThan(0);
  });
  await step('5. press the count of exporters, and have suppliers with prices', async () => {
    await page.getByRole('link', { name: /Exporters: compare them$/ }).click();
    await expect(region('Suppliers of the question').getByRole('rowheader').first()).toBeVisible();
    await expect(region('Suppliers of the question').getByRole('columnheader', { name: /^USD \// })).toBeVisible();
    await picture(page, 'first-hour-suppliers');
  });
  const suppliers = region('Suppliers of the question');
  await step('6. tick two of them', async () => {
    supplier = (await suppliers.getByRole('rowheader').first().getByRole('link').first().textContent()) ?? '';
    await suppliers.getByRole('checkbox').nth(0).check();
    await suppliers.getByRole('checkbox').nth(1).check();
  });
  await step('7. see them side by side', () =>
    expect(region('Side by side').getByRole('columnheader')).toContainText(['Figure', supplier]),
  );
  await step('8. keep both as contacts', async () => {
    await page.getByRole('button', { name: 'Save as contacts' }).click();
    await expect(page.getByText(/^Contact saved: .+, /)).toBeVisible();
  });
  await step('9. compare two periods', async () => {
    await page
      .getByRole('navigation', { name: 'Analyses' })
      .getByRole('button', { name: 'Compare two periods' })
      .click();
    await expect(page.getByText(/entered, .* left, .* stayed\./)).toBeVisible();
  });
  await step('10. see where a fair price lies', async () => {
    await page.getByRole('navigation', { name: 'Analyses' }).getByRole('button', { name: 'Fair price' }).click();
    await expect(region('Fair price').getByText('Median', { exact: true }).first()).toBeVisible();
  });
  await step('11. go back to the list', async () => {
    await page.getByRole('link', { name: 'Back to List' }).click();
    expect(await found(page)).toBe(shipments);
  });
  await step('12. open a record beside the list', async () => {
    await page.getByRole('grid', { name: 'Records' }).getByRole('gridcell').nth(4).click();
    // Until the focus is there, the arrow keys are the list's.
    await expect(drawer).toBeFocused();
    await picture(page, 'first-hour-record');
  });
  await step('13. go on to the next', async () => {
    await page.keyboard.press('ArrowRight');
    await expect(drawer.getByRole('status')).toContainText('Record 2 of');
  });
  await step('14. close it', async () => {
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });
  await step('15. narrow to an importer', async () => {
    await page.goto(page.url());
    expect(await found(page)).toBe(shipments);
    await settled(page);
    await facet(page, 'Importer').getByRole('checkbox').first().check();
    await expect(page).toHaveURL(/importerList=/);
    await settled(page);
  });
  await step('16. take the filter back', async () => {
    await page.goBack();
    await expect.poll(() => found(page)).toBe(shipments);
  });
  await step('17. save the search in a new workspace', async () => {
    await saveInNewWorkspace(page, 'Tiles', 'Ceramic tiles, everywhere');
  });
  await step('18. ask what an export costs', async () => {
    await page.getByRole('checkbox', { name: 'Select record 1', exact: true }).check();
    await page.getByRole('button', { name: /^Export Selected/ }).click();
    await expect(page.getByRole('dialog', { name: 'Export selected records' })).toContainText(/Cost1 point/);
  });
  await step('19. take the file', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('dialog', { name: 'Export selected records' })
        .getByRole('button', { name: /^Export 1 record/ })
        .click(),
    ]);
    expect(
      readFileSync(await download.path())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
  });
  await step('20. look at the analysis', async () => {
    await page.getByRole('button', { name: 'Go to' }).click();
    await page.getByRole('menuitem', { name: 'Macro Analysis' }).click();
    await expect(region('Top 10 Exporters').getByRole('table')).toBeVisible();
    await settled(page);
  });
  await step('21. narrow it to the largest supplier', async () => {
    await region('Top 10 Exporters').getByRole('rowheader').first().getByRole('button').click();
    await expect(page).toHaveURL(/exporterList=/);
  });
  await step('22. open the company of the supplier', async () => {
    await page.goto(`/company?name=${encodeURIComponent(supplier)}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(supplier);
    await openCompanyPage(page);
    await expect(region('Identity')).toBeVisible();
  });
  await step('23. see who is like it', async () => {
    await page
      .getByRole('navigation', { name: 'Views of the company' })
      .getByRole('link', { name: 'Similar companies' })
      .click();
    await settled(page);
    await picture(page, 'first-hour-similar');
  });
  await step('24. find the contacts that were kept', async () => {
    await main.getByRole('link', { name: 'Save Contact' }).click();
    await expect(page.getByRole('main')).toContainText(supplier);
  });
  await step('25. find the saved search, and open it', async () => {
    await main.getByRole('link', { name: 'Workspace' }).click();
    await page.getByRole('link', { name: 'Ceramic tiles, everywhere' }).first().click();
    await expect(results.getByRole('status').first()).toContainText('shipment');
  });
  await step('26. see what was asked', async () => {
    await main.getByRole('link', { name: 'Search History' }).click();
    await expect(page.getByRole('main')).toContainText(/ceramic tiles/);
  });
  await step('27. see what was downloaded', async () => {
    await main.getByRole('link', { name: 'Download History' }).click();
    await expect(page.getByRole('main')).toContainText(/Imports of .* 'ceramic tiles'.*1 points?/);
  });
  await step('28. see how fresh and whole the data are', async () => {
    await main.getByRole('link', { name: 'Data Coverage' }).click();
    await expect(page.getByRole('table').first()).toContainText('Imports');
  });
  await step('29. begin another search: where it looks is filled in', async () => {
    await main.getByRole('link', { name: 'Search Global Data' }).click();
    await control(page, 'Search values').first().fill('8517');
    await control(page, 'Search values').first().press('Enter');
    await searchButton(page).click();
    await expect(results.getByRole('status').first()).toContainText('shipment');
  });
  await step('30. see on the dashboard what is left and what was asked', async () => {
    await main.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByLabel('Subscription', { exact: true })).toContainText(/Searches left/);
    await expect(region('Recent searches').getByRole('listitem')).not.toHaveCount(0);
  });
});
