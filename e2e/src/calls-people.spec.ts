/** What calls about people, their subscriptions and the site take and answer (SPEC 3, 6, 7 and 8). */
import { CLIENT, mailed, PASSWORD } from './accounts.js';
import { type Caller, callWithout, setPassword, signUp, subscriptionOf, subUserOf } from './caller.js';
import { expect } from './test.js';
import { COTTON, callTest as test } from './visits.js';

const words = (text: string) => text.split(/\s+/);
const LATEST = '/search-management/search/topFiveQueries';

const countriesOf = async (caller: Caller, trade = 'I') =>
  (await caller.get(`/masterdata-management/countrylistbytrade/${trade}`)).body.countryList;

test('a login takes the address and the password, and answers who that is', {
  tag: ['@3.1', '@3.3', '@7.1', '@6.12', '@6.13'],
}, async ({ portal, demo }) => {
  const login = (sent: object) =>
    callWithout(portal.url, 'POST', '/user-management/login', {
      body: { email: portal.email, ipaddress: '192.0.2.7', ...sent },
    });
  const { status, body } = await login({ password: portal.password });
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual(
    expect.arrayContaining(
      words('userid uplineId firstname lastname email mobile company_name companyName loginId sessionId'),
    ),
  );
  expect(body).toMatchObject({ userid: expect.any(Number), sessionId: expect.any(String), uplineId: 0 });
  for (const wrong of [{ password: 'wrong' }, { email: 'nobody@company.example', password: 'wrong' }])
    expect(await login(wrong)).toMatchObject({ body: { errorMsg: 'Invalid login, please try again.' } });

  // The user id is no token, and neither it nor the client's credential can be left out.
  expect(demo.user.token).toMatch(/^[\w-]{43}$/);
  const asUser = { authorization: CLIENT, accessedby: String(demo.user.userid) };
  expect((await demo.ask('GET', LATEST, { headers: asUser })).status).toBe(401);
  expect(await demo.ask('GET', LATEST, { headers: { accessedby: demo.user.token } })).toMatchObject({
    ...{ status: 401, body: { errorCode: 'CLIENT_UNKNOWN' } },
  });
  for (const path of [LATEST, '/masterdata-management/countrylistbytrade/I'])
    expect((await callWithout(portal.url, 'GET', path)).status, path).toBe(401);
});

test('a logout ends a session, whose status says when', { tag: ['@7.2', '@7.3'] }, async ({ account }) => {
  const person = await account();
  const { userid: userId, loginId, sessionId } = person.user;
  const status = () => person.get('/user-management/user/loginstatus', { loginId });
  expect(await status()).toMatchObject({ status: 200, body: { logoutTime: null } });
  expect(await person.put('/user-management/logout', { body: { userId, loginId, sessionId } })).toMatchObject({
    status: 200,
  });
  expect((await status()).body.logoutTime).toMatch(/^\d{4}-/);
  expect(await person.get(LATEST)).toMatchObject({ status: 401 });
});

test('a forgotten password is mailed a code, which no answer says, and which a token proves', {
  tag: ['@7.4', '@7.5', '@8.11'],
}, async ({ portal, account }) => {
  const { email } = await account();
  const forgot = (userEmail: string) =>
    callWithout(portal.url, 'GET', '/user-management/forgotpassword', { query: { userEmail } });
  const { body } = await forgot(email);
  expect(Object.keys(body).sort()).toEqual(['message', 'requestId']);
  const otp = await mailed(portal, email, /one-time password is (\d+)/);
  expect(JSON.stringify(body)).not.toContain(otp);
  const { body: proven } = await callWithout(portal.url, 'POST', '/user-management/forgotpassword/verify', {
    body: { requestId: body.requestId, otp },
  });
  expect(await setPassword(portal, proven.token)).toMatchObject({
    ...{ status: 200, body: { message: 'Password reset successful' } },
  });
  const refused = await forgot('nobody');
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('Invalid email-id, please try again.');
});

