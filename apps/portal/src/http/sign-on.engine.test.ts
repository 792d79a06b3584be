/** Signing in with one's firm over HTTP, at a real provider in this process: who comes in, who does not, and what is told to each. */
import { databaseOf } from '@tidewaiter/accounts/database';
import { createClient, type PortalClient, type SignedIn } from '@tidewaiter/contract';
import { type Claims, signingKey, startIssuer, type TestIssuer } from '@tidewaiter/testing/issuer';
import { outbox } from '@tidewaiter/testing/outbox';
import { consent, FIRM_CLIENT, startFirm, type TestProvider } from '@tidewaiter/testing/provider';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../testing/calls.js';
import { type SignedInAccount, startPortal, type TestPortal } from '../../testing/portal.js';

const PUBLIC_URL = 'http://localhost:3000';
const REDIRECT = `${PUBLIC_URL}/sign-on`;

let portal: TestPortal;
let firm: TestProvider;
let owner: SignedInAccount;
/** Each test has an account and a domain of its own. */
let domain: string;
let tests = 0;

const people: Record<string, Record<string, unknown>> = {};

beforeAll(async () => {
  portal = await startPortal({ PUBLIC_URL, RATE_LIMITS: 'on' });
  firm = await startFirm(people, PUBLIC_URL);
});
afterAll(async () => {
  await firm.close();
  await portal.close();
});
beforeEach(async () => {
  tests += 1;
  domain = `firm-${tests}.example`;
  for (const name of Object.keys(people)) delete people[name];
  knows('ada', {});
  owner = await portal.signIn();
});

/** The provider knows somebody. */
function knows(name: string, claims: Record<string, unknown>): void {
  people[name] = {
    ...{ email: `${name}@${domain}`, email_verified: true, given_name: 'Ada', family_name: 'Loomis' },
    ...claims,
  };
}

async function ownerRow() {
  return (await portal.services.accounts.users.findById(owner.person.userid)) ?? expect.fail();
}

async function setUp(changes: Record<string, unknown> = {}): Promise<void> {
  await portal.services.accounts.signOns.set(await ownerRow(), {
    ...{ ownerId: 0, issuer: firm.issuer, ...FIRM_CLIENT, domains: [domain] },
    ...{ enforced: false, group: undefined, trustsAddresses: false, ...changes },
  });
}

