/** SPEC 4: states and transitions. */
import type { Page } from '@playwright/test';
import { enter } from '../../src/accounts.js';
import { billsLink, loadBillsOfEntry } from '../../src/bills-of-entry.js';
import { openAdvanceSearch } from '../../src/filters.js';
import {
  alertDialog,
  choose,
  chooseCountry,
  control,
  fillScope,
  openForm,
  openSelect,
  row,
  searchButton,
  tag,
  values,
} from '../../src/form.js';
import { grid, header, openTable, rows } from '../../src/table.js';
import { signIn } from '../../src/test.js';
import type { Caller } from '../caller.js';
import type { Points } from '../point.js';
import {
  ANALYSIS,
  arriveWith,
  button,
  COTTON,
  callsOf,
  counter,
  dialog,
  LIST,
  linkTo,
  NOTHING,
  region,
} from '../screens.js';
import { answered, expect } from '../surroundings.js';

const subscriptionOf = async (caller: Caller) => {
  const { body } = await caller.get('/user-management/user-subscription/activelist', { userId: caller.user.userid });
  return body.userSubscriptionList[0];
};
const asked = (page: Page) => page.getByRole('heading', { name: /contains 'cotton'/ });

async function saveAs(page: Page, workspace: string): Promise<void> {
  await button(page, 'Save Query').click();
  await page.getByRole('menuitem', { name: 'Save as' }).click();
  const modal = dialog(page, 'Save search');
  await modal.getByRole('combobox', { name: 'Workspace' }).click();
  await page.getByRole('option', { name: workspace, exact: true }).click();
}

const BREAKDOWNS = [
  ...['listmonthwise', 'listimporters', 'listexporters', 'listforeignports', 'listindianports', 'listhscodes'],
  ...['listforeigncountries', 'listindiancities'],
];

