/** How often calls may be made: who is counted, who is not, and what is said. Nobody can lock out somebody else. */
import { RATE_LIMITS } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { failure, payload, raw } from '../../testing/calls.js';
import { sharedPortal } from '../../testing/shared-portal.js';

// The proxy's header stands in for other network addresses.
const portal = sharedPortal({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' });

const from = (address: string) => ({ 'x-forwarded-for': address, 'content-type': 'application/json' });
/** Counts as many calls as there may be. */
async function exhaust(bucket: keyof typeof RATE_LIMITS, who: string): Promise<void> {
  const { rateLimiter } = portal.services.accounts.access;
  const counts = Array.from({ length: RATE_LIMITS[bucket].points }, () => rateLimiter.count(bucket, who));
  await Promise.allSettled(counts);
}

describe('calls', () => {
  it.each([
    ['CAPTCHA', '/user-management/captcha', { method: 'POST' }],
    ['CAPTCHA_IN_WORDS', '/user-management/captcha', { method: 'POST', body: '{"inWords":true}' }],
    ['OTP', '/user-management/forgotpassword?userEmail=a@example.com', {}],
    ['SIGN_UP', '/user-management/user', { method: 'POST', body: '{}' }],
    ['LOGIN', '/user-management/login', { method: 'POST', body: '{}' }],
  ] as const)('of %s are limited by network address, of IPv6 by its network', async (bucket, path, init) => {
    const { points } = RATE_LIMITS[bucket];
    // Of its own: calls count for more than one limit.
    const network = `2001:db8:${Object.keys(RATE_LIMITS).indexOf(bucket)}`;
    const statuses: number[] = [];
    for (let n = 0; n <= points; n += 1) {
      // The method may carry no body: then it says no type.
      const headers = { ...from(`${network}:1::${n.toString(16)}`) };
      statuses.push((await raw(portal, path, { ...init, headers })).status);
    }
    expect(statuses.slice(0, points)).not.toContain(429);
    expect(statuses[points]).toBe(429);
    expect((await raw(portal, path, { ...init, headers: from(`${network}:2::1`) })).status).not.toBe(429);
  });

  it('of the description are counted by network address as well', async () => {
    const ask = (path: string) => fetch(portal.url + path, { headers: from('203.0.113.62') });
    expect((await ask('/api-docs/json')).status).toBe(200);
    await exhaust('PUBLIC', '203.0.113.62');
    for (const path of ['/api-docs', '/api-docs/json', '/api-docs/static/swagger-ui-bundle.js']) {
      expect((await ask(path)).status, path).toBe(429);
    }
  });

  it('are counted where they come from, whatever they claim in front of the proxy', async () => {
    // The proxy adds whom it saw; what stands before that is the caller's own.
    const forged = (n: number) => from(`198.51.100.${n}, 203.0.113.60`);
    const asked = (n: number) =>
      raw(portal, '/user-management/forgotpassword?userEmail=a@example.com', { headers: forged(n) });
    for (let n = 0; n < RATE_LIMITS.OTP.points; n += 1) expect((await asked(n)).status).toBe(200);
    expect((await asked(99)).status).toBe(429);
  });

  it('with tokens that open nothing are limited by network address, and let the others there go on', async () => {
    const { person } = await portal.signIn();
    const ask = (token: string) =>
      raw(portal, '/user-management/session/list', { headers: { ...from('203.0.113.61'), accessedby: token } });
    await exhaust('PUBLIC', '203.0.113.61');
    expect((await ask('made up')).status).toBe(429);
    expect((await ask(person.token)).status).toBe(200);
  });

  it('that mail somebody a link to confirm a new address are limited by person', async () => {
    const { client, person, email, password: currentPassword } = await portal.signIn();
    const profile = { firstname: 'Ada', lastname: 'Bay', mobile: '+31201234567', company_name: 'Acme' };
    const params = { params: { userId: person.userid } };
    await exhaust('MAILED_LINK', String(person.userid));
    const changed = { ...profile, firstname: 'Eva', email: 'else@example.com', currentPassword };
    const moved = client.updateUser(changed, params);
    expect((await failure(moved)).code).toBe('TOO_MANY_REQUESTS');
    // Nothing of it was saved; a profile that keeps its address is.
    expect(await client.userDetails({ userId: person.userid })).toMatchObject({ firstname: 'Ada', email });
    expect((await client.updateUser({ ...profile, email }, params)).user).toMatchObject({ email });
  });

  it('of each kind that a person makes have a limit of their own', async () => {
    const [{ client, person }, other] = [await portal.signIn(), await portal.signIn()];
    const { searchBy: _, matchType: __, searchValue: ___, ...where } = payload();
    const typed = { ...where, searchBy: 'IMPORTER', matchType: 'L', searchValue: 'acme' } as const;
    const subUser = { firstname: 'Eva', lastname: 'Tide', email: 'sub@example.com', mobile: '+31201234567' };
    const calls = {
      SEARCH: () => client.searchCount(payload({ pageNumber: 1 })),
      LISTS: () => client.listHsCodes(payload()),
      SUGGESTIONS: () => client.suggestionList(typed),
      ACCOUNT: () => client.sessionList({}),
      INVITATION: () => client.createSubUser(subUser),
      MAILED_LINK: () => client.sendSubUserLink({}, { params: { userId: 1 } }),
    };
    for (const bucket of Object.keys(calls) as (keyof typeof calls)[]) {
      await exhaust(bucket, String(person.userid));
      expect((await failure(calls[bucket]())).code, bucket).toBe('TOO_MANY_REQUESTS');
    }
    expect(await other.client.searchCount(payload())).toBe(4);
  });
});

it('over TLS the cookie is held to this host, and the host to TLS', async () => {
  const { email, password } = await portal.signIn();
  const over = (protocol: string) =>
    raw(portal, '/user-management/login', {
      method: 'POST',
      headers: { 'x-forwarded-proto': protocol, ...from('203.0.113.30') },
      body: JSON.stringify({ email, password }),
    });
  const secure = await over('https');
  expect(secure.headers.get('strict-transport-security')).toBe('max-age=31536000');
  const [cookie = '', browser = ''] = secure.headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-tidewaiter_restore=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  expect(browser).toMatch(
    /^__Host-tidewaiter_browser=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  const headers = { cookie: cookie.split(';')[0] ?? '', 'x-forwarded-proto': 'https' };
  const restored = await raw(portal, '/user-management/session/restore', { method: 'POST', headers });
  expect(restored.body).toMatchObject({ email });
  const plain = await over('http');
  expect(plain.headers.get('strict-transport-security')).toBeNull();
  expect(plain.headers.get('set-cookie')).toMatch(/^tidewaiter_restore=/);
});
