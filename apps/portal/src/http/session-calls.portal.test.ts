/** Signing in and out. */
import { ENDPOINTS, type Endpoint } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { BASIC, failure, payload, raw } from '../../testing/calls.js';
import { commonPortal } from '../../testing/shared-portal.js';

const portal = commonPortal();

describe('signing in', () => {
  it('answers with the person, an opaque token, and a cookie that scripts cannot read', async () => {
    const { person, email, password } = await portal.signIn();
    expect(person).toMatchObject({ uplineId: 0, firstname: 'Ada', email });
    expect(person.token).toMatch(/^[\w-]{43}$/);
    const response = await fetch(`${portal.url}/user-management/login`, {
      method: 'POST',
      headers: { authorization: BASIC, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Strict/);
    expect(cookie).toMatch(/Path=\/user-management(;|$)/);
    expect(cookie).not.toMatch(/Max-Age|Expires/);
    expect(await response.text()).not.toContain('password');
  });

  it('opens a new tab by the cookie, and with "Keep me logged in" the cookie stays', async () => {
    const { person, email, password } = await portal.signIn();
    const response = await fetch(`${portal.url}/user-management/login`, {
      method: 'POST',
      headers: { authorization: BASIC, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password, keepLoggedIn: true }),
    });
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/Max-Age=\d+/);
    const restored = await raw(portal, '/user-management/session/restore', {
      method: 'POST',
      headers: { cookie: cookie.split(';')[0] ?? '' },
    });
    expect(restored.body).toMatchObject({ userid: person.userid, email });
    expect((await raw(portal, '/user-management/session/restore', { method: 'POST' })).body.errorCode).toBe(
      'SIGN_IN_FIRST',
    );
    const made = await raw(portal, '/user-management/session/restore', {
      method: 'POST',
      headers: { cookie: 'tidewaiter_restore=made-up' },
    });
    expect(made.body.errorCode).toBe('SIGN_IN_FIRST');
  });

  it('comes from where it comes from: without a trusted proxy, nobody says otherwise', async () => {
    const { client, email, password } = await portal.signIn();
    const response = await fetch(`${portal.url}/user-management/login`, {
      method: 'POST',
      headers: {
        ...{ authorization: BASIC, 'content-type': 'application/json' },
        ...{ 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' },
      },
      body: JSON.stringify({ email, password }),
    });
    expect(response.headers.get('set-cookie')).toMatch(/^tidewaiter_restore=/);
    expect(response.headers.get('strict-transport-security')).toBeNull();
    const { sessionList } = await client.sessionList({});
    expect(sessionList.map(({ ipaddress }) => ipaddress)).toEqual(['127.0.0.1', '127.0.0.1']);
  });

  it('is refused in the same words for a wrong password and an unknown address', async () => {
    const { email, client } = await portal.signIn();
    const wrong = await failure(client.login({ email, password: 'wrong' }));
    const unknown = await failure(client.login({ email: 'nobody@example.com', password: 'wrong' }));
    expect(wrong.toBody()).toEqual({ errorCode: 'INVALID_LOGIN', errorMsg: 'Invalid login, please try again.' });
    expect(unknown.toBody()).toEqual(wrong.toBody());
  });

  it('ends with logout, for this session only and by its owner only', async () => {
    const [mine, other] = [await portal.signIn(), await portal.signIn()];
    const ids = ({ person }: typeof mine) => ({
      userId: person.userid,
      loginId: person.loginId,
      sessionId: person.sessionId,
    });
    expect((await failure(mine.client.logout(ids(other)))).code).toBe('NOT_YOURS');
    expect(await mine.client.loginStatus({ loginId: mine.person.loginId })).toEqual({ logoutTime: null });
    expect(await mine.client.logout(ids(mine))).toEqual({ message: 'LogOut Successful' });
    expect((await mine.client.loginStatus({ loginId: mine.person.loginId })).logoutTime).toMatch(/^\d{4}-/);
    expect((await failure(mine.client.search(payload()))).toBody()).toEqual({
      errorCode: 'SESSION_TIMEOUT',
      errorMsg: 'Session Timeout',
    });
    expect(await other.client.searchCount(payload())).toBe(4);
  });
});

describe('one browser', () => {
  /** Signs in as a browser does that still has a cookie, and answers its token and its cookie. */
  const enter = async ({ email, password }: { email: string; password: string }, cookie = '') => {
    const response = await fetch(`${portal.url}/user-management/login`, {
      method: 'POST',
      headers: { authorization: BASIC, 'content-type': 'application/json', cookie },
      body: JSON.stringify({ email, password }),
    });
    const { token } = (await response.json()) as { token: string };
    return { token, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
  };
  const codeOf = async (token: string) =>
    (await raw(portal, '/user-management/session/list', { headers: { accessedby: token } })).body.errorCode;

  it('has one session: signing in again ends the one that it had', async () => {
    const [mine, other] = [await portal.signIn(), await portal.signIn()];
    const first = await enter(mine);
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
    const response = await fetch(`${portal.url}/user-management/user/${person.userid}`, {
      method: 'PUT',
      headers: { authorization: BASIC, 'content-type': 'application/json', accessedby: before.token },
      body: JSON.stringify({ password: 'correct ferry window 42', currentPassword: password }),
    });
    const { session } = (await response.json()) as { session: { token: string } };
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(session).toEqual({ loginId: expect.any(String), sessionId: expect.any(String), token: expect.any(String) });
    const restore = (cookie: string) =>
      raw(portal, '/user-management/session/restore', { method: 'POST', headers: { cookie } });
    expect((await restore(cookie)).body).toMatchObject({ email, ...session });
    expect((await restore(before.cookie)).body.errorCode).toBe('SESSION_TIMEOUT');
    expect([await codeOf(before.token), await codeOf(session.token)]).toEqual(['SESSION_TIMEOUT', undefined]);
  });
});

it('a password that the operator read opens nothing but the way to another one', async () => {
  const { user, password } = await portal.services.accounts.newAccounts.create({
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
    const { body } = await raw(portal, path.replace(/:\w+/g, '1'), {
      ...init,
      ...(method !== 'GET' && { body: '{}' }),
    });
    const open = name === 'updateUser' || name === 'logout';
    expect([name, body.errorCode]).toEqual([name, open ? 'VALIDATION' : 'PASSWORD_CHANGE_REQUIRED']);
  }
  const params = { params: { userId: user.id } };
  const profile = { firstname: 'A', lastname: 'B', email: user.email, mobile: '+31201234567', company_name: 'C' };
  for (const change of [profile, { downloadLimit: 5 }]) {
    expect((await failure(client.updateUser(change, params))).code).toBe('PASSWORD_CHANGE_REQUIRED');
  }
  expect((await failure(client.updateUser({ password, currentPassword: password }, params))).message).toBe(
    'Please choose a password that you have not been given.',
  );
  const own = { password: 'correct ferry window 42', currentPassword: password };
  const { session } = await client.updateUser(own, params);
  token = session?.token ?? null;
  expect(await client.searchCount(payload())).toBe(4);
});
