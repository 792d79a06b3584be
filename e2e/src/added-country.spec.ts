import { facts } from './filters.js';
import { loadMonth } from './load.js';
import { expect, signedInTest as test } from './test.js';

const FRENCH = '/list1?trade=IMPORT&by=HS_CODE&q=850440&from=2026-09-01&to=2026-09-30&country=FRA';

test('a country that the operator adds is searched as any other', async ({ page, portal }) => {
  await page.goto(FRENCH);
  await expect(page.getByRole('alert')).toContainText(
    'There are no records of France here: it is none of the source countries.',
  );

  await portal.command('country', 'add', 'FRA');
  await loadMonth(portal, 'FRA', 7);
  await page.reload();
  await expect(facts(page)).toContainText('7 shipments');
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('Imports of France');
  await page.getByRole('button', { name: /Change$/ }).click();
  await page.getByRole('combobox', { name: 'Countries' }).click();
  const france = page.getByRole('option', { name: /^France/ });
  await expect(france).toHaveAttribute('aria-selected', 'true');
  await expect(france.locator('img')).toHaveCount(1);

  await page.goto('/coverage');
  await expect(page.getByRole('button', { name: 'France Imports' })).toBeVisible();

  const loads = JSON.parse(await portal.command('loads', '--json')).loads as { loadId: number; country: string }[];
  const [load] = loads.filter(({ country }) => country === 'FRA');
  await portal.command('unload', String(load?.loadId));
  await portal.command('country', 'remove', 'FRA');
});
