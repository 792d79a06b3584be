/** What is logged: enough to find a fault, and nothing that opens an account or is anybody's business. */

import { databaseOf } from '@tidewaiter/accounts/database';
import { linkTokens, outbox } from '@tidewaiter/testing/outbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BASIC } from '../../testing/calls.js';
import { loggedServer } from '../../testing/logged-server.js';
import { sharedPortal } from '../../testing/shared-portal.js';

const portal = sharedPortal();
let server: Awaited<ReturnType<typeof loggedServer>>;
beforeAll(async () => {
  server = await loggedServer(portal, { logLevel: 'trace' });
});
afterAll(() => server.app.close());

const GOOD = 'correct ferry window 42';

async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: BASIC, ...type, ...headers },
    ...init,
  });
  const answer = (await response.json()) as Record<string, string>;
  return { status: response.status, answer, cookie: response.headers.get('set-cookie') ?? '' };
}

it('holds no password, token, code, cookie, link or address, whether calls succeed, are refused or fail', async () => {
  const { email, password } = await portal.signIn();
  const { answer, cookie } = await call('POST', '/user-management/login', { email, password });
  const session = { accessedby: answer.token ?? '' };
  await call('GET', `/user-management/user/loginstatus?loginId=${answer.loginId}`, undefined, session);
  await call('POST', '/user-management/login', { email, password: 'wrong password' });
  const forgot = await call('GET', `/user-management/forgotpassword?userEmail=${email}`);
  await portal.services.accounts.mailer.idle();
  const [mail = ''] = await outbox(portal.config.dataFolder, email);
  const otp = /password is (\d{8})/.exec(mail)?.[1] ?? 'none';
  const asked = { requestId: forgot.answer.requestId, otp };
  const verified = await call('POST', '/user-management/forgotpassword/verify', asked);
  const invited = { firstname: 'Eva', lastname: 'Tide', email: 'sub@example.com', mobile: '+31201234567' };
  await call('POST', '/user-management/user/subuser', invited, session);
  await portal.services.accounts.mailer.idle();
  const [link = 'none'] = linkTokens(await outbox(portal.config.dataFolder, invited.email));

  // Statements that fail have people's data in them, and hashes of secrets.
  const { users } = portal.services.accounts.people;
  const database = databaseOf(portal.services.accounts);
  const { passwordHash } = await users.ofAddress(email);
  for (const table of ['sessions', 'users', 'password_resets', 'one_use_links']) {
    await database.execute(`alter table ${table} rename to ${table}_away`);
    const failing = [
      await call('POST', '/user-management/login', { email, password }),
      await call('GET', `/user-management/forgotpassword?userEmail=${email}`),
      await call('PUT', '/user-management/password', { token: link, password: GOOD, confirmPassword: GOOD }),
      await call('POST', '/user-management/user/subuser', invited, session),
    ];
    expect(failing.some(({ status }) => status === 500)).toBe(true);
    await database.execute(`alter table ${table}_away rename to ${table}`);
  }

  const logged = server.logged();
  expect(logged).toContain('a call failed');
  expect(logged).toContain('does not exist');
  expect(logged).toContain('/user-management/login');
  const secrets = {
    ...{ email, password, wrong: 'wrong password', otp, link, GOOD, passwordHash, invited: invited.email },
    ...{ token: answer.token, loginId: answer.loginId, resetToken: verified.answer.token },
    ...{ requestId: forgot.answer.requestId, cookie: /restore=([\w-]+)/.exec(cookie)?.[1] },
  };
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret?.length, name).toBeGreaterThan(4);
    expect(logged, name).not.toContain(secret);
    expect(logged, name).not.toContain(encodeURIComponent(secret ?? ''));
  }
  expect(logged).not.toMatch(/argon2id|"params"/);
});

it('keeps no answer in a cache, refused ones neither', async () => {
  const paths = ['/user-management/session/list', '/user-management/user/details?userId=1', '/search-management/none'];
  for (const path of paths) {
    const response = await fetch(server.url + path, { headers: { authorization: BASIC } });
    expect(response.headers.get('cache-control'), path).toBe('no-store');
  }
});

it('says by their numbers whose calls they were where the operator wants that, and else does not', async () => {
  const { email, password, person } = await portal.signIn();
  const { answer } = await call('POST', '/user-management/login', { email, password });
  const loggedOf = async (logAccounts: boolean) => {
    const own = await loggedServer(portal, { logLevel: 'info', logAccounts });
    const headers = { authorization: BASIC, accessedby: answer.token ?? '' };
    expect((await fetch(`${own.url}/user-management/session/list`, { headers })).status).toBe(200);
    await own.app.close();
    return own.logged();
  };
  expect(await loggedOf(true)).toContain(`"account":${person.userid},"person":${person.userid}`);
  expect(await loggedOf(false)).not.toContain('"person"');
});