/** A browser keeps cookies. */
class Browser {
  readonly cookies = new Map<string, string>();
  token: string | null = null;
  readonly client: PortalClient = createClient({
    baseUrl: portal.url,
    credential: portal.config.clientCredential,
    token: () => this.token,
    fetch: async (input, init) => {
      const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const response = await fetch(input, { ...init, headers: { ...(init?.headers as object), cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value) this.cookies.set(name, value);
        else this.cookies.delete(name);
      }
      return response;
    },
  });

  /** Goes to the provider and comes back. @returns the query of the address that it comes back to */
  async comeBack(name = 'ada', more: { fresh?: boolean } = {}): Promise<string> {
    const { url } = await this.client.beginSignOn({ email: `${name}@${domain}`, ...more });
    return String(await consent(new URL(url), REDIRECT, name));
  }

  async signIn(name = 'ada', more: { fresh?: boolean } = {}): Promise<SignedIn> {
    const signedIn = await this.client.loginByFirm({ answer: await this.comeBack(name, more) });
    this.token = signedIn.token;
    return signedIn;
  }
}

const refusal = async (promise: Promise<unknown>) => {
  const { code, message } = await failure(promise);
  return { code, message };
};
const refusedWith = (words: string) => ({ code: 'SIGN_ON_REFUSED', message: expect.stringContaining(words) });

const audited = async () => (await portal.services.accounts.audit.latest(20)).map(({ event }) => event);

describe('who comes in', () => {
  it('somebody new, who gets a place of the plan; and as the same person again', async () => {
    await setUp();
    const browser = new Browser();
    const signedIn = await browser.signIn();
    expect(signedIn).toMatchObject({
      firstname: 'Ada',
      lastname: 'Loomis',
      uplineId: owner.person.userid,
      byFirm: true,
    });
    expect((await owner.client.subUserList({})).userList).toHaveLength(1);
    expect(await audited()).toEqual(expect.arrayContaining(['SUB_USER_CREATED', 'SIGN_ON_LINKED', 'LOGIN']));
    // An address that the firm has changed since is the same person's.
    knows('ada', { email: 'other@elsewhere.example' });
    const { url } = await new Browser().client.beginSignOn({ email: `ada@${domain}` });
    expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256');
    expect((await new Browser().signIn()).userid).toBe(signedIn.userid);
  });

  it('a sub-user who is there already, invited or with a password, who is told by mail', async () => {
    await setUp();
    const { email } = await portal.signInSubUser(owner);
    await databaseOf(portal.services.accounts).execute(
      `update users set email = 'ada@${domain}' where email = '${email}'`,
    );
    await owner.client.createSubUser({
      ...{ email: `eve@${domain}`, firstname: 'Eve', lastname: 'Bay', mobile: '+31201234567', downloadLimit: 0 },
    });
    knows('eve', {});
    await new Browser().signIn();
    await new Browser().signIn('eve');
    expect((await owner.client.subUserList({})).userList).toHaveLength(2);
    await portal.services.accounts.mailer.idle();
    const mails = await outbox(portal.config.dataFolder, `ada@${domain}`);
    expect(JSON.stringify(mails)).toContain('You have signed in with your firm');
  });

  it('a public client with PKCE alone', async () => {
    await setUp({ clientId: 'public', clientSecret: undefined });
    expect((await new Browser().signIn()).byFirm).toBe(true);
  });

  it('two at once are one person', async () => {
    await setUp();
    const [one, two] = await Promise.all([new Browser().signIn(), new Browser().signIn()]);
    expect(one.userid).toBe(two.userid);
  });

  it('a member of the group alone, where there is one', async () => {
    await setUp({ group: 'trade' });
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith('has not opened this portal to you'));
    knows('ada', { groups: ['everybody', 'trade'] });
    expect((await new Browser().signIn()).byFirm).toBe(true);
  });

  it('who is asked for a second factor has shown the firm what the firm asks', async () => {
    await setUp();
    await portal.services.accounts.factors.demand(await ownerRow(), true, 'OPERATOR', { actorId: null });
    const browser = new Browser();
    expect((await browser.signIn()).mustAddFactor).toBe(false);
    expect((await browser.client.restoreSession({})).byFirm).toBe(true);
    expect((await browser.client.noticeList({})).noticeList).toEqual([]);
  });
});

describe('an account that asks for it', () => {
  it('lets no sub-user in by a password, and the main account still', async () => {
    const subUser = await portal.signInSubUser(owner);
    await setUp({ enforced: true });
    expect((await failure(subUser.client.noticeList({}))).code).toBe('SESSION_TIMEOUT');
    const stranger = portal.clientOf(() => null);
    const { email, password } = subUser;
    expect((await failure(stranger.login({ email, password: 'wrong' }))).code).toBe('INVALID_LOGIN');
    expect((await failure(stranger.login({ email, password }))).code).toBe('SIGN_ON_ONLY');
    expect((await stranger.login({ email: owner.email, password: owner.password })).userid).toBe(owner.person.userid);
  });
});

