/** Signing in with a firm whose provider misbehaves: its tokens, its keys, its description, and its silence. */
import { type Claims, signingKey, startIssuer, type TestIssuer } from '@tidewaiter/testing/issuer';
import { FIRM_CLIENT } from '@tidewaiter/testing/provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../testing/calls.js';
import { firmPortal, refusal, refusedWith } from '../../testing/firm.js';

const { test, setUp, Browser } = firmPortal();

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
    const { url } = await browser.client.beginSignOn({ email: `ada@${test.domain}` });
    const { searchParams } = new URL(url);
    issuer.behaviour.tokens = async () => {
      const said = {
        ...{ aud: FIRM_CLIENT.clientId, nonce: searchParams.get('nonce'), client_id: undefined, scope: undefined },
        ...{ sub: `ada-${test.domain}`, email: `ada@${test.domain}`, ...claims },
      };
      const id_token = await issuer.token(said, { typ: 'JWT' });
      return { access_token: 'opaque', token_type: 'Bearer', expires_in: 300, id_token };
    };
    await before();
    const state = searchParams.get('state') ?? '';
    return browser.client.loginByFirm({ answer: String(new URLSearchParams({ code: 'of the test', state })) });
  }

  it('a good token signs in', async () => {
    expect((await signInBy()).email).toBe(`ada@${test.domain}`);
  });

  it('names are kept on one line, whatever they hold', async () => {
    const named = { given_name: 'A\u0000da\n\ud800', family_name: 'L'.repeat(300), groups: 'none' };
    expect(await signInBy(named)).toMatchObject({ firstname: 'A da', lastname: 'L'.repeat(100) });
    expect(
      (await signInBy({ sub: 'other', given_name: 7, name: 'Eve van  Bay', email: `eve@${test.domain}` })).lastname,
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

  it('an address counts as verified by the document that it is in alone', async () => {
    const beside = (userinfo: Claims) => () => {
      issuer.behaviour.more = { userinfo_endpoint: `${issuer.issuer}/userinfo` };
      issuer.behaviour.userinfo = { sub: `ada-${test.domain}`, email: `ada@${test.domain}`, ...userinfo };
    };
    const unsaid = { email: undefined, email_verified: true };
    expect(await refusal(signInBy(unsaid, beside({})))).toEqual(refusedWith('has not verified'));
    expect(await refusal(signInBy(unsaid, beside({ email_verified: ['true'] })))).toEqual(
      refusedWith('has not verified'),
    );
    expect((await signInBy(unsaid, beside({ email_verified: true }))).byFirm).toBe(true);
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
      expect(await refusal(signInBy())).toEqual({
        ...{ code: 'ISSUER_AWAY', message: expect.stringContaining('does not answer') },
      });
    }
    issuer.behaviour = {};
    const silent = () => {
      issuer.behaviour = { silent: true };
    };
    expect((await failure(signInBy({}, silent))).code).toBe('ISSUER_AWAY');
  });

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
