/** Access tokens of a real issuer on loopback: which are read, and what each bad one is told. */
import { createSecretKey, generateKeyPairSync, sign } from 'node:crypto';
import {
  CLIENT,
  type Claims,
  goodClaims,
  type SigningKey,
  signingKey,
  startIssuer,
  type TestIssuer,
} from '@tidewaiter/testing/issuer';
import { exportSPKI, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccessTokens } from './access-tokens.js';

const AUDIENCE = 'https://portal.example';
const RESOURCE = `${AUDIENCE}/mcp`;
const PERSON = { email: 'ada@company.example', aud: RESOURCE };

let issuer: TestIssuer;
let tokens: AccessTokens;
const trusting = (personClaim = 'email', onAway?: (error: unknown) => void) =>
  new AccessTokens({ issuer: issuer.issuer, audience: AUDIENCE, personClaim }, onAway);
beforeEach(async () => {
  issuer = await startIssuer();
  tokens = trusting();
});
afterEach(async () => {
  vi.useRealTimers();
  await issuer.close();
});

const signed = (claims: Claims = {}, header: Record<string, unknown> = {}, key?: SigningKey) =>
  issuer.token({ ...PERSON, ...claims }, header, key);
const read = async (token: string | Promise<string>, by = tokens) => by.read(await token, RESOURCE);
const refusal = async (token: string | Promise<string>, by = tokens): Promise<{ code?: string; message?: string }> =>
  read(token, by).then(
    () => ({}),
    (error) => error,
  );
const later = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

it('are read: whose they are, given to which client, and what of their scopes is ours', async () => {
  expect(await read(signed())).toEqual({
    ...{ issuer: issuer.issuer, clientId: CLIENT, email: PERSON.email, scopes: ['search', 'analysis'] },
  });
  expect(await read(signed({ scope: 'openid search other:search' }))).toMatchObject({ scopes: [] });
});

it.each(['RS256', 'PS384', 'ES384', 'EdDSA'])('signed by %s are read', async (alg) => {
  issuer.keys = [await signingKey(alg)];
  expect(await read(signed())).toMatchObject({ clientId: CLIENT });
});

describe('as providers really send them, are read', () => {
  it.each<[string, Claims, Record<string, unknown>]>([
    ['a plain type, and a client under its former name', { client_id: undefined, azp: 'portal-cli' }, { typ: 'JWT' }],
    ['no type', {}, { typ: undefined }],
    ['the type in full', {}, { typ: 'application/at+jwt' }],
    ['scopes as a list', { scope: undefined, scp: ['tidewaiter:search'] }, { typ: 'JWT' }],
    ['scopes as a text of another name', { scope: undefined, scp: 'tidewaiter:search' }, { typ: 'JWT' }],
    ['several audiences', { aud: ['account', `${AUDIENCE}/`] }, {}],
    ['the whole portal as their audience', { aud: AUDIENCE }, {}],
    ['a type among the claims', { typ: 'Bearer' }, { typ: 'JWT' }],
    ['what was verified as a text', { email_verified: 'true' }, {}],
    ['clocks that are a little apart', { exp: later(-30), nbf: later(30) }, {}],
  ])('%s', async (_, claims, header) => {
    expect((await read(signed(claims, header))).scopes).toContain('search');
  });
});

