import type { Page } from '@playwright/test';
import { enter, openAccount } from './accounts.js';
import { saveSearch } from './caller.js';
import { choose } from './form.js';
import { loadMonth } from './load.js';
import {
  DEEP,
  expect,
  expectAccessible,
  expectFits,
  hold,
  picture,
  settled,
  signedInTest,
  signIn,
  test,
} from './test.js';

import { COTTON } from './visits.js';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

signedInTest('who asks before the countries are known is answered when they are', async ({ page }) => {
  const letThrough = await hold(page, '**/countrylistbytrade/*');
  await page.goto('/dashboard');
  const value = page.getByRole('combobox', { name: 'Search value' });
  await value.fill('cotton');
  await value.press('Enter');
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toHaveAttribute('data-loading', 'true');
  letThrough();
  await expect(
    page.getByRole('heading', { name: /^Imports of \d+ countries whose product has the word 'cotton'/ }),
  ).toBeVisible();
});

test('somebody begins at the dashboard, sees where they stand, and asks a quick question', {
  tag: [...['@2.30', '@2.31', '@2.32', '@2.33', '@2.34', '@2.35', '@2.40', '@5.62', '@5.63', '@9.27']],
}, async ({ page, portal }) => {
  await page.clock.install({ time: new Date('2026-11-22T09:05:06') });
  const person = await openAccount(portal, 'begins@company.example', 'Startup', '--expires', '2027-11-30');
  await enter(page, person);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good morning, First');
  await expect(page.getByText('Startup package')).toBeVisible();
  const standing = page.getByLabel('Subscription', { exact: true });
  await expect(standing).toContainText('75 of 75');
  await expect(standing).toContainText('Available download limit50,000');
  await expect(standing).toContainText('30 Nov 2027');
  await page.clock.pauseAt(new Date('2026-11-22T09:30:58'));
  const clock = page.getByRole('timer', { name: 'Clock' });
  await expect(clock).toHaveText('22 Nov 2026 09:30:58');
  await page.clock.runFor(1000);
  await expect(clock).toHaveText('22 Nov 2026 09:30:59');
  await page.clock.runFor(1000);
  await expect(clock).toHaveText('22 Nov 2026 09:31:00');
  await page.clock.resume();

  await expect(part(page, 'Recent searches')).toContainText('You have not searched yet.');
  await expect(page.getByRole('link', { name: /^Try computers and phones into/ })).toHaveAttribute(
    'href',
    /trade=IMPORT/,
  );
  const quick = page.getByRole('form', { name: 'Quick trade search' });
  const value = quick.getByRole('combobox', { name: 'Search value' });
  await quick.getByRole('button', { name: 'Search' }).click();
  await expect(quick).toContainText('Please select search type');
  await expect(quick).toContainText('Please enter search value');
  await expect(value).toBeFocused();
  await choose(quick, 'Search type', 'HS Code');
  await value.fill('61');
  await value.press('Enter');
  await expect(quick).toContainText('Search Values should be greater than or equal to 4 digits');
  await expect(value).toBeFocused();

  const countries = part(page, 'Importing and exporting countries');
  await expect(countries.getByRole('columnheader')).toContainText(['Importing', 'Exporting']);
  await page.getByRole('searchbox', { name: 'Find a country' }).fill('atlantis');
  await expect(page.getByText('No country by that name')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a country' }).fill('viet');
  await expect(countries.getByRole('rowheader')).toHaveText(['Vietnam']);
  await countries
    .getByRole('button', { name: /^[\d,]+$/ })
    .first()
    .click();
  await expect(value).toBeFocused();
  await expect(quick.getByRole('combobox', { name: 'Country' })).toHaveValue('Vietnam');
  await value.fill('6109');
  await value.press('Enter');
  await expect(page).toHaveURL(/\/list1\?.*trade=IMPORT.*country=VNM.*by=HS_CODE.*q=6109/);
  await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/exchange$/);
  await expect(standing).toContainText('74 of 75');
  const recent = part(page, 'Recent searches').getByRole('link', { name: /^Imports of Vietnam whose HS code/ });
  await recent.click();
  await expect(page).toHaveURL(/\/list1\?.*q=6109/);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Global Search' }).click();
  await expect(page).toHaveURL(/\/list1$/);

  await page.goto('/dashboard');
  // Who says nothing of what it is, and presses Enter, is understood.
  await value.fill('6109');
  await expect(quick.getByRole('status')).toHaveText('Enter searches by HS Code. Or search by Product');
  await value.fill('cotton shirts');
  await expect(quick.getByRole('status')).toHaveText(/^Enter searches by Product. Or search by Importer/);
  await quick.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/list1\?.*by=PRODUCT/);
  await page.goBack();
  // Where it is from is read, too, and said before it is asked.
  await value.fill('cotton from India and the United States');
  await expect(quick.getByRole('status')).toHaveText(
    /^Enter searches the exports of India and United States by Product/,
  );
  await value.press('Enter');
  await expect(page).toHaveURL(/\/list1\?trade=EXPORT&country=IND&country=USA&by=PRODUCT.*q=cotton&/);
  await page.goBack();
  await value.fill('cotton');
  await quick.getByRole('status').getByRole('button', { name: 'Importer' }).click();
  await expect(page).toHaveURL(/\/list1\?.*by=IMPORTER/);
  await page.goBack();
  // What is suggested and picked is asked at once.
  await value.fill('cotton');
  await page.getByRole('option', { name: /Raw cotton/ }).click();
  await expect(page).toHaveURL(/\/list1\?.*by=HS_CODE.*q=5201/);
});