export const TRANSITIONS: Points = {
  '4.1': {
    says: 'The Search button is disabled until a value of the form changes.',
    check: async ({ page, open }) => {
      await open(LIST);
      await openForm(page);
      await expect(searchButton(page)).toBeDisabled();
      await values(page).pressSequentially('y');
      await expect(searchButton(page)).toBeEnabled();
    },
  },
  '4.2': {
    says: 'A change of trade type, country, date range, search type or match type enables it.',
    check: async ({ page, open }) => {
      await open(LIST);
      await openForm(page);
      for (const change of [
        () => choose(page, 'Trade type', 'Export'),
        () => tag(page, 'Mexico').click(),
        () => choose(page, 'Date range', 'Last 6 months'),
        () => choose(page, 'Search by', 'Importer'),
        () => choose(page, 'Match type', 'Does not contain'),
      ]) {
        await expect(searchButton(page)).toBeDisabled();
        await change();
        await expect(searchButton(page)).toBeEnabled();
        await button(page, 'Return to previous results').click();
      }
    },
  },
  '4.3': {
    says: 'Such a change clears results, sorting and the search id.',
    differs: 'Any change of the form clears the results',
    check: async ({ page, open }) => {
      await open(linkTo('/list1', { sort: 'quantity', dir: 'asc', search: 'of-before' }));
      await openForm(page);
      await choose(page, 'Match type', 'Does not contain');
      await expect(page.locator('[inert] [role=grid]')).toBeVisible();
      await searchButton(page).click();
      await expect(page.getByRole('heading', { name: /does not contain 'cotton'/ })).toBeVisible();
      await expect(page).not.toHaveURL(/sort=|search=/);
    },
  },
  '4.4': {
    says: 'Submitting runs the search, fetches the total count, and every list of the filters.',
    check: async ({ page, open }) => {
      const calls = callsOf(page);
      await open(LIST);
      await answered(page);
      const paths = () => calls.map(({ path }) => path.replace('/search-management/', ''));
      await expect
        .poll(paths)
        .toEqual(expect.arrayContaining(['search', 'searchcount', 'listimporters', 'listhscodes']));
    },
  },
  '4.5': {
    says: "Results show cards, or 'Sorry we couldn't find any matches. Please Try Again' and 'No records found'.",
    check: async ({ look }) => {
      await expect((await look(LIST)).locator('dl[aria-label="Summary"] > div').first()).toBeVisible();
      const page = await look(NOTHING);
      await expect(page.getByText("Sorry we couldn't find any matches. Please Try Again")).toBeVisible();
      await expect(page.getByText('No records found').first()).toBeVisible();
    },
  },
  '4.6': {
    says: "Another trade type clears country and dates, and loads the countries of that trade ('I' or 'E').",
    check: async ({ page, open }) => {
      const calls = callsOf(page);
      await open('/list1');
      await fillScope(page);
      await expect.poll(() => calls.map(({ path }) => path).join()).toContain('countrylistbytrade/I');
      await choose(page, 'Trade type', 'Export');
      await expect(tag(page, 'Vietnam')).toHaveCount(0);
      await expect(page.getByLabel('From date')).toHaveValue('');
      await expect.poll(() => calls.map(({ path }) => path).join()).toContain('countrylistbytrade/E');
    },
  },
  '4.7': {
    says: "Another country resets the dates and takes its bounds from that country's import or export dates.",
    check: async ({ page, open, demo }) => {
      const { body } = await demo.get('/masterdata-management/countrylistbytrade/I');
      const { importUpto } = body.countryList.find(({ shortcode }: { shortcode: string }) => shortcode === 'VNM');
      await open('/list1');
      await fillScope(page);
      await choose(page, 'Date range', 'Custom');
      await chooseCountry(page, 'Mexico');
      await expect(page.getByLabel('From date')).toHaveValue('');
      await expect(page.getByText(/^Data from .* to 31 Oct 2026$/)).toBeVisible();
      expect(importUpto).toBe('2026-10-31');
    },
  },
  '4.8': {
    says: 'Reset clears everything.',
    check: async ({ page, open }) => {
      await open(linkTo('/list1', { incoterm: 'CIF', row1: 'AND.PRODUCT.C', q1: 'yarn' }));
      await openForm(page);
      await button(page, 'Reset').click();
      await expect(page).toHaveURL(/\/list1$/);
      await expect(grid(page)).toHaveCount(0);
      await expect(values(page)).toHaveValue('');
      await expect(page.getByLabel('From date')).toHaveValue('');
      await expect(row(page, 1)).toHaveCount(0);
    },
  },
  '4.9': {
    says: 'A new search without a sort lowers the remaining searches by 1, on the screen and on the server.',
    check: async ({ page, account }) => {
      const person = await account('Startup');
      const before = (await subscriptionOf(person)).queryPerDay;
      await enter(page, person, LIST);
      await expect(asked(page)).toBeVisible();
      await expect(counter(page, 'searches')).toHaveText(String(before - 1));
      expect((await subscriptionOf(person)).queryPerDay).toBe(before - 1);
      await page.goto(linkTo('/list1', { sort: 'quantity' }));
      await expect(header(page, /^Quantity/)).toHaveAttribute('aria-sort', 'descending');
      expect((await subscriptionOf(person)).queryPerDay).toBe(before - 1);
    },
  },
  '4.10': {
    says: 'Each new search lowers what is left.',
    differs: 'Each search lowers what is left',
    check: async ({ account }) => {
      const person = await account('Startup');
      const before = (await subscriptionOf(person)).queryPerDay;
      for (const changes of [{}, {}, { fromDate: '2026-01-01' }])
        await person.post('/search-management/search', { ...COTTON, ...changes });
      expect((await subscriptionOf(person)).queryPerDay).toBe(before - 1);
    },
  },
  '4.11': {
    says: 'The date ranges are last 1 month, last 3 months, last 6 months, last 1 year and custom.',
    check: async ({ page, open }) => {
      await open('/list1');
      expect(await (await openSelect(page, 'Date range')).allTextContents()).toEqual([
        ...['Last 1 month', 'Last 3 months', 'Last 6 months', 'Last 1 year', 'Custom'],
      ]);
    },
  },
  '4.12': {
    says: 'Editing a date by hand sets the range to custom.',
    check: async ({ page, open }) => {
      await open('/list1');
      await fillScope(page);
      await page.getByLabel('From date').fill('2026-05-01');
      await page.getByLabel('From date').press('Tab');
      await expect(control(page, 'Date range')).toHaveValue('Custom');
    },
  },
  '4.13': {
    says: "Relation, type and match of a row change only while searches are left; otherwise 'Your Search Limit Exhausted' is shown.",
    check: async ({ page, portal, account }) => {
      const person = await account('Startup');
      await enter(page, person, linkTo('/list1', { row1: 'AND.PRODUCT.C', q1: 'yarn' }));
      await expect(asked(page)).toBeVisible();
      await portal.command('grant', person.email, '--searches=-74', '--reason', 'spent');
      await page.reload();
      await expect(counter(page, 'searches')).toHaveText('0');
      await openForm(page);
      for (const [name, option, kept] of [
        ['Search by', 'Importer', 'Product'],
        ['Match type', 'Like', 'Contains'],
      ] as const) {
        await choose(row(page, 1), name, option);
        await expect(alertDialog(page)).toContainText('Your Search Limit Exhausted');
        await button(page, 'OK').click();
        await expect(control(row(page, 1), name)).toHaveValue(kept);
      }
      await (await openSelect(row(page, 1), 'Relation')).filter({ hasText: /^OR/ }).click();
      await expect(alertDialog(page)).toContainText('Your Search Limit Exhausted');
      await button(page, 'OK').click();
      await expect(control(row(page, 1), 'Relation')).toHaveValue('AND');
    },
  },
  '4.14': {
    says: 'In a row, the type PRODUCT sets the match type C, any other L.',
    check: async ({ page, open }) => {
      await open('/list1');
      await button(page, 'Add a condition').click();
      for (const [type, match] of Object.entries({ Product: 'Contains', Importer: 'Like', 'HS Code': 'Like' })) {
        await choose(row(page, 1), 'Search by', type);
        await expect(control(row(page, 1), 'Match type')).toHaveValue(match);
      }
    },
  },
  '4.15': {
    says: 'The arrows of a column set column and direction, and run the search again.',
    check: async ({ page, open }) => {
      await open(LIST);
      await answered(page);
      for (const [direction, mode] of Object.entries({ ascending: 'asc', descending: 'desc' })) {
        const sent = page.waitForRequest('**/search-management/search');
        await button(page, `Sort by HS Code, ${direction}`).click();
        expect((await sent).postDataJSON()).toMatchObject({ orderByColumn: 'hs_code', orderByMode: mode });
        await expect(header(page, 'HS Code')).toHaveAttribute('aria-sort', direction);
      }
    },
  },
  '4.16': {
    says: 'Expanded rows open and close one by one.',
    check: async ({ page, open, portal }) => {
      await loadBillsOfEntry(portal);
      await open('/profile');
      await openTable(page, billsLink());
      const toggle = (position: number) => button(page, `Indian import details of record ${position}`);
      for (const position of [1, 3]) await toggle(position).click();
      await toggle(1).click();
      await expect(toggle(1)).toHaveAttribute('aria-expanded', 'false');
      await expect(toggle(3)).toHaveAttribute('aria-expanded', 'true');
      expect((await rows(page).nth(0).boundingBox())?.height).toBe(46);
    },
  },
  '4.17': {
    says: 'Advance Search starts from the current search; Reset clears all lists and ranges; Search sends the filters up.',
    check: async ({ page, open }) => {
      await open(linkTo('/list1', { incoterm: 'CIF', rangeQuantityStart: '10' }));
      const advance = await openAdvanceSearch(page);
      await expect(advance.getByText('CIF', { exact: true }).first()).toBeVisible();
      await expect(advance.getByLabel('Minimum Quantity')).toHaveValue('10');
      await button(advance, 'Reset').click();
      await expect(page).not.toHaveURL(/incoterm|rangeQuantity/);
      await expect(advance.getByLabel('Minimum Quantity')).toHaveValue('');
      await advance.getByLabel('Minimum Quantity').fill('20');
      const sent = page.waitForRequest('**/search-management/searchcount');
      await button(advance, 'Search').click();
      expect((await sent).postDataJSON()).toMatchObject({ rangeQuantityStart: '20' });
    },
  },
  '4.18': {
    says: 'The mode of the product description begins as Contains.',
    check: async ({ page, open }) => {
      await open(LIST);
      const advance = await openAdvanceSearch(page);
      await expect(advance.getByRole('combobox', { name: 'Product description mode' })).toHaveValue('Contains');
    },
  },
  '4.19': {
    says: 'Saving in Create New Workspace makes the workspace first, then saves the search.',
    check: async ({ page, account }) => {
      const calls = callsOf(page);
      await enter(page, await account(), LIST);
      await saveAs(page, 'Create New Workspace');
      await dialog(page, 'Save search').getByLabel('Workspace name').fill('Fabrics');
      await button(dialog(page, 'Save search'), 'Save').click();
      await expect(page.getByText('Search query saved successfully')).toBeVisible();
      const made = calls.map(({ path }) => path).filter((path) => /\/workspace(\/savesearch)?$/.test(path));
      expect(made).toEqual(['/activity-management/workspace', '/activity-management/workspace/savesearch']);
    },
  },
  '4.20': {
    says: 'A save lowers the workspace allowance by 1.',
    differs: 'A save lowers the workspace allowance',
    check: async ({ account }) => {
      const person = await account();
      const before = (await subscriptionOf(person)).totalWorkspace;
      const { body: workspace } = await person.post('/activity-management/workspace', { name: 'Fabrics' });
      expect((await subscriptionOf(person)).totalWorkspace).toBe(before - 1);
      const { body: found } = await person.post('/search-management/search', COTTON);
      await person.post('/activity-management/workspace/savesearch', {
        ...{ workspace_id: workspace, search_id: found.searchId, name: 'Cotton', description: 'About cotton' },
      });
      expect((await subscriptionOf(person)).totalWorkspace).toBe(before - 1);
    },
  },
  '4.21': {
    says: 'A download of selected rows is confirmed, comes as a spreadsheet, and takes its points; what was downloaded is known from then on.',
    check: async ({ page, account }) => {
      const person = await account();
      const before = (await subscriptionOf(person)).downloadLimit;
      await enter(page, person, LIST);
      await page.getByRole('checkbox', { name: 'Select record 1', exact: true }).check();
      await page.getByRole('button', { name: /^Export Selected/ }).click();
      const confirm = page
        .getByRole('dialog', { name: /^Export selected/ })
        .getByRole('button', { name: /^Export 1 record for 1 point$/ });
      const [file] = await Promise.all([page.waitForEvent('download'), confirm.click()]);
      expect(file.suggestedFilename()).toMatch(/\.xlsx$/);
      await expect.poll(async () => (await subscriptionOf(person)).downloadLimit).toBe(before - 1);
      await expect(counter(page, 'downloads')).toHaveText((before - 1).toLocaleString('en-IN'));
      const { body } = await person.get('/activity-management/download-tracker/get', { userId: person.user.userid });
      expect(body).toHaveLength(1);
      await expect(grid(page).getByRole('img', { name: 'Exported already' })).toHaveCount(1);
    },
  },
  '4.22': {
    says: 'A search opened from the history fills the form and is run.',
    check: async ({ page, open, demo }) => {
      const { body } = await demo.post('/search-management/search', COTTON);
      await open('/profile');
      await arriveWith(page, '/list1', { search_type: 'HISTORY', search_id: body.searchId });
      await expect(grid(page)).toBeVisible();
      await openForm(page);
      await expect(control(page, 'Trade type')).toHaveValue('Import');
      await expect(tag(page, 'Vietnam')).toBeVisible();
    },
  },
  '4.23': {
    says: 'An analysis by page_name work_space and a search id fetches the details of the search, takes its dates as YYYY-MM-DD, runs it again with an empty searchId, then loads all breakdowns.',
    check: async ({ page, open, demo }) => {
      const { body } = await demo.post('/search-management/search', COTTON);
      await open('/profile');
      const calls = callsOf(page);
      await arriveWith(page, '/analysis', { page_name: 'work_space', search_id: body.searchId, tradeType: 'IMPORT' });
      await expect(page).toHaveURL(/from=2024-01-01&to=2026-10-31/);
      await answered(page);
      const paths = calls.map(({ path }) => path.replace('/search-management/', ''));
      expect(paths).toEqual(expect.arrayContaining(['search/details', 'search', ...BREAKDOWNS]));
      for (const { sent } of calls.filter(({ path }) => path.endsWith('/search'))) expect(sent.searchId ?? '').toBe('');
    },
  },
  '4.24': {
    says: 'The analysis of a workspace always fetches search/details.',
    differs: '`/analysis` from a workspace fetches `search/details`',
    check: async ({ page, account }) => {
      const person = await account();
      const { body: workspace } = await person.post('/activity-management/workspace', { name: 'Fabrics' });
      const { body: found } = await person.post('/search-management/search', COTTON);
      const { body: saved } = await person.post('/activity-management/workspace/savesearch', {
        ...{ workspace_id: workspace, search_id: found.searchId, name: 'Cotton', description: 'About cotton' },
      });
      await enter(page, person, '/profile');
      const calls = callsOf(page);
      await arriveWith(page, '/analysis', {
        page_name: 'work_space',
        search_id: found.searchId,
        workspace_id: saved.id,
      });
      await expect(page).toHaveURL(new RegExp(`saved=${saved.id}`));
      await expect(region(page, 'Top 10 Importers').getByRole('table')).toBeVisible();
      expect(calls.map(({ path }) => path)).toContain('/activity-management/workspace/searchByUser');
    },
  },
  '4.25': {
    says: 'Each breakdown panel loads by itself until its answer or its error comes.',
    check: async ({ page, open }) => {
      let letGo = () => {};
      const held = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await page.route('**/listimporters', async (route) => {
        await held;
        await route.continue();
      });
      await open(ANALYSIS);
      await expect(region(page, 'Top 10 Exporters').getByRole('table')).toBeVisible();
      const importers = region(page, 'Top 10 Importers');
      await expect(importers.getByRole('table')).toHaveCount(0);
      letGo();
      await expect(importers.getByRole('table')).toBeVisible();
    },
  },
  '4.26': {
    says: 'The advanced filter of the analysis replaces the filter lists, sets searchFlag false and loads all breakdowns again.',
    check: async ({ page, open }) => {
      await open(linkTo('/analysis', { hsCodeList: '520100' }));
      await answered(page);
      await button(region(page, 'Analysis'), 'Advance Search').click();
      const advance = dialog(page, 'Advance Search');
      await expect(advance.getByRole('combobox', { name: 'Importer' })).toBeVisible();
      await button(advance, 'Reset').click();
      await answered(page);
      const calls = callsOf(page);
      await advance.getByLabel('Minimum Value').fill('1000');
      await button(advance, 'Search').click();
      await expect(advance).toBeHidden();
      await answered(page);
      for (const list of BREAKDOWNS.filter((one) => one !== 'listindiancities')) {
        const { sent } = calls.find(({ path, sent }) => path.endsWith(`/${list}`) && 'searchFlag' in sent) ?? {};
        expect(sent, list).toMatchObject({ searchFlag: false, rangeValueUsdStart: '1000' });
        expect(sent?.hsCodeList ?? [], list).toEqual([]);
      }
    },
  },
  '4.27': {
    says: 'A breakdown table has the top 10 rows, an OTHERS row only when 10 or more items came, and a TOTAL row.',
    check: async ({ page, open, look }) => {
      const importers = region(await look(ANALYSIS), 'Top 10 Importers');
      await expect(importers.locator('tbody tr[data-kind="item"]')).toHaveCount(10);
      await expect(importers.locator('tr[data-kind="others"]')).toContainText('OTHERS');
      await expect(importers.locator('tbody tr').last()).toContainText('TOTAL');
      await open(linkTo('/analysis', { hsCodeList: '520100' }));
      await answered(page);
      const codes = region(page, 'Top 10 HS Codes');
      await expect(codes.locator('tbody tr[data-kind="item"]')).toHaveCount(1);
      await expect(codes.locator('tr[data-kind="others"]')).toHaveCount(0);
      await expect(codes.locator('tbody tr').last()).toContainText('TOTAL');
    },
  },
  '4.28': {
    says: 'OTHERS is green, TOTAL red.',
    check: async ({ look }) => {
      const importers = region(await look(ANALYSIS), 'Top 10 Importers');
      /** The part of a colour that is the largest. */
      const mostly = (kind: string, part: string) =>
        importers
          .locator(`tr[data-kind="${kind}"]`)
          .locator(part)
          .first()
          .evaluate((cell) => {
            const [red = 0, green = 0, blue = 0] = getComputedStyle(cell).color.match(/\d+/g)?.map(Number) ?? [];
            return red > green && red > blue ? 'red' : green > red && green > blue ? 'green' : 'neither';
          });
      expect(await mostly('others', 'button')).toBe('green');
      expect(await mostly('total', 'th')).toBe('red');
    },
  },
  '4.29': {
    says: 'The global loading flag is raised at the start and lowered at the end.',
    check: async ({ page, open }) => {
      await page.route('**/search-management/search', async (route) => {
        await expect(page.locator('[aria-busy="true"]').first()).toBeAttached();
        await route.continue();
      });
      await open(ANALYSIS);
      await answered(page);
      await expect(page.getByText('Retrieving Data. Please wait..')).toBeHidden();
    },
  },
  '4.30': {
    says: 'Signing in stores the user and the session, and goes to /dashboard.',
    check: async ({ page, account }) => {
      await page.goto('/login');
      await signIn(page, await account());
      await expect(page).toHaveURL(/\/dashboard$/);
      const kept = await page.evaluate(() => [
        localStorage.getItem('tidewaiter.user'),
        localStorage.getItem('tidewaiter.sessionId'),
      ]);
      expect(kept.every(Boolean)).toBe(true);
    },
  },
  '4.31': {
    says: 'Signing in goes to /dashboard for everybody.',
    differs: 'A sign-in leads to `/dashboard`',
    check: async ({ page, portal }) => {
      const email = 'given@conformance.example';
      const names = ['--firstname', 'First', '--lastname', 'Last', '--company', 'Company'];
      const { password } = JSON.parse(await portal.command('account', 'create', '--email', email, ...names, '--json'));
      await page.goto('/login');
      await signIn(page, { email, password });
      await expect(page).toHaveURL(/\/choose-password/);
    },
  },
  '4.32': {
    says: 'Log Out, of the profile and of the header, makes the logout call, clears tokens and user, and leads to /login.',
    check: async ({ page, account }) => {
      for (const from of ['header', 'profile']) {
        const calls = callsOf(page);
        await enter(page, await account(), '/profile');
        if (from === 'header') {
          await page.getByRole('button', { name: /^Profile menu/ }).click();
          await page.getByRole('menuitem', { name: 'Log Out' }).click();
        } else await button(page.getByRole('main'), 'Log Out').click();
        await expect(page, from).toHaveURL(/\/login/);
        expect(calls.map(({ path }) => path)).toContain('/user-management/logout');
        const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
        expect(kept).not.toMatch(/tidewaiter\.(token|user|sessionId)/);
      }
    },
  },
  '4.33': {
    says: "A check of the login status that reports a logout time ends the session: 'Session Timeout', then /login.",
    check: async ({ page, account }) => {
      await page.clock.install();
      const person = await account();
      await enter(page, person, '/profile');
      await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
      const { sessionId, loginId } = await page.evaluate(() =>
        JSON.parse(localStorage.getItem('tidewaiter.user') ?? '{}'),
      );
      expect(loginId).toEqual(expect.any(String));
      const ended = await person.put(`/user-management/session/end/${sessionId}`, {});
      expect(ended.status).toBe(200);
      await page.clock.fastForward(30_000);
      await expect(page.getByRole('alertdialog', { name: 'Oops!' })).toContainText('Session Timeout');
      await button(page, 'OK').click();
      await expect(page).toHaveURL(/\/login/);
    },
  },
};
