/** Signing in and out. */
import { ENDPOINTS, type Endpoint } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { failure, payload, raw } from '../../testing/calls.js';
import { commonPortal } from '../../testing/shared-portal.js';

const portal = commonPortal();

/** Signs in as a browser does, which may still have a cookie. */
const login = ({ email, password }: { email: string; password: string }, headers = {}, more = {}) =>
  raw(portal, '/user-management/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password, ...more }),
  });
const restore = (cookie?: string) =>
  raw(portal, '/user-management/session/restore', { method: 'POST', headers: cookie === undefined ? {} : { cookie } });
const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';

describe('signing in', () => {
  it('answers with the person, an opaque token, and a cookie that scripts cannot read', async () => {
    const account = await portal.signIn();
    expect(account.person).toMatchObject({ uplineId: 0, firstname: 'Ada', email: account.email });
    expect(account.person.token).toMatch(/^[\w-]{43}$/);
    const { headers, body } = await login(account);
    const [cookie = ''] = headers.getSetCookie();
    for (const part of [/HttpOnly/, /SameSite=Strict/, /Path=\/user-management(;|$)/]) expect(cookie).toMatch(part);
    expect(cookie).not.toMatch(/Max-Age|Expires/);
    expect(JSON.stringify(body)).not.toContain('password');
  });

  it('opens a new tab by the cookie, and with "Keep me logged in" the cookie stays', async () => {
    const account = await portal.signIn();
    const { headers } = await login(account, {}, { keepLoggedIn: true });
    expect(headers.get('set-cookie')).toMatch(/Max-Age=\d+/);
    expect((await restore(cookieOf(headers))).body).toMatchObject({ userid: account.person.userid });
    for (const none of [undefined, 'tidewaiter_restore=made-up'])
      expect((await restore(none)).body.errorCode).toBe('SIGN_IN_FIRST');
  });

  it('comes from where it comes from: without a trusted proxy, nobody says otherwise', async () => {
    const account = await portal.signIn();
    const forged = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
    const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
    const { headers } = await login(account, { ...forged, ...firefox });
    expect(headers.get('set-cookie')).toMatch(/^tidewaiter_restore=/);
    expect(headers.get('strict-transport-security')).toBeNull();
    const { sessionList } = await account.client.sessionList({});
    expect(sessionList.map(({ ipaddress }) => ipaddress)).toEqual(['127.0.0.1', '127.0.0.1']);
    expect(sessionList.map(({ device }) => device).sort()).toEqual(['Firefox on Linux', null]);
  });
});

describe('one browser', () => {
  /** The token and the cookie of a browser that signs in. */
  const enter = async (account: { email: string; password: string }, cookie = '') => {
    const { headers, body } = await login(account, { cookie });
    return { token: String(body.token), cookie: cookieOf(headers) };
  };
  const codeOf = async (token: string) =>
    (await raw(portal, '/user-management/session/list', { headers: { accessedby: token } })).body.errorCode;

  it('has one session: signing in again ends the one that it had', async () => {
    const [mine, other] = [await portal.signIn(), await portal.signIn()];
    const first = await enter(mine);
    await login({ ...other, password: 'wrong' }, { cookie: first.cookie });
    expect(await codeOf(first.token)).toBeUndefined();
    const second = await enter(other, first.cookie);
    expect(await codeOf(first.token)).toBe('SESSION_TIMEOUT');
    const third = await enter(other, second.cookie);
    expect(await codeOf(second.token)).toBe('SESSION_TIMEOUT');
    // Without the cookie it is another browser.
    await enter(other);
    expect(await codeOf(third.token)).toBeUndefined();
  });

  it('has its token and its cookie renewed by a new password', async () => {
    const { email, password, person } = await portal.signIn();
    const before = await enter({ email, password });
    const { headers, body } = await raw(portal, `/user-management/user/${person.userid}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', accessedby: before.token },
      body: JSON.stringify({ password: 'correct ferry window 42', currentPassword: password }),
    });
    const { session } = body as { session: { token: string } };
    const cookie = cookieOf(headers);
    expect(session).toEqual({ loginId: expect.any(String), sessionId: expect.any(String), token: expect.any(String) });
    expect((await restore(cookie)).body).toMatchObject({ email, ...session });
    expect((await restore(before.cookie)).body.errorCode).toBe('SESSION_TIMEOUT');
    expect([await codeOf(before.token), await codeOf(session.token)]).toEqual(['SESSION_TIMEOUT', undefined]);
  });
});

it('a password that the operator read opens nothing but the way to another one', async () => {
  const { user, password } = await portal.services.accounts.people.newAccounts.create({
    ...{ email: 'first@example.com', firstname: 'Ada', lastname: 'Bay', companyName: 'Acme', plan: 'Operator' },
    mustChangePassword: true,
  });
  let token: string | null = null;
  const client = portal.clientOf(() => token);
  const person = await client.login({ email: user.email, password });
  token = person.token;
  expect(person).toMatchObject({ userid: user.id, mustChangePassword: true });
  expect(await client.loginStatus({ loginId: person.loginId })).toEqual({ logoutTime: null });
  for (const [name, { method, path, access }] of Object.entries<Endpoint>(ENDPOINTS)) {
    if (access !== 'session') continue;
    const init = { method, headers: { accessedby: person.token, 'content-type': 'application/json' } };
    const sent = { ...init, ...(method !== 'GET' && { body: '{}' }) };
    const { body } = await raw(portal, path.replace(/:\w+/g, '1'), sent);
    const open = name === 'updateUser' || name === 'logout';
    expect([name, body.errorCode]).toEqual([name, open ? 'VALIDATION' : 'PASSWORD_CHANGE_REQUIRED']);
  }
  const params = { params: { userId: user.id } };
  const profile = { firstname: 'A', lastname: 'B', email: user.email, mobile: '+31201234567', company_name: 'C' };
  for (const change of [profile, { downloadLimit: 5 }]) {
    expect((await failure(client.updateUser(change, params))).code).toBe('PASSWORD_CHANGE_REQUIRED');
  }
  const same = await failure(client.updateUser({ password, currentPassword: password }, params));
  expect(same.message).toBe('Please choose a password of your own, not the one that you were given.');
  const own = { password: 'correct ferry window 42', currentPassword: password };
  const { session } = await client.updateUser(own, params);
  token = session?.token ?? null;
  expect(await client.searchCount(payload())).toBe(4);
});