describe('leaving', () => {
  it('says where the firm’s provider is left, which the session’s end does not wait for', async () => {
    await setUp();
    const browser = new Browser();
    const { userid: userId, loginId, sessionId } = await browser.signIn();
    const { signOutUrl = '' } = await browser.client.logout({ userId, loginId, sessionId });
    const { origin, searchParams } = new URL(signOutUrl);
    expect(origin).toBe(firm.issuer);
    expect(searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/login`);
    expect((await fetch(signOutUrl)).status).toBe(200);
    expect((await failure(browser.client.noticeList({}))).code).toBe('SESSION_TIMEOUT');
    const { person, client } = owner;
    const own = { userId: person.userid, loginId: person.loginId, sessionId: person.sessionId };
    expect(await client.logout(own)).not.toHaveProperty('signOutUrl');
  });

  it('is for all whom it let in when the account’s provider is removed', async () => {
    await setUp();
    const browser = new Browser();
    await browser.signIn();
    await portal.services.accounts.signOns.remove(await ownerRow());
    expect((await failure(browser.client.noticeList({}))).code).toBe('SESSION_TIMEOUT');
    expect((await owner.client.noticeList({})).noticeList).toEqual([]);
    expect(await new Browser().client.signOnOffer({ domain })).toEqual({ offered: false });
  });
});

describe('confirming', () => {
  it('takes a sign-in for which the provider has just asked who it is', async () => {
    await setUp();
    const browser = new Browser();
    await browser.signIn();
    // Whoever is at this browser may have been asked nothing by the provider for hours.
    const makeKey = () => browser.client.createApiKey({ name: 'Nightly', scopes: ['search'] });
    expect((await failure(makeKey())).code).toBe('CONFIRM_FIRST');
    await browser.signIn('ada', { fresh: true });
    expect((await makeKey()).key).toMatch(/^tw_live_/);
  });
});

describe('the offer', () => {
  it('tells that a domain has one, and no more', async () => {
    await setUp();
    const { client } = new Browser();
    expect(await client.signOnOffer({ domain: domain.toUpperCase() })).toEqual({ offered: true });
    expect(await client.signOnOffer({ domain: 'unknown.example' })).toEqual({ offered: false });
    await expect(client.signOnOffer({ domain: 'a\0b' })).rejects.toMatchObject({ code: 'VALIDATION' });
    expect((await failure(client.beginSignOn({ email: 'ada@unknown.example' }))).code).toBe('SIGN_ON_REFUSED');
  });

  it('is of one account: another one cannot have its domain', async () => {
    await setUp();
    owner = await portal.signIn();
    await expect(setUp()).rejects.toThrow('another account already');
    expect(await portal.services.accounts.signOns.of(owner.person.userid)).toBeUndefined();
  });
});

describe('is refused', () => {
  it('what a provider sent another browser, with a clear word', async () => {
    await setUp();
    const [mine, thiefs] = [new Browser(), new Browser()];
    const answer = await mine.comeBack();
    expect((await failure(thiefs.client.loginByFirm({ answer }))).code).toBe('CHALLENGE_GONE');
    // Also where the thief has begun as well, and puts their own state beside the code.
    await thiefs.comeBack();
    expect((await failure(thiefs.client.loginByFirm({ answer }))).code).toBe('CHALLENGE_GONE');
    const again = new Browser();
    const own = new URLSearchParams(await again.comeBack());
    own.set('code', new URLSearchParams(answer).get('code') ?? '');
    expect((await failure(again.client.loginByFirm({ answer: String(own) }))).code).toBe('SIGN_ON_REFUSED');
  });

  it('what was used: state, cookie and code are good once', async () => {
    await setUp();
    const browser = new Browser();
    const answer = await browser.comeBack();
    const cookies = new Map(browser.cookies);
    await browser.client.loginByFirm({ answer });
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect((await failure(browser.client.loginByFirm({ answer }))).code).toBe('CHALLENGE_GONE');
    expect((await failure(browser.client.loginByFirm({ answer: 'code=made-up' }))).code).toBe('CHALLENGE_GONE');
  });

  it('an answer of another provider than the one that was asked', async () => {
    await setUp();
    const browser = new Browser();
    const answer = new URLSearchParams(await browser.comeBack());
    answer.set('iss', 'https://other.example');
    expect((await failure(browser.client.loginByFirm({ answer: String(answer) }))).code).toBe('SIGN_ON_REFUSED');
  });

  it('who says no at the provider', async () => {
    await setUp();
    const browser = new Browser();
    const state = new URLSearchParams(await browser.comeBack()).get('state') ?? '';
    const answer = String(new URLSearchParams({ error: 'access_denied', state, iss: firm.issuer }));
    expect(await refusal(browser.client.loginByFirm({ answer }))).toEqual(refusedWith('did not let you in'));
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an address that is not verified', { email_verified: false }, 'has not verified'],
    ['one of which that is not said', { email_verified: undefined }, 'has not verified'],
    ['no address', { email: undefined }, 'does not say what your e-mail address is'],
    ['one that is no address', { email: 'ada' }, 'does not say what your e-mail address is'],
    ['one of another domain', { email: 'ada@elsewhere.example' }, 'none of your firm’s account'],
  ])('%s', async (_, claims, words) => {
    await setUp();
    knows('ada', claims);
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith(words));
    expect((await owner.client.subUserList({})).userList).toEqual([]);
  });

  it('an address that is not said to be verified, but where the operator trusts the provider; never one that is said not to be', async () => {
    await setUp({ trustsAddresses: true });
    knows('ada', { email_verified: undefined });
    knows('eve', { email_verified: false });
    expect((await new Browser().signIn()).byFirm).toBe(true);
    expect(await refusal(new Browser().signIn('eve'))).toEqual(refusedWith('has not verified'));
  });

  it('an address of somebody of another account', async () => {
    await setUp();
    const stranger = await portal.signIn();
    await databaseOf(portal.services.accounts).execute(
      `update users set email = 'ada@${domain}' where id = ${stranger.person.userid}`,
    );
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith('of another account here'));
    expect(await audited()).toContain('SIGN_ON_REFUSED');
  });

  it('who is disabled, or whose account is', async () => {
    await setUp();
    const { userid } = await new Browser().signIn();
    const user = (await portal.services.accounts.users.findById(userid)) ?? expect.fail();
    await portal.services.accounts.users.setDisabled(user, true);
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith('is disabled'));
    await portal.services.accounts.users.setDisabled(user, false);
    await portal.services.accounts.users.setDisabled(await ownerRow(), true);
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith('is disabled'));
  });

  it('who finds no place in the plan', async () => {
    await databaseOf(portal.services.accounts).execute("update plans set sub_user_count = 1 where name = 'Operator'");
    await setUp();
    await new Browser().signIn();
    knows('eve', {});
    expect((await failure(new Browser().signIn('eve'))).code).toBe('SUB_USER_LIMIT_EXHAUSTED');
    // Who has a place keeps it.
    expect((await new Browser().signIn()).byFirm).toBe(true);
    await databaseOf(portal.services.accounts).execute("update plans set sub_user_count = 10 where name = 'Operator'");
  });

  it('whose address was somebody else’s before, until the operator forgets that', async () => {
    await setUp();
    const { userid } = await new Browser().signIn();
    knows('successor', { email: `ada@${domain}` });
    expect(await refusal(new Browser().signIn('successor'))).toEqual(refusedWith('Somebody else of your firm'));
    const user = (await portal.services.accounts.users.findById(userid)) ?? expect.fail();
    await portal.services.accounts.signOns.unlink(user);
    expect((await new Browser().signIn('successor')).userid).toBe(userid);
  });
});

describe('of a provider that misbehaves', () => {
  let issuer: TestIssuer;
  beforeEach(async () => {
    issuer = await startIssuer();
  });
  afterEach(() => issuer.close());

  const now = () => Math.floor(Date.now() / 1000);

  /** Signs in where the provider answers a code with this token. */
  async function signInBy(claims: Claims = {}, before: () => void | Promise<void> = () => {}) {
    await setUp({ issuer: issuer.issuer, clientSecret: undefined });
    const browser = new Browser();
    const { url } = await browser.client.beginSignOn({ email: `ada@${domain}` });
    const { searchParams } = new URL(url);
    issuer.behaviour.tokens = async () => {
      const said = {
        ...{ aud: FIRM_CLIENT.clientId, nonce: searchParams.get('nonce'), client_id: undefined, scope: undefined },
        ...{ sub: `ada-${domain}`, email: `ada@${domain}`, ...claims },
      };
      const id_token = await issuer.token(said, { typ: 'JWT' });
      return { access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token };
    };
    await before();
    const state = searchParams.get('state') ?? '';
    return browser.client.loginByFirm({ answer: String(new URLSearchParams({ code: 'of the test', state })) });
  }

  it('a good token signs in', async () => {
    expect((await signInBy()).email).toBe(`ada@${domain}`);
  });

  it('names are kept on one line, whatever they hold', async () => {
    const named = { given_name: 'A\u0000da\n\ud800', family_name: 'L'.repeat(300), groups: 'none' };
    expect(await signInBy(named)).toMatchObject({ firstname: 'A da', lastname: 'L'.repeat(100) });
    expect(
      (await signInBy({ sub: 'other', given_name: 7, name: 'Eve van  Bay', email: `eve@${domain}` })).lastname,
    ).toBe('van Bay');
  });

  it.each<[string, () => Claims]>([
    ['for another client', () => ({ aud: 'another' })],
    ['for another client beside', () => ({ aud: [FIRM_CLIENT.clientId, 'another'], azp: 'another' })],
    ['of another issuer', () => ({ iss: 'https://other.example' })],
    ['with another nonce', () => ({ nonce: 'another' })],
    ['with none', () => ({ nonce: undefined })],
    ['of nobody', () => ({ sub: undefined })],
    ['of nobody who could be kept', () => ({ sub: 'a\u0000b' })],
    ['of a number without end', () => ({ sub: '1'.repeat(4000) })],
  ])('a token %s does not', async (_, claims) => {
    expect((await failure(signInBy(claims()))).code).toBe('SIGN_ON_REFUSED');
  });

  it('a clock that is 90 seconds off is borne with, one that is ten minutes off is told', async () => {
    expect((await signInBy({ iat: now() + 90, nbf: now() + 90, exp: now() + 390 })).byFirm).toBe(true);
    expect((await signInBy({ iat: now() - 390, exp: now() - 90 })).byFirm).toBe(true);
    for (const off of [600, -600]) {
      const claims = { iat: now() + off, nbf: now() + off, exp: now() + off + 300 };
      expect(await refusal(signInBy(claims))).toEqual(refusedWith('clocks'));
    }
  });

  it('keys that change between two sign-ins, and within one, are found', async () => {
    await signInBy();
    issuer.keys = [await signingKey()];
    expect((await signInBy()).byFirm).toBe(true);
    const changed = async () => {
      issuer.keys = [await signingKey('RS256')];
    };
    expect((await signInBy({}, changed)).byFirm).toBe(true);
  });

  it('a token that another key than its own has signed does not', async () => {
    const stranger = await signingKey();
    const swapped = () => {
      const [own] = issuer.keys;
      const { token } = issuer;
      issuer.token = (claims, header) => token(claims, { ...header, kid: own?.kid ?? '' }, stranger);
    };
    expect((await failure(signInBy({}, swapped))).code).toBe('SIGN_ON_REFUSED');
  });

  it('is told of as away where it answers nothing, too late, too much, an error, or elsewhere', async () => {
    for (const behaviour of [{ status: 503 }, { redirect: true }, { padding: 300_000 }, { silent: true }]) {
      issuer.behaviour = behaviour;
      const began = Date.now();
      expect(await refusal(signInBy())).toEqual({
        ...{ code: 'ISSUER_AWAY', message: expect.stringContaining('does not answer') },
      });
      expect(Date.now() - began).toBeLessThan(8000);
    }
    issuer.behaviour = {};
    const silent = () => {
      issuer.behaviour = { silent: true };
    };
    expect((await failure(signInBy({}, silent))).code).toBe('ISSUER_AWAY');
  }, 30_000);

  it.each<[string, TestIssuer['behaviour']]>([
    ['another issuer', { describes: 'https://other.example' }],
    ['keys in the clear', { jwksUri: 'http://other.example/jwks' }],
    ['an address of no protocol of ours', { more: { authorization_endpoint: 'javascript:alert(1)' } }],
    ['tokens in the clear', { more: { token_endpoint: 'http://10.0.0.7/token' } }],
    ['an end in the clear', { more: { end_session_endpoint: 'http://other.example/end' } }],
  ])('a description of %s sends nobody anywhere', async (_, behaviour) => {
    issuer.behaviour = behaviour;
    expect((await failure(signInBy())).code).toBe('SIGN_ON_REFUSED');
  });
});

it('an erased person is known to no provider', async () => {
  await setUp();
  const { userid } = await new Browser().signIn();
  const { accounts } = portal.services;
  await accounts.erasures.erase((await accounts.users.findById(userid)) ?? expect.fail(), 'they asked');
  const again = await new Browser().signIn();
  expect(again.userid).not.toBe(userid);
  await accounts.erasures.erase(await ownerRow(), 'they asked');
  expect(await new Browser().client.signOnOffer({ domain })).toEqual({ offered: false });
});
