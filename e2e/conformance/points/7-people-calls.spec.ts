/** SPEC 7: calls about people, their subscriptions and the site. */
import { mailed, PASSWORD } from '../../src/accounts.js';
import { callWithout, signUp } from '../caller.js';
import { differs, expect, test } from '../surroundings.js';

test('7.1 POST user-management/login takes email, password and ipaddress, and answers with userid, sessionId and uplineId; errors carry errorMsg.', async ({
  portal,
}) => {
  const { email, password } = portal;
  const login = (sent: object) =>
    callWithout(portal.url, 'POST', '/user-management/login', { body: { email, ipaddress: '192.0.2.7', ...sent } });
  expect(await login({ password })).toMatchObject({
    ...{ status: 200, body: { userid: expect.any(Number), sessionId: expect.any(String), uplineId: 0 } },
  });
  expect(await login({ password: 'wrong' })).toMatchObject({
    body: { errorMsg: 'Invalid login, please try again.' },
  });
});

test('7.2 PUT /user-management/logout takes userId, loginId and sessionId in its body.', async ({ account }) => {
  const person = await account();
  const { userid: userId, loginId, sessionId } = person.user;
  expect(await person.put('/user-management/logout', { body: { userId, loginId, sessionId } })).toMatchObject({
    status: 200,
  });
  expect(await person.get('/search-management/search/topFiveQueries')).toMatchObject({ status: 401 });
});

test('7.3 GET /user-management/user/loginstatus takes loginId and answers with logoutTime.', async ({ account }) => {
  const person = await account();
  const { userid: userId, loginId, sessionId } = person.user;
  const status = () => person.get('/user-management/user/loginstatus', { loginId });
  expect(await status()).toMatchObject({ status: 200, body: { logoutTime: null } });
  await person.put('/user-management/logout', { body: { userId, loginId, sessionId } });
  expect((await status()).body.logoutTime).toMatch(/^\d{4}-/);
});

test('7.4 GET user-management/forgotpassword takes userEmail and answers with otp and userid.', async ({
  portal,
  account,
}) => {
  differs('`forgotpassword` answers with the one-time password and the user id');
  const { email } = await account();
  const { body } = await callWithout(portal.url, 'GET', '/user-management/forgotpassword', {
    query: { userEmail: email },
  });
  expect(Object.keys(body).sort()).toEqual(['message', 'requestId']);
  expect(JSON.stringify(body)).not.toContain(await mailed(portal, email, /one-time password is (\d+)/));
});

test('7.5 PUT user-management/user/{userId} sets a password after the one-time password.', async ({
  portal,
  account,
}) => {
  differs('A password is set by `user/{userId}` after the code');
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
});

test('7.6 PUT user-management/user/{userId} takes firstname, lastname, email, mobile, company_name and user_type.', async ({
  account,
}) => {
  const person = await account();
  const profile = {
    ...{ firstname: 'Other', lastname: 'Last', email: person.email, mobile: '030 1234567' },
    ...{ company_name: 'Company', user_type: 'USER' },
  };
  const path = `/user-management/user/${person.user.userid}`;
  expect(await person.put(path, { body: profile })).toMatchObject({
    ...{ status: 200, body: { message: 'Your profile information has been updated successfully.' } },
  });
});

test('7.7 PUT user-management/user/{userId} takes downloadLimit of a sub-user.', async ({ account }) => {
  const owner = await account('Startup');
  const { body: made } = await owner.post('/user-management/user/subuser', {
    ...{ firstname: 'Sub', lastname: 'User', email: `sub.${owner.email}`, mobile: '030 7654321' },
  });
  await owner.put(`/user-management/user/${made.userid}`, { body: { downloadLimit: 2500 } });
  const { body } = await owner.get('/user-management/user/details', { userId: made.userid });
  expect(body).toMatchObject({ uplineId: owner.user.userid, downloadLimit: 2500 });
});

test('7.8 POST user-management/user takes the sign-up payload and answers with the registration message.', async ({
  portal,
}) => {
  const { status, body } = await signUp(portal.url, 'by.call@conformance.example');
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.message).toBe(
    'Your registration is successful, after verification we will notify you for login credentials.',
  );
});

test('7.9 A sign-up asks for the subscription of the id 1.', async ({ portal }) => {
  differs('`subscription_id` 1 at sign-up');
  const { body } = await callWithout(portal.url, 'GET', '/user-management/plan/list');
  expect(body.planList[0].name).toBe('Free');
});

test('7.10 GET /user-management/user/details takes userId and answers with uplineId and downloadLimit.', async ({
  demo,
}) => {
  const { status, body } = await demo.get('/user-management/user/details', { userId: demo.user.userid });
  expect(status).toBe(200);
  expect(body).toMatchObject({ userid: demo.user.userid, uplineId: 0, downloadLimit: expect.any(Number) });
});

test('7.11 GET /user-management/user-subscription/activelist takes userId and answers with userSubscriptionList.', async ({
  demo,
}) => {
  const { body } = await demo.get('/user-management/user-subscription/activelist', { userId: demo.user.userid });
  expect(body.userSubscriptionList).toHaveLength(1);
});

test('7.12 PUT user-management/user-subscription/update/{subscriptionId} sets downloadLimit, queryPerDay or totalWorkspace.', async ({
  account,
}) => {
  differs('The browser reports allowances (`user-subscription/update`, `user/{userId}` with its own `downloadLimit`)');
  const person = await account('Startup');
  const { body } = await person.get('/user-management/user-subscription/activelist', {
    userId: person.user.userid,
  });
  const [{ id, queryPerDay, downloadLimit, totalWorkspace }] = body.userSubscriptionList;
  const sent = { downloadLimit: 900_000, queryPerDay: 900, totalWorkspace: 90 };
  expect(await person.put(`/user-management/user-subscription/update/${id}`, { body: sent })).toMatchObject({
    ...{ status: 200, body: { downloadLimit, queryPerDay, totalWorkspace } },
  });
});

test('7.13 POST /masterdata-management/sitesettings takes an empty body and answers with settingsList.', async ({
  portal,
}) => {
  const { status, body } = await callWithout(portal.url, 'POST', '/masterdata-management/sitesettings', {
    body: {},
  });
  expect(status).toBe(200);
  expect(body.settingsList).toHaveLength(1);
});

test('7.14 GET masterdata-management/countrylistbytrade/{I or E} answers with countryList.', async ({ demo }) => {
  for (const trade of ['I', 'E']) {
    const { status, body } = await demo.get(`/masterdata-management/countrylistbytrade/${trade}`);
    expect(status).toBe(200);
    expect(body.countryList.map(({ shortcode }: { shortcode: string }) => shortcode)).toContain('VNM');
  }
  expect((await demo.get('/masterdata-management/countrylistbytrade/X')).status).toBe(400);
});
