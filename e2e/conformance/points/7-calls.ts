/** SPEC 7: each call, by its printed path, with real records. */
import { enter, mailed, PASSWORD } from '../../src/accounts.js';
import { callWithout, signUp } from '../caller.js';
import type { Points } from '../point.js';
import { COTTON, COTTON_EXPORTS, callsOf, INDIAN_COTTON, LIST } from '../screens.js';
import { expect } from '../surroundings.js';

const SEARCH = '/search-management/search';
/** A list call, and the list that it answers with. */
const list = (path: string, name: string) =>
  ({
    says: `POST /search-management/${path} takes the body of a search and answers with ${name} and its sums.`,
    check: async ({ demo }) => {
      const { body: found } = await demo.post(SEARCH, COTTON);
      const { status, body } = await demo.post(`/search-management/${path}`, {
        ...{ ...COTTON, searchId: found.searchId, incoterm: ['CIF'] },
      });
      expect(status).toBe(200);
      expect(body[name].length).toBeGreaterThan(0);
      const { body: count } = await demo.post('/search-management/searchcount', { ...COTTON, incoterm: ['CIF'] });
      expect(body.shipmentCount).toBe(count);
    },
  }) satisfies Points[`${number}.${number}`];

export const CALLS: Points = {
  '7.1': {
    says: 'POST user-management/login takes email, password and ipaddress, and answers with userid, sessionId and uplineId; errors carry errorMsg.',
    check: async ({ portal }) => {
      const { email, password } = portal;
      const login = (sent: object) =>
        callWithout(portal.url, 'POST', '/user-management/login', { body: { email, ipaddress: '192.0.2.7', ...sent } });
      expect(await login({ password })).toMatchObject({
        ...{ status: 200, body: { userid: expect.any(Number), sessionId: expect.any(String), uplineId: 0 } },
      });
      expect(await login({ password: 'wrong' })).toMatchObject({
        body: { errorMsg: 'Invalid login, please try again.' },
      });
    },
  },
  '7.2': {
    says: 'PUT /user-management/logout takes userId, loginId and sessionId in its body.',
    check: async ({ account }) => {
      const person = await account();
      const { userid: userId, loginId, sessionId } = person.user;
      expect(await person.put('/user-management/logout', { body: { userId, loginId, sessionId } })).toMatchObject({
        status: 200,
      });
      expect(await person.get('/search-management/search/topFiveQueries')).toMatchObject({ status: 401 });
    },
  },
  '7.3': {
    says: 'GET /user-management/user/loginstatus takes loginId and answers with logoutTime.',
    check: async ({ account }) => {
      const person = await account();
      const { userid: userId, loginId, sessionId } = person.user;
      const status = () => person.get('/user-management/user/loginstatus', { loginId });
      expect(await status()).toMatchObject({ status: 200, body: { logoutTime: null } });
      await person.put('/user-management/logout', { body: { userId, loginId, sessionId } });
      expect((await status()).body.logoutTime).toMatch(/^\d{4}-/);
    },
  },
  '7.4': {
    says: 'GET user-management/forgotpassword takes userEmail and answers with otp and userid.',
    differs: '`forgotpassword` answers with the one-time password and the user id',
    check: async ({ portal, account }) => {
      const { email } = await account();
      const { body } = await callWithout(portal.url, 'GET', '/user-management/forgotpassword', {
        query: { userEmail: email },
      });
      expect(Object.keys(body).sort()).toEqual(['message', 'requestId']);
      expect(JSON.stringify(body)).not.toContain(await mailed(portal, email, /one-time password is (\d+)/));
    },
  },
  '7.5': {
    says: 'PUT user-management/user/{userId} sets a password after the one-time password.',
    differs: 'A password is set by `user/{userId}` after the code',
    check: async ({ portal, account }) => {
      const { email } = await account();
      const call = (method: string, path: string, asked: object) => callWithout(portal.url, method, path, asked);
      const { body: asked } = await call('GET', '/user-management/forgotpassword', { query: { userEmail: email } });
      const otp = await mailed(portal, email, /one-time password is (\d+)/);
      const { body: proven } = await call('POST', '/user-management/forgotpassword/verify', {
        body: { requestId: asked.requestId, otp },
      });
      const set = { token: proven.token, password: PASSWORD, confirmPassword: PASSWORD };
      expect(await call('PUT', '/user-management/password', { body: set })).toMatchObject({
        ...{ status: 200, body: { message: 'Password reset successful' } },
      });
    },
  },
  '7.6': {
    says: 'PUT user-management/user/{userId} takes firstname, lastname, email, mobile, company_name and user_type.',
    check: async ({ account }) => {
      const person = await account();
      const profile = {
        ...{ firstname: 'Other', lastname: 'Last', email: person.email, mobile: '030 1234567' },
        ...{ company_name: 'Company', user_type: 'USER' },
      };
      const path = `/user-management/user/${person.user.userid}`;
      expect(await person.put(path, { body: profile })).toMatchObject({
        ...{ status: 200, body: { message: 'Your profile information has been updated successfully.' } },
      });
    },
  },
  '7.7': {
    says: 'PUT user-management/user/{userId} takes downloadLimit of a sub-user.',
    check: async ({ account }) => {
      const owner = await account('Startup');
      const { body: made } = await owner.post('/user-management/user/subuser', {
        ...{ firstname: 'Sub', lastname: 'User', email: `sub.${owner.email}`, mobile: '030 7654321' },
      });
      await owner.put(`/user-management/user/${made.userid}`, { body: { downloadLimit: 2500 } });
      const { body } = await owner.get('/user-management/user/details', { userId: made.userid });
      expect(body).toMatchObject({ uplineId: owner.user.userid, downloadLimit: 2500 });
    },
  },
  '7.8': {
    says: 'POST user-management/user takes the sign-up payload and answers with the registration message.',
    check: async ({ portal }) => {
      const { status, body } = await signUp(portal.url, 'by.call@conformance.example');
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.message).toBe(
        'Your registration is successful, after verification we will notify you for login credentials.',
      );
    },
  },
  '7.9': {
    says: 'A sign-up asks for the subscription of the id 1.',
    differs: '`subscription_id` 1 at sign-up',
    check: async ({ portal }) => {
      const { body } = await callWithout(portal.url, 'GET', '/user-management/plan/list');
      expect(body.planList[0].name).toBe('Free');
    },
  },
  '7.10': {
    says: 'GET /user-management/user/details takes userId and answers with uplineId and downloadLimit.',
    check: async ({ demo }) => {
      const { status, body } = await demo.get('/user-management/user/details', { userId: demo.user.userid });
      expect(status).toBe(200);
      expect(body).toMatchObject({ userid: demo.user.userid, uplineId: 0, downloadLimit: expect.any(Number) });
    },
  },
  '7.11': {
    says: 'GET /user-management/user-subscription/activelist takes userId and answers with userSubscriptionList.',
    check: async ({ demo }) => {
      const { body } = await demo.get('/user-management/user-subscription/activelist', { userId: demo.user.userid });
      expect(body.userSubscriptionList).toHaveLength(1);
    },
  },
  '7.12': {
    says: 'PUT user-management/user-subscription/update/{subscriptionId} sets downloadLimit, queryPerDay or totalWorkspace.',
    differs:
      'The browser reports allowances (`user-subscription/update`, `user/{userId}` with its own `downloadLimit`)',
    check: async ({ account }) => {
      const person = await account('Startup');
      const { body } = await person.get('/user-management/user-subscription/activelist', {
        userId: person.user.userid,
      });
      const [{ id, queryPerDay, downloadLimit, totalWorkspace }] = body.userSubscriptionList;
      const sent = { downloadLimit: 900_000, queryPerDay: 900, totalWorkspace: 90 };
      expect(await person.put(`/user-management/user-subscription/update/${id}`, { body: sent })).toMatchObject({
        ...{ status: 200, body: { downloadLimit, queryPerDay, totalWorkspace } },
      });
    },
  },
  '7.13': {
    says: 'POST /masterdata-management/sitesettings takes an empty body and answers with settingsList.',
    check: async ({ portal }) => {
      const { status, body } = await callWithout(portal.url, 'POST', '/masterdata-management/sitesettings', {
        body: {},
      });
      expect(status).toBe(200);
      expect(body.settingsList).toHaveLength(1);
    },
  },
  '7.14': {
    says: 'GET masterdata-management/countrylistbytrade/{I or E} answers with countryList.',
    check: async ({ demo }) => {
      for (const trade of ['I', 'E']) {
        const { status, body } = await demo.get(`/masterdata-management/countrylistbytrade/${trade}`);
        expect(status).toBe(200);
        expect(body.countryList.map(({ shortcode }: { shortcode: string }) => shortcode)).toContain('VNM');
      }
      expect((await demo.get('/masterdata-management/countrylistbytrade/X')).status).toBe(400);
    },
  },
  '7.15': {
    says: 'POST search-management/search answers with searchId and one list: impForeignList or expForeignList by trade type, impIndList or expIndList where the countries are IND and SEZ.',
    check: async ({ demo }) => {
      for (const [query, name] of [
        [COTTON, 'impForeignList'],
        [COTTON_EXPORTS, 'expForeignList'],
        [INDIAN_COTTON, 'impIndList'],
        [{ ...INDIAN_COTTON, countryCode: ['IND', 'SEZ'] }, 'impIndList'],
        [{ ...COTTON_EXPORTS, countryCode: ['IND'] }, 'expIndList'],
      ] as const) {
        const { status, body } = await demo.post(SEARCH, query);
        expect(status).toBe(200);
        expect(body.searchId).toEqual(expect.any(String));
        expect(Object.keys(body).filter((key) => /^(imp|exp)(Foreign|Ind)List$|^searchResult$/.test(key))).toEqual([
          name,
        ]);
        expect(body[name].length).toBeGreaterThan(0);
      }
    },
  },
  '7.16': {
    says: 'search answers with nothing else.',
    differs: '`search` answers with `searchId` and a list',
    check: async ({ demo }) => {
      const { body } = await demo.post(SEARCH, COTTON);
      expect(body).toMatchObject({
        ...{ question: expect.stringContaining("product contains 'cotton'"), dataVersion: expect.any(Number) },
        ...{ searched: { countryCode: COTTON.countryCode }, columns: expect.any(Array), dropHints: [] },
      });
    },
  },
  '7.17': {
    says: 'POST /search-management/searchcount takes the same body and answers with a number.',
    check: async ({ demo }) => {
      const { status, body } = await demo.post('/search-management/searchcount', COTTON);
      expect(status).toBe(200);
      expect(Number.isInteger(body)).toBe(true);
      expect(body).toBeGreaterThan(100);
    },
  },
  '7.18': {
    says: 'PUT /search-management/updatesearchcount/{searchId} stores totalRecords.',
    differs: '`updatesearchcount` stores a count',
    check: async ({ demo }) => {
      const { body: found } = await demo.post(SEARCH, COTTON);
      const { body: count } = await demo.post('/search-management/searchcount', COTTON);
      const path = `/search-management/updatesearchcount/${found.searchId}`;
      expect(await demo.put(path, { body: { totalRecords: 7 } })).toMatchObject({
        ...{ status: 200, body: { totalRecords: count } },
      });
    },
  },
  '7.19': {
    says: 'PUT /search-management/downloadsearch takes searchId and recordsDownloaded in its query.',
    differs: '`downloadsearch` and `download-tracker/update` report what was downloaded',
    check: async ({ account }) => {
      const person = await account();
      const { body: found } = await person.post(SEARCH, COTTON);
      const query = { searchId: found.searchId, recordsDownloaded: 50 };
      expect(await person.put('/search-management/downloadsearch', { query })).toMatchObject({
        ...{ status: 200, body: { recordsDownloaded: 0 } },
      });
    },
  },
  '7.20': list('listimporters', 'importersList'),
  '7.21': list('listexporters', 'exportersList'),
  '7.22': list('listindianports', 'portsList'),
  '7.23': list('listforeignports', 'portsList'),
  '7.24': list('listhscodes', 'hscodesList'),
  '7.25': list('listhscodes4digit', 'hscodesList'),
  '7.26': list('listforeigncountries', 'countriesList'),
  '7.27': list('listindiancities', 'citiesList'),
  '7.28': list('listshipmentmode', 'shipmentModeList'),
  '7.29': list('liststdunit', 'stdUnitList'),
  '7.30': list('listmonthwise', 'monthwiseList'),
  '7.31': {
    says: 'POST /search-management/listdistinctcolumnvalue takes the query and columnName (ctry_name, import_purpose or export_purpose by trade type, incoterm, notify_party_name) and answers with distinctColumnValuesList.',
    check: async ({ demo }) => {
      for (const [query, columns] of [
        [COTTON, ['ctry_name', 'import_purpose', 'incoterm', 'notify_party_name']],
        [COTTON_EXPORTS, ['ctry_name', 'export_purpose', 'incoterm', 'notify_party_name']],
      ] as const) {
        for (const columnName of columns) {
          const { status, body } = await demo.post('/search-management/listdistinctcolumnvalue', {
            ...query,
            columnName,
          });
          expect(status, columnName).toBe(200);
          expect(body.distinctColumnValuesList.length, columnName).toBeGreaterThan(0);
        }
      }
    },
  },
  '7.32': {
    says: 'listdistinctcolumnvalue knows these columns and no others.',
    differs: '`listdistinctcolumnvalue` knows four columns',
    check: async ({ demo }) => {
      const { body } = await demo.post('/search-management/listdistinctcolumnvalue', {
        ...COTTON,
        columnName: 'importer_name',
      });
      expect(body.distinctColumnValuesList.length).toBeGreaterThan(0);
      expect(body.distinctCount).toBeGreaterThanOrEqual(body.distinctColumnValuesList.length);
    },
  },
  '7.33': {
    says: "In filters a distinct value is shown as 'name (count)'.",
    check: async ({ look, demo }) => {
      const { body } = await demo.post('/search-management/listdistinctcolumnvalue', {
        ...COTTON,
        columnName: 'incoterm',
      });
      const [{ column_name, records_count }] = body.distinctColumnValuesList;
      const page = await look(LIST);
      const terms = page.getByRole('group', { name: /^Incoterm\b/ });
      const opener = terms.getByRole('button', { name: /^Incoterm/ });
      if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click();
      await expect(terms.locator('label').first()).toContainText(
        `${column_name} (${records_count.toLocaleString('en-IN')})`,
      );
    },
  },
  '7.34': {
    says: 'POST /search-management/suggestionlist takes tradeType, fromDate, toDate, searchBy, searchValue, countryCode and matchType and answers with suggestionList and its listSuggestion.',
    check: async ({ demo }) => {
      const { tradeType, fromDate, toDate, countryCode } = COTTON;
      const { status, body } = await demo.post('/search-management/suggestionlist', {
        ...{ tradeType, fromDate, toDate, countryCode, searchBy: 'IMPORTER', searchValue: 'tr', matchType: 'L' },
      });
      expect(status).toBe(200);
      expect(body.suggestionList[0].listSuggestion.length).toBeGreaterThan(0);
    },
  },
  '7.35': {
    says: 'GET /search-management/search/details takes searchId and answers with queryList, whose first entry has userSearchQuery.',
    check: async ({ demo }) => {
      const { body: found } = await demo.post(SEARCH, COTTON);
      const { status, body } = await demo.get('/search-management/search/details', { searchId: found.searchId });
      expect(status).toBe(200);
      expect(body.queryList[0].userSearchQuery).toMatchObject(COTTON);
    },
  },
  '7.36': {
    says: 'search/details answers for searches of the caller.',
    differs: '`search/details` answers for a search id',
    check: async ({ demo, account }) => {
      const { body: found } = await demo.post(SEARCH, COTTON);
      const stranger = await account();
      const { body } = await stranger.get('/search-management/search/details', { searchId: found.searchId });
      expect(body.errorCode).toBe('NOT_YOURS');
    },
  },
  '7.37': {
    says: 'GET /search-management/search/topFiveQueries answers with queryList, five at most.',
    check: async ({ demo }) => {
      const { status, body } = await demo.get('/search-management/search/topFiveQueries');
      expect(status).toBe(200);
      expect(body.queryList.length).toBeLessThanOrEqual(5);
    },
  },
  '7.38': {
    says: 'POST /activity-management/workspace takes name and is_active Y and answers with the new id.',
    check: async ({ account }) => {
      const person = await account();
      const { status, body } = await person.post('/activity-management/workspace', { name: 'Fabrics', is_active: 'Y' });
      expect(status).toBe(200);
      expect(body).toEqual(expect.any(String));
    },
  },
  '7.39': {
    says: 'GET /activity-management/workspace/list takes userId and answers with workspaceList.',
    check: async ({ demo }) => {
      const { status, body } = await demo.get('/activity-management/workspace/list', { userId: demo.user.userid });
      expect(status).toBe(200);
      expect(Array.isArray(body.workspaceList)).toBe(true);
    },
  },
  '7.40': {
    says: 'workspace/list, searchByUser and listcontact answer with their list only.',
    differs: '`listcontact`, `workspace/list`, `searchByUser` answer with a list',
    check: async ({ demo }) => {
      const { userid } = demo.user;
      for (const [path, query] of [
        ['workspace/list', { userId: userid }],
        ['workspace/searchByUser', { createdBy: userid }],
        ['listcontact', { userId: userid }],
      ] as const)
        expect((await demo.get(`/activity-management/${path}`, query)).body.totalRecords, path).toEqual(
          expect.any(Number),
        );
    },
  },
  '7.41': {
    says: 'POST /activity-management/workspace/savesearch takes workspace_id, search_id, name, description, is_active and id; GET workspace/searchByUser takes createdBy and workspaceId and answers with searchQueryWithWS; PUT workspace/removesearch takes userWorkspaceId in its query.',
    check: async ({ account }) => {
      const person = await account();
      const { body: workspaceId } = await person.post('/activity-management/workspace', {
        name: 'Fabrics',
        is_active: 'Y',
      });
      const { body: found } = await person.post(SEARCH, COTTON);
      const texts = { name: 'Cotton', description: 'About cotton', is_active: 'Y' };
      const save = { workspace_id: workspaceId, search_id: found.searchId, ...texts };
      const { body: saved } = await person.post('/activity-management/workspace/savesearch', save);
      const again = { ...save, id: saved.id, name: 'Cotton again' };
      expect(await person.post('/activity-management/workspace/savesearch', again)).toMatchObject({ status: 200 });
      const query = { createdBy: person.user.userid, workspaceId };
      const searches = async () =>
        (await person.get('/activity-management/workspace/searchByUser', query)).body.searchQueryWithWS;
      expect(await searches()).toMatchObject([{ id: saved.id, name: 'Cotton again' }]);
      const removed = await person.put('/activity-management/workspace/removesearch', {
        query: { userWorkspaceId: saved.id },
      });
      expect(removed.status).toBe(200);
      expect(await searches()).toEqual([]);
    },
  },
  '7.42': {
    says: 'savesearch carries ids, name and description only.',
    differs: '`savesearch` carries ids, name and description',
    check: async ({ page, account }) => {
      const calls = callsOf(page);
      await enter(page, await account(), LIST);
      await page.getByRole('button', { name: 'Save Query' }).click();
      await page.getByRole('menuitem', { name: 'Save as' }).click();
      const modal = page.getByRole('dialog', { name: 'Save search' });
      await modal.getByRole('combobox', { name: 'Workspace' }).click();
      await page.getByRole('option', { name: 'Create New Workspace' }).click();
      await modal.getByLabel('Workspace name').fill('Fabrics');
      await modal.getByRole('button', { name: 'Save' }).click();
      await expect(modal).toBeHidden();
      const sent = calls.find(({ path }) => path.endsWith('/savesearch'))?.sent;
      expect(sent).toMatchObject({ query: { searchValue: ['cotton'] }, columnKeys: expect.any(Array) });
    },
  },
  '7.43': {
    says: "POST /activity-management/savecontact takes companyName, address, email, mobile and website (the last four null from the results) and answers with 'CREATED'.",
    check: async ({ account }) => {
      const person = await account();
      const contact = { companyName: 'Acme Ltd', address: null, email: null, mobile: null, website: null };
      expect(await person.post('/activity-management/savecontact', contact)).toMatchObject({
        status: 200,
        body: 'CREATED',
      });
    },
  },
  '7.44': {
    says: 'GET activity-management/listcontact takes userId and answers with contactList.',
    check: async ({ demo }) => {
      const { status, body } = await demo.get('/activity-management/listcontact', { userId: demo.user.userid });
      expect(status).toBe(200);
      expect(Array.isArray(body.contactList)).toBe(true);
    },
  },
  '7.45': {
    says: 'POST /activity-management/download-tracker/update takes userId and downloadedRecords.',
    differs: '`downloadsearch` and `download-tracker/update` report what was downloaded',
    check: async ({ account }) => {
      const person = await account();
      const { body: found } = await person.post(SEARCH, COTTON);
      const update = (downloadedRecords: string[]) =>
        person.post('/activity-management/download-tracker/update', { userId: person.user.userid, downloadedRecords });
      expect(await update([])).toMatchObject({ status: 200, body: { downloadedRecords: [] } });
      expect(await update([found.impForeignList[0].id])).toMatchObject({
        status: 403,
        body: { errorCode: 'NOT_YOURS' },
      });
    },
  },
  '7.46': {
    says: 'GET /activity-management/download-tracker/get takes userId and answers with a list of ids.',
    check: async ({ demo }) => {
      const { status, body, headers } = await demo.get('/activity-management/download-tracker/get', {
        userId: demo.user.userid,
      });
      expect(status).toBe(200);
      expect(Array.isArray(body)).toBe(true);
      expect(headers.get('x-total-records')).toMatch(/^\d+$/);
    },
  },
  '7.47': {
    says: 'All calls of the application go to one host.',
    check: async ({ page, open, portal }) => {
      const outside: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(portal.url) && !/^(data|blob):/.test(request.url())) outside.push(request.url());
      });
      await open(LIST);
      await expect(page.getByRole('grid', { name: 'Records' })).toBeVisible();
      await page.goto('/dashboard');
      await expect(page.getByRole('form', { name: 'Quick trade search' })).toBeVisible();
      expect(outside).toEqual([]);
    },
  },
};