test('a person is changed by user/{userId}, a password by the current one alone', {
  tag: ['@7.6', '@5.55', '@5.56'],
}, async ({ account }) => {
  const person = await account();
  const path = `/user-management/user/${person.user.userid}`;
  const profile = {
    ...{ firstname: 'Other', lastname: 'Last', email: person.email, mobile: '030 1234567' },
    ...{ company_name: 'Company', user_type: 'USER' },
  };
  expect(await person.put(path, { body: profile })).toMatchObject({
    ...{ status: 200, body: { message: 'Your profile information has been updated successfully.' } },
  });
  for (const password of ['short', 'password', 'x'.repeat(129)])
    expect(await person.put(path, { body: { password, currentPassword: person.password } })).toMatchObject({
      status: 400,
    });
  const change = { password: PASSWORD, currentPassword: 'not this one' };
  expect(await person.put(path, { body: change })).toMatchObject({
    ...{ status: 400, body: { errorMsg: 'Incorrect Password' } },
  });
  expect(await person.put(path, { body: { ...change, currentPassword: person.password } })).toMatchObject({
    status: 200,
  });
});

test("a sub-user has the owner's subscription and workspaces, and a download limit of their own", {
  tag: ['@6.1', '@6.2', '@7.7', '@7.10', '@3.6'],
}, async ({ account, portal }) => {
  const owner = await account('Startup');
  const sub = await subUserOf(owner, portal, 700);
  expect(owner.user.uplineId).toBe(0);
  expect(sub.user.uplineId).toBe(owner.user.userid);
  expect(await subscriptionOf(sub, owner.user.userid)).toMatchObject({
    ...{ name: 'Startup', queryPerDay: 75, downloadLimit: 700 },
  });
  const { body: id } = await owner.post('/activity-management/workspace', { name: 'Fabrics' });
  const { body } = await sub.get('/activity-management/workspace/list', { userId: owner.user.userid });
  expect(body.workspaceList).toMatchObject([{ id, name: 'Fabrics' }]);
  await sub.post('/search-management/search', COTTON);
  expect((await subscriptionOf(owner)).queryPerDay).toBe(74);

  await owner.put(`/user-management/user/${sub.user.userid}`, { body: { downloadLimit: 2500 } });
  const details = async (userId: number) => (await owner.get('/user-management/user/details', { userId })).body;
  expect(await details(sub.user.userid)).toMatchObject({ uplineId: owner.user.userid, downloadLimit: 2500 });
  expect(await details(owner.user.userid)).toMatchObject({
    ...{ userid: owner.user.userid, uplineId: 0, downloadLimit: expect.any(Number) },
  });
});

test('a sign-up names the plan 1, which is Free; who is verified is mailed a link that sets a password once', {
  tag: ['@7.8', '@7.9', '@8.20'],
}, async ({ portal }) => {
  const email = 'by.call@company.example';
  const { status, body } = await signUp(portal.url, email);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.message).toBe(
    'Your registration is successful, after verification we will notify you for login credentials.',
  );
  expect((await callWithout(portal.url, 'GET', '/user-management/plan/list')).body.planList[0].name).toBe('Free');
  await expect.poll(() => portal.command('account', 'list', '--json')).toContain(email);
  await portal.command('account', 'verify', email, '--plan', 'Startup');
  const token = await mailed(portal, email, /\/reset#token=(\S+)/);
  expect((await setPassword(portal, token)).status).toBe(200);
  expect((await setPassword(portal, token)).status).toBe(400);
});

test('the subscription says what is left, which no browser reports', { tag: ['@3.4', '@7.11', '@7.12'] }, async ({
  account,
}) => {
  const person = await account('Startup');
  const { body } = await person.get('/user-management/user-subscription/activelist', { userId: person.user.userid });
  expect(body.userSubscriptionList).toHaveLength(1);
  const [{ id, queryPerDay, downloadLimit, totalWorkspace }] = body.userSubscriptionList;
  expect(Object.keys(body.userSubscriptionList[0])).toEqual(
    expect.arrayContaining(
      words(
        'id name accountExpireDate downloadLimit dataAccessInMonth dataAccessUpto totalWorkspace subUserCount queryPerDay countries recordsPerWorkspace maxDownload',
      ),
    ),
  );
  const sent = { downloadLimit: 900_000, queryPerDay: 900, totalWorkspace: 90 };
  expect(await person.put(`/user-management/user-subscription/update/${id}`, { body: sent })).toMatchObject({
    ...{ status: 200, body: { downloadLimit, queryPerDay, totalWorkspace } },
  });
});