describe('are refused', () => {
  it.each<[string, string, Claims, Record<string, unknown>]>([
    ['of another issuer', 'another issuer', { iss: 'https://other.example' }, {}],
    ['for another resource', 'another resource', { aud: 'https://other.example' }, {}],
    ['for another surface', 'another resource', { aud: `${AUDIENCE}/api/v1` }, {}],
    ['for nothing', 'another resource', { aud: undefined }, {}],
    ['expired', 'expired', { exp: later(-90) }, {}],
    ['that never expire', '“exp”', { exp: undefined }, {}],
    ['not good yet', 'not good yet', { nbf: later(90) }, {}],
    ['of the type of a token for the client', 'no access token', {}, { typ: 'id+jwt' }],
    ['of the type of a token for signing out', 'no access token', {}, { typ: 'logout+jwt' }],
    ['that are for the client itself', 'no access token', { nonce: 'n', at_hash: 'h' }, { typ: 'JWT' }],
    ['of no type without a scope', 'no access token', { scope: undefined }, { typ: 'JWT' }],
    ['that refresh others', 'no access token', { typ: 'Refresh' }, { typ: 'JWT' }],
    ['of a list of types', 'no access token', { typ: ['Refresh'] }, { typ: 'JWT' }],
    ['of a list of types in the header', 'no access token', {}, { typ: ['at+jwt'] }],
    ['used for another thing', 'no access token', { token_use: 'id' }, { typ: 'JWT' }],
    ['without a client', 'no access token', { client_id: undefined }, {}],
    ['of a client whose name has line breaks', 'no access token', { client_id: 'a\nb' }, {}],
    ['bound to a key of the client', 'bound', { cnf: { jkt: 'x' } }, {}],
    ['of nobody', '“email” names nobody', { email: undefined }, {}],
    ['of a name that is no address', 'names nobody', { email: 'ada' }, {}],
    ['of an address in other letters that look like it', 'names nobody', { email: '\u212Aate@company.example' }, {}],
    ['of an address that was not verified', 'not verified', { email_verified: false }, {}],
    ['of an address of which a list says so', 'not verified', { email_verified: [true] }, {}],
    ['of an address of which nothing is said', 'not verified', { email_verified: undefined }, {}],
  ])('%s', async (_, why, claims, header) => {
    expect(await refusal(signed(claims, header))).toMatchObject({
      code: 'TOKEN_REFUSED',
      message: expect.stringContaining(why),
    });
  });

  it('unsigned, by a shared secret, by the public key as one, by another key, changed, or no JWT at all', async () => {
    const claims = { iss: issuer.issuer, ...goodClaims(), ...PERSON };
    const { publicKey } = issuer.keys[0] as SigningKey;
    const symmetric = (secret: string) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .sign(createSecretKey(Buffer.from(secret.padEnd(32, ' '))));
    const good = await signed();
    const [header, , signature] = good.split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, email: 'eve@company.example' })).toString('base64url');
    const stranger = { ...(await signingKey()), kid: issuer.keys[0]?.kid ?? '' };
    const bad = [
      ...[new UnsecuredJWT(claims).encode(), await symmetric('guessed'), await symmetric(await exportSPKI(publicKey))],
      ...[await signed({}, {}, stranger), `${header}.${changed}.${signature}`, `${good.slice(0, -4)}AAAA`],
      ...['', 'x', '..', 'a.b.c', `${good}.`, `${good}.x.y`, 'opaque-token', 'eyJ'.repeat(4000)],
    ];
    for (const token of bad) expect((await refusal(token)).code, token.slice(0, 60)).toBe('TOKEN_REFUSED');
  });

  it('signed by an RSA key that is too short', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const short = { publicKey, privateKey, kid: 'short', alg: 'RS256' } as unknown as SigningKey;
    issuer.keys = [short];
    const [header, payload] = (await signed({}, {}, await signingKey('RS256'))).split('.');
    const head = Buffer.from(header ?? '', 'base64url').toString();
    const text = `${Buffer.from(head.replace(/key-\d+/, 'short')).toString('base64url')}.${payload}`;
    const token = `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
    expect((await refusal(token)).code).toBe('TOKEN_REFUSED');
  });

  it('without asking the issuer, where they are none of its own', async () => {
    for (const token of ['a.b.c', await signed({ iss: 'https://other.example' }), await signed({}, { typ: 'id+jwt' })])
      await refusal(token);
    await refusal(`${await signed()}${'A'.repeat(9000)}`);
    await refusal(new UnsecuredJWT({ iss: issuer.issuer }).encode());
    expect(issuer.asked).toEqual([]);
  });
});

it('name their person by another claim, where the operator says so', async () => {
  const by = trusting('https://company.example/address');
  const claims = { email: undefined, 'https://company.example/address': 'Eva@Company.example' };
  expect(await read(signed(claims), by)).toMatchObject({ email: 'Eva@Company.example' });
  expect((await refusal(signed(), by)).message).toContain('names nobody');
});

describe('the keys of the issuer are', () => {
  it('asked for once, and found by either description', async () => {
    issuer.behaviour.oidcOnly = true;
    await Promise.all([read(signed()), read(signed()), read(signed())]);
    await read(signed());
    const described = ['oauth-authorization-server', 'openid-configuration'].map((name) => `/.well-known/${name}`);
    expect(issuer.asked).toEqual([...described, '/jwks']);
  });

  it('found below the path of an issuer that has one', async () => {
    await issuer.close();
    issuer = await startIssuer('/realms/main');
    await read(signed(), trusting());
    expect(issuer.asked).toEqual(['/.well-known/oauth-authorization-server/realms/main', '/realms/main/jwks']);
  });

  it('asked for again when they were changed, and for made-up ones no more often than that', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await read(signed());
    const next = await signingKey('RS256');
    issuer.keys = [next];
    const times = () => issuer.asked.filter((path) => path === '/jwks').length;
    expect((await refusal(signed())).code).toBe('TOKEN_REFUSED');
    for (let at = 0; at < 5; at += 1) await refusal(signed({}, { kid: `made-up-${at}` }));
    expect(times()).toBe(1);
    vi.setSystemTime(Date.now() + 31_000);
    expect(await read(signed())).toMatchObject({ clientId: CLIENT });
    expect(times()).toBe(2);
  });

  it.each<[string, TestIssuer['behaviour']]>([
    ['does not answer', { silent: true }],
    ['fails', { status: 500 }],
    ['answers too much', { padding: 300_000 }],
    ['describes another issuer', { describes: 'https://other.example' }],
    ['has its keys where anybody on the way can change them', { jwksUri: 'http://keys.example/jwks' }],
    ['leads elsewhere', { redirect: true }],
  ])('not had where the issuer %s: to come back, and it is left alone for a while', async (_, behaviour) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const told: unknown[] = [];
    const by = trusting('email', (error) => told.push(error));
    issuer.behaviour = behaviour;
    expect(await refusal(signed(), by)).toMatchObject({ code: 'ISSUER_AWAY', status: 503, retryAfterSeconds: 10 });
    const asked = issuer.asked.length;
    expect((await refusal(signed(), by)).code).toBe('ISSUER_AWAY');
    expect(issuer.asked).toHaveLength(asked);
    expect(told).toHaveLength(1);
    issuer.behaviour = {};
    vi.setSystemTime(Date.now() + 11_000);
    expect(await read(signed(), by)).toMatchObject({ clientId: CLIENT });
  });

  it('enough for their tokens while the issuer is away', async () => {
    const good = await signed();
    await read(good);
    issuer.behaviour = { silent: true };
    expect(await read(good)).toMatchObject({ clientId: CLIENT });
  });
});