test('who comes back is told what has been loaded since', DEEP, async ({ page, portal }) => {
  const person = await openAccount(portal, 'comes.back@company.example');
  await enter(page, person);
  await expect(part(page, 'New data')).toContainText('New data since your last visit is listed here');
  await expect(part(page, 'My Workspace')).toContainText('No search is saved yet.');
  await expect(part(page, 'My Contact')).toContainText('No contact is saved yet.');
  await page.route('**/masterdata-management/news*', (route) => route.abort());
  await page.reload();
  await expect(part(page, 'New data').getByRole('alert')).toContainText('The portal did not answer.');
  await page.unroute('**/masterdata-management/news*');
  await part(page, 'New data').getByRole('button', { name: 'Retry' }).click();
  await expect(part(page, 'New data')).toContainText('New data since your last visit is listed here');

  await loadMonth(portal, 'GEO', 30);
  await enter(page, person);
  await expect(part(page, 'New data')).toContainText('Georgia imports+30new: Sep 2026');
  await expect(part(page, 'New data')).toContainText(/Since your last visit, \d\d [A-Z][a-z]{2} \d{4}/);
});

test(
  'a Free account chooses its country at its first visit, by what it has, until its first search',
  DEEP,
  async ({ page, portal }) => {
    await enter(page, await openAccount(portal, 'chooses@company.example', 'Free'));
    await expect(page.getByRole('heading', { name: 'Choose your country' })).toBeVisible();
    await settled(page);
    await expectAccessible(page);
    await picture(page, 'dashboard-choose');
    await page.goto('/list1');
    await page.getByRole('link', { name: 'Choose on the dashboard' }).click();
    await page.getByRole('searchbox', { name: 'Find a country' }).fill('viet');
    await page.getByRole('radio', { name: 'Vietnam' }).check();
    await expect(page.getByText(/^[\d,]+ imports, \w{3} \d{4} – \w{3} \d{4}$/)).toBeVisible();
    await page.getByRole('button', { name: 'Choose Vietnam' }).click();
    await expect(page.getByText('Your countries have been chosen.')).toBeVisible();
    await page.getByRole('button', { name: 'Choose again' }).click();
    await expect(page.getByRole('radio', { name: 'Vietnam' })).toBeChecked();
    await page.getByRole('button', { name: 'Keep Vietnam' }).click();
    await page.getByRole('link', { name: 'Try computers and phones into Vietnam' }).click();
    await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Choose your country' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Choose again' })).toHaveCount(0);
    // The plan has no global search, and says so where it is picked: the way to search is the entry of the navigation.
    await settled(page);
    await expect(page.getByText('Free package')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Global Search' })).toHaveCount(0);
    const main = page.getByRole('navigation', { name: 'Main' });
    await expect(main.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    await expect(main.getByRole('link', { name: 'Search Global Data' })).toBeVisible();
  },
);

const PROTECTED = [
  ...['/list', '/list1', '/analysis', '/dashboard', '/select-package', '/workspace', '/exchange', '/profile'],
  ...['/savecontact', '/users', '/searchlog', '/downloadlog', '/subscriptions', '/indepthAnalysis'],
];