test('countries come with their days, flags and points, all 81 of them, those without records too', {
  tag: ['@3.7', '@3.8', '@7.14', '@9.21', '@9.22'],
}, async ({ demo }) => {
  for (const trade of ['I', 'E'])
    expect((await countriesOf(demo, trade)).map(({ shortcode }: Country) => shortcode)).toContain('VNM');
  expect((await demo.get('/masterdata-management/countrylistbytrade/X')).status).toBe(400);
  const countries: Country[] = await countriesOf(demo);
  expect(countries).toHaveLength(81);
  expect(countries.some(({ records, importFrom }) => records === 0 && importFrom === null)).toBe(true);
  expect(countries.find(({ shortcode }) => shortcode === 'VNM')).toMatchObject({
    ...{ name: 'Vietnam', iso2code: 'VN', continentName: 'Asia' },
    ...{ importFrom: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), importUpto: '2026-10-31' },
    ...{ exportFrom: expect.any(String), exportUpto: expect.any(String) },
    ...{ importerForExport: expect.stringMatching(/^[YN]$/), exporterForImport: expect.stringMatching(/^[YN]$/) },
    ...{ importPointWeightage: expect.any(Number), exportPointWeightage: expect.any(Number) },
  });
});

interface Country {
  shortcode: string;
  records: number;
  importFrom: string | null;
}

test('a person reaches the countries and days of their subscription, and is told what was searched', {
  tag: ['@6.4', '@6.5', '@6.6'],
}, async ({ account }) => {
  const vietnam = await account('Startup', '--countries', 'VNM');
  const { status, body } = await vietnam.post('/search-management/search', COTTON);
  expect(status).toBe(200);
  expect(body.searched.countryCode).toEqual(['VNM']);
  expect(body.impForeignList.length).toBeGreaterThan(0);
  for (const row of body.impForeignList) expect(row.ctry_name).toBe('Vietnam');
  expect((await countriesOf(vietnam)).map(({ shortcode }: Country) => shortcode)).toEqual(['VNM']);

  const summer = await account('Startup', '--data-upto', '2026-08-20', '--data-months', '7');
  const ends = await Promise.all(
    ['asc', 'desc'].map(async (orderByMode) => {
      const asked = { ...COTTON, numberOfRecords: 200, orderByColumn: 'be_date', orderByMode };
      const { body } = await summer.post('/search-management/search', asked);
      expect(body.searched).toMatchObject({ fromDate: '2026-01-20', toDate: '2026-08-20' });
      expect(body.impForeignList.length).toBeGreaterThan(0);
      for (const row of body.impForeignList)
        expect(row.be_date >= '2026-01-20' && row.be_date <= '2026-08-20', row.be_date).toBe(true);
      return body.impForeignList[0].be_date;
    }),
  );
  expect(ends.map((day) => day.slice(0, 7))).toEqual(['2026-01', '2026-08']);
});

test('errors carry errorMsg, a code, and the fields that were refused', { tag: ['@8.29', '@8.30'] }, async ({
  demo,
}) => {
  const { body } = await demo.post('/search-management/search', {});
  expect(body).toMatchObject({
    ...{ errorMsg: expect.any(String), errorCode: 'VALIDATION', details: expect.any(Array) },
  });
});

test('a site in maintenance answers with its settings alone', { tag: ['@3.29', '@7.13', '@8.31'] }, async ({
  portal,
  account,
}) => {
  const person = await account();
  const settings = async () => {
    const answer = await callWithout(portal.url, 'POST', '/masterdata-management/sitesettings', { body: {} });
    expect(answer.status).toBe(200);
    return answer.body.settingsList;
  };
  expect(await settings()).toMatchObject([{ isMaintanance: 'N', siteMessage: expect.any(String) }]);
  await portal.command('maintenance', 'on', '--message', 'Back at noon.');
  try {
    expect(await person.get(LATEST)).toMatchObject({
      ...{ status: 503, body: { errorCode: 'MAINTENANCE', errorMsg: 'Back at noon.' } },
    });
    expect(await settings()).toMatchObject([{ isMaintanance: 'Y', siteMessage: 'Back at noon.' }]);
  } finally {
    await portal.command('maintenance', 'off');
  }
});
