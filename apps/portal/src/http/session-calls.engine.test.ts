/** Signing in and out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASIC, failure, payload, raw } from '../testing/calls.js';
import { startPortal, type TestPortal } from '../testing/portal.js';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

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
    expect(cookie).toMatch(/Path=\/user-management\/session\/restore/);
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

  it('names what is missing in the words of the specification', async () => {
    const { client } = await portal.signIn();
    expect((await failure(client.login({ email: 'x', password: 'y' }))).message).toBe(
      'Please enter valid email address',
    );
    expect((await failure(client.login({ email: 'a@b.co', password: '' }))).message).toBe('Please enter password');
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