test('protected addresses ask for a session, lead back there, and open within the header and footer', {
  tag: ['@2.3', '@2.4', '@2.6', '@2.8', '@2.9', '@2.10', '@2.11', '@2.16'],
}, async ({ page, portal }) => {
  for (const path of PROTECTED) {
    await page.goto(path);
    await expect(page, path).toHaveURL(new RegExp(`/login\\?from=${encodeURIComponent(path)}`));
  }
  await signIn(page, portal);
  await expect(page).toHaveURL(/\/indepthAnalysis$/);
  await page.goto('/terms-and-conditions');
  await expect(page.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible();
  for (const path of [...PROTECTED, '/news-details']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(page, path).not.toHaveURL(/login|maintenance/);
    await expect(page.getByRole('banner'), path).toBeVisible();
    await expect(page.getByRole('contentinfo'), path).toBeAttached();
  }
  await expect(page.getByRole('contentinfo')).toContainText(
    `© ${new Date().getFullYear()} Tidewaiter. All rights reserved.`,
  );
  await page.setViewportSize({ width: 1920, height: 1080 });
  const links = page.getByRole('navigation', { name: 'Main' }).first().getByRole('link');
  const entries = await links.evaluateAll((all) => all.map((one) => `${one.textContent} ${one.getAttribute('href')}`));
  expect(entries).toEqual([
    ...['Search Global Data /list1', 'Dashboard /exchange', 'Workspace /workspace', 'Following /following'],
    ...[
      'Save Contact /savecontact',
      'Search History /searchlog',
      'Download History /downloadlog',
      'Data Coverage /coverage',
      'Users /users',
    ],
    ...['Subscriptions /subscriptions', 'Help Center /help'],
  ]);
  // What SPEC names stays in the header down to 1,280 px, on one line or on two; Data Coverage, which is ours, goes first.
  for (const width of [2151, 2150, 1701, 1700, 1501, 1500, 1421, 1420, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const shown = await links.filter({ visible: true }).allTextContents();
    const isGone = (name: string) => name === 'Data Coverage' && width > 1420 && width <= 1700;
    expect(shown).toEqual(entries.map((entry) => entry.replace(/ \/\w+$/, '')).filter((name) => !isGone(name)));
    for (const link of await links.filter({ visible: true }).all()) await expect(link).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: /Profile menu/ })).toBeInViewport({ ratio: 1 });
  }
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Data Coverage' })).toBeVisible();
  // The session is of both storages: what of it lies in the browser's goes with it.
  await page.evaluate(() => localStorage.clear());
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login/);
});

test('the dashboard shows what is kept, said and searched', {
  tag: ['@2.36', '@2.37', '@2.38', '@2.39'],
}, async ({ page, portal, account }) => {
  const person = await account('Startup');
  await saveSearch(person, COTTON);
  await person.post('/activity-management/savecontact', { companyName: 'Acme Trading Ltd' });
  for (const text of ['linen', 'silk', 'wool', 'yarn', 'rice', 'steel'])
    await person.post('/search-management/search', { ...COTTON, searchValue: [text] });
  const notice = ['add', 'Georgia is here', '--text', 'From September on.', '--json'];
  const { id } = JSON.parse(await portal.command('notice', ...notice));
  await enter(page, person);
  await expect(part(page, 'Important Notification').getByRole('link', { name: 'Georgia is here' })).toHaveAttribute(
    'href',
    `/news-details?notice=${id}`,
  );
  await portal.command('notice', 'remove', id);
  await expect(part(page, 'My Workspace').getByRole('link', { name: 'Cotton' })).toHaveAttribute('href', /saved=/);
  const recent = part(page, 'Recent searches').getByRole('listitem');
  await expect(recent).toHaveCount(5);
  await expect(recent.first()).toContainText("contains 'steel'");
  await expect(recent.last()).toContainText("contains 'silk'");
  await expect(part(page, 'My Contact')).toContainText('Acme Trading Ltd');
  await part(page, 'My Contact').getByRole('link', { name: 'View all' }).click();
  await expect(page).toHaveURL(/\/savecontact$/);
});

test('a plan that hides everything says so', DEEP, async ({ page, account }) => {
  const window = ['--countries', 'VNM', '--data-upto', '2015-03-14', '--data-months', '6'];
  await enter(page, await account('Startup', ...window));
  await expect(page.getByText('There are no records of the countries and days of your plan.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Pick a plan' })).toBeVisible();
  await expectAccessible(page);
});

signedInTest('the header fits into every window: its counters named, its menu on a phone', DEEP, async ({ page }) => {
  await page.goto('/news-details');
  await expect(page.getByRole('heading', { name: 'Important Notification' })).toBeVisible();
  const counters = page.getByRole('link', { name: /^Remaining downloads [\d,]+ Remaining searches [\d,]+$/ });
  for (const width of [2061, 1920, 1745, 1601, 1481, 1441, 1361, 1101, 1024, 800, 641, 320, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(page);
    if (width > 1400) await expect(counters).toBeInViewport();
  }
  await page.getByRole('button', { name: 'Navigation menu' }).click();
  await expect(page.getByRole('link', { name: 'Search Global Data' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Navigation menu' })).toBeFocused();
});
