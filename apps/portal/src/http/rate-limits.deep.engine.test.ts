/** Sign-ins and programs that ask more often than they may: who waits, who is refused, and who is not. */
import { KNOWN_BROWSER, RATE_LIMITS, WRONG_PASSWORDS } from '@tidewaiter/contract';
import { describe, expect, it } from 'vitest';
import { failure, payload, raw } from '../../testing/calls.js';
import { programFor, QUESTION } from '../../testing/program.js';
import { sharedPortal } from '../../testing/shared-portal.js';

// The proxy's header stands in for other network addresses.
const portal = sharedPortal({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' });

const from = (address: string) => ({ 'x-forwarded-for': address, 'content-type': 'application/json' });
/** A sign-in, from a browser that has a cookie where one is given. */
const login = (email: string, password: string, address: string, cookie?: string) =>
  raw(portal, '/user-management/login', {
    method: 'POST',
    headers: { ...from(address), ...(cookie !== undefined && { cookie }) },
    body: JSON.stringify({ email, password }),
  });

describe('wrong passwords', () => {
  const browserCookie = (headers: Headers) =>
    headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('tidewaiter_browser='))
      ?.split(';')[0] ?? 'none';

  it('make further tries wait, wherever they come from and whether there is an account, and refuse none', async () => {
    const { email, password } = await portal.signIn();
    const cookie = browserCookie((await login(email, password, '203.0.113.8')).headers);
    const spree = async (account: string) => {
      for (let n = 1; n <= WRONG_PASSWORDS.free + 3; n += 1)
        expect((await login(account, 'wrong', `198.51.100.${n}`)).status).toBe(401);
    };
    await Promise.all([spree(email), spree('nobody@example.com')]);
    // Whoever knows the password gets in from anywhere, the addresses of the others included: from a browser of their own at once.
    const own = login(email, password, '198.51.100.1', cookie);
    const anew = login(email, password, '203.0.113.10');
    expect(await Promise.race([own.then(() => 'own'), anew.then(() => 'anew')])).toBe('own');
    expect((await own).status).toBe(200);
    expect((await anew).status).toBe(200);
  });

  it('of a browser that is known wait for nobody, a few times; the cookie is of one account and of one use', async () => {
    const [mine, other] = [await portal.signIn(), await portal.signIn()];
    const cookie = browserCookie((await login(mine.email, mine.password, '203.0.113.8')).headers);
    const { knownBrowsers, rateLimiter } = portal.services.accounts.access;
    const secret = cookie.split('=')[1] ?? '';
    expect(await knownBrowsers.knows(secret, mine.email)).toBe(true);
    expect(await knownBrowsers.knows(secret, other.email)).toBe(false);
    for (let n = 0; n < KNOWN_BROWSER.points; n += 1) await login(mine.email, 'wrong', '203.0.113.8', cookie);
    // None of them was counted for the account; the next is, as one of any browser.
    await login(mine.email, 'wrong', '203.0.113.8', cookie);
    expect(await rateLimiter.countTry('WRONG_PASSWORDS', mine.email)).toBe(2);
    const again = await login(mine.email, mine.password, '203.0.113.8', cookie);
    expect(again.status).toBe(200);
    expect(await knownBrowsers.knows(secret, mine.email)).toBe(false);
    expect(await knownBrowsers.knows(browserCookie(again.headers).split('=')[1] ?? '', mine.email)).toBe(true);
  });

  it('of a browser are anybody’s again once the password is another', async () => {
    const { email, password, client, person } = await portal.signIn();
    const { knownBrowsers } = portal.services.accounts.access;
    const secret = browserCookie((await login(email, password, '203.0.113.8')).headers).split('=')[1] ?? '';
    const change = { currentPassword: password, password: 'correct ferry window 42' };
    await client.updateUser(change, { params: { userId: person.userid } });
    expect(await knownBrowsers.knows(secret, email)).toBe(false);
  });

  it('of somebody who is signed in are limited by person', async () => {
    const { client, person } = await portal.signIn();
    const change = () =>
      client.updateUser(
        { currentPassword: 'wrong', password: 'correct ferry window 42' },
        { params: { userId: person.userid } },
      );
    for (let n = 0; n < RATE_LIMITS.CURRENT_PASSWORD.points; n += 1) {
      expect((await failure(change())).code).toBe('INCORRECT_PASSWORD');
    }
    expect((await failure(change())).code).toBe('TOO_MANY_REQUESTS');
  });
});

it('right passwords are not counted: an office may come in at nine', async () => {
  const { email, password } = await portal.signIn();
  for (let n = 0; n <= RATE_LIMITS.LOGIN.points; n += 1) {
    expect((await login(email, password, '203.0.113.40')).status).toBe(200);
  }
});

it('programs share the limits of their person, and are told what is left of them', async () => {
  const me = await portal.signIn();
  const program = await programFor(portal, me);
  const question = QUESTION;
  const { points } = RATE_LIMITS.SEARCH;
  const { headers } = await program.call('count', { question });
  expect(headers.get('ratelimit-policy')).toBe(`"search";q=${points};w=60`);
  expect(headers.get('ratelimit')).toMatch(new RegExp(`^"search";r=${points - 1};t=\\d+$`));
  // A cursor that is refused is counted as well, and asks nothing.
  const refused = () => program.call('search', { question, cursor: 'x' });
  for (let left = points - 1; left > 0; left -= 20)
    await Promise.all(Array.from({ length: Math.min(left, 20) }, refused));
  const { status, problem, headers: said } = await program.call('count', { question });
  expect([status, problem.code]).toEqual([429, 'too_many_requests']);
  expect(said.get('retry-after')).toBe(String(problem.retry_after));
  expect((await failure(me.client.search(payload()))).code).toBe('TOO_MANY_REQUESTS');
  // Who is refused is nobody else.
  const other = await programFor(portal, await portal.signIn());
  expect((await other.call('count', { question })).status).toBe(200);
});
