import { CLIENT, type Claims, startIssuer, type TestIssuer } from '@tidewaiter/testing/issuer';
import { outbox } from '@tidewaiter/testing/outbox';
import { afterAll, describe, expect, it } from 'vitest';
import { raw } from '../../testing/calls.js';
import { loggedServer } from '../../testing/logged-server.js';
import { type SignedInAccount, userOf } from '../../testing/portal.js';
import { programFor, programWith, QUESTION } from '../../testing/program.js';
import { sharedAccount, sharedPortalAtWork } from '../../testing/shared-portal.js';
import { AccessTokens } from '../oauth/access-tokens.js';

const PUBLIC = 'https://portal.example';
const ALL = 'tidewaiter:search tidewaiter:analysis tidewaiter:export';

const issuer: TestIssuer = await startIssuer();
const portal = sharedPortalAtWork({ PUBLIC_URL: PUBLIC, TIDEWAITER_OAUTH_ISSUER: issuer.issuer });
const me = sharedAccount(portal);
afterAll(() => issuer.close());

const tokenOf = ({ email }: { email: string }, claims: Claims = {}) =>
  issuer.token({ email, aud: PUBLIC, scope: ALL, ...claims });
const question = QUESTION;
const listOf = async ({ client }: SignedInAccount) => (await client.apiKeyList({})).keyList;

/** A call at each door, and what a client is told by it. */
async function knock(surface: '/mcp' | '/api/v1', authorization?: string) {
  const isMcp = surface === '/mcp';
  const response = await fetch(`${portal.url}${isMcp ? surface : `${surface}/count`}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...(authorization && { authorization }),
    },
    body: JSON.stringify(isMcp ? { jsonrpc: '2.0', id: 1, method: 'tools/list' } : { question }),
  });
  const { headers, status } = response;
  return {
    status,
    challenge: headers.get('www-authenticate'),
    type: headers.get('content-type'),
    body: status === 200 ? undefined : await response.json(),
  };
}

const METADATA = '/.well-known/oauth-protected-resource';

it('are told of to clients: which resource each door is, and whose tokens it takes', async () => {
  for (const path of ['', '/mcp', '/api/v1']) {
    const response = await fetch(`${portal.url}${METADATA}${path}`);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({
      resource: `${PUBLIC}${path}`,
      authorization_servers: [issuer.issuer],
      bearer_methods_supported: ['header'],
      scopes_supported: expect.arrayContaining(['tidewaiter:search', 'tidewaiter:analysis']),
    });
  }
  expect((await fetch(`${portal.url}${METADATA}/contacts`)).status).toBe(404);
});

describe.each(['/mcp', '/api/v1'] as const)('at %s', (surface) => {
  const metadata = `resource_metadata="${PUBLIC}${METADATA}${surface}"`;
  const first = 'scope="tidewaiter:search tidewaiter:analysis"';

  it('a client without one is told where to get one', async () =>
    expect(await knock(surface)).toMatchObject({
      ...{ status: 401, challenge: `Bearer ${first}, ${metadata}`, type: expect.stringContaining('problem+json') },
      body: { code: 'key_unknown' },
    }));

  // What else is wrong with one: `access-tokens.engine.test.ts`.
  it.each<[string, () => Promise<string>]>([
    ['for the other door', () => tokenOf(me, { aud: `${PUBLIC}${surface === '/mcp' ? '/api/v1' : '/mcp'}` })],
    ['of nobody', () => tokenOf({ email: 'nobody@example.com' })],
    ['too long', async () => 'x'.repeat(9000)],
  ])('one that is %s is refused', async (_, token) =>
    expect(await knock(surface, `Bearer ${await token()}`)).toMatchObject({
      ...{ status: 401, challenge: `Bearer error="invalid_token", ${first}, ${metadata}` },
      body: { code: 'token_refused', detail: expect.any(String) },
    }),
  );

  it('one that lets nothing be done here is refused, and makes no connection', async () => {
    const account = await portal.signIn();
    expect(await knock(surface, `Bearer ${await tokenOf(account, { scope: 'openid search' })}`)).toMatchObject({
      ...{ status: 403, challenge: `Bearer error="insufficient_scope", scope="tidewaiter:search", ${metadata}` },
      body: { code: 'key_scope' },
    });
    expect(await listOf(account)).toEqual([]);
  });

  it('one for this door lets its person in, and one of a disabled person does not', async () => {
    const account = await portal.signIn();
    const bearer = `bearer ${await tokenOf(account, { aud: `${PUBLIC}${surface}` })}`;
    expect(await knock(surface, bearer)).toMatchObject({ status: 200, challenge: null });
    await portal.services.accounts.people.users.setDisabled(await userOf(portal, account), true);
    expect(await knock(surface, bearer)).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
  });

  it('none is taken from an address', async () => {
    const token = await tokenOf(me);
    const path = surface === '/mcp' ? surface : `${surface}/coverage`;
    for (const query of [`access_token=${token}`, 'access_token=opaque', `token=${token}`]) {
      const method = surface === '/mcp' ? 'POST' : 'GET';
      const response = await fetch(`${portal.url}${path}?${query}`, { method });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'key_in_url' });
    }
  });
});

it('ask for a scope that a call lacks, and make no more of a scope than a call at a time', async () => {
  const program = programWith(portal.url, await tokenOf(me, { scope: 'tidewaiter:search' }));
  expect((await program.call('count', { question })).status).toBe(200);
  const refused = await program.call('quoteExport', { question });
  expect([refused.status, refused.problem.code]).toEqual([403, 'key_scope']);
  expect(refused.headers.get('www-authenticate')).toContain('error="insufficient_scope", scope="tidewaiter:export"');
  const wider = programWith(portal.url, await tokenOf(me));
  expect((await wider.call('quoteExport', { question })).status).toBe(200);
  expect((await program.call('quoteExport', { question })).status).toBe(403);
});

it('hang on a connection: told by mail, listed, limited, paid by its person, revoked and allowed again', async () => {
  const account = await portal.signIn();
  const program = programWith(portal.url, await tokenOf(account));
  expect((await program.call('count', { question })).meta).toMatchObject({ cost: { searches: 1 } });
  const [connection, ...more] = await listOf(account);
  expect(more).toEqual([]);
  expect(connection).toMatchObject({
    ...{ name: CLIENT, prefix: '', connection: { issuer: issuer.issuer, clientId: CLIENT }, revoked: false },
    ...{ spentSearches: 1, lastUsedDate: expect.any(String), scopes: ['search', 'analysis', 'export'] },
  });
  const keyId = connection?.keyId ?? '';
  const params = { params: { keyId } };
  await portal.services.accounts.mailer.idle();
  const mails = (await outbox(portal.config.dataFolder, account.email)).join('\n').replaceAll(/=\r?\n/g, '');
  expect(mails).toContain(CLIENT);
  await account.client.updateApiKey({ limits: { searches: 1, points: 0 } }, params);
  const other = { ...question, where: [{ field: 'hs_code', values: ['6907'] }] };
  expect((await program.call('count', { question: other })).problem.code).toBe('key_limit');
  await account.client.revokeApiKey({}, params);
  const again = programWith(portal.url, await tokenOf(account));
  expect((await again.call('count', { question })).problem).toMatchObject({
    ...{ code: 'key_revoked', detail: expect.stringContaining('allow it again under Profile') },
  });
  expect(await listOf(account)).toMatchObject([{ keyId, revoked: true }]);
  await account.client.allowConnection({}, params);
  expect((await again.call('count', { question })).status).toBe(200);
  expect(await listOf(account)).toMatchObject([{ keyId, revoked: false, searchLimit: 1, spentSearches: 1 }]);
});

it('open no call of the screens, neither as who calls nor as the session', async () => {
  const token = await tokenOf(me);
  const path = `/user-management/apikey/list`;
  for (const headers of [{ authorization: `Bearer ${token}` }, { accessedby: token }]) {
    const { status } = await raw(portal, path, { method: 'GET', headers });
    expect(status).toBe(401);
  }
  const keys = await programFor(portal, me);
  expect((await keys.call('count', { question })).status).toBe(200);
});

it('stand in no log, whether they are taken or refused', async () => {
  const { app, url, logged } = await loggedServer(portal, { logLevel: 'trace' });
  const tokens = [await tokenOf(me), await tokenOf(me, { exp: 1 }), await tokenOf({ email: 'nobody@example.com' })];
  for (const token of tokens) {
    await programWith(url, token).call('coverage');
    await fetch(`${url}/api/v1/coverage?access_token=${token}`);
  }
  await app.close();
  expect(logged()).toContain('/api/v1/coverage');
  for (const part of tokens.flatMap((token) => token.split('.').slice(1))) expect(logged()).not.toContain(part);
  expect(logged()).not.toContain(me.email);
});

it('wait for an issuer that is away, and keys do not', async () => {
  const silent = await startIssuer();
  silent.behaviour = { silent: true };
  const trusted = { issuer: silent.issuer, audience: PUBLIC, personClaim: 'email' };
  const { app, url } = await loggedServer(portal, {}, { accessTokens: new AccessTokens(trusted) });
  try {
    const program = programWith(url, (await programFor(portal, me)).key);
    const byToken = programWith(url, await silent.token({ email: me.email, aud: PUBLIC }));
    const waiting = byToken.call('count', { question });
    const first = await Promise.race([waiting.then(() => 'the token'), program.call('coverage')]);
    expect(first).toMatchObject({ status: 200 });
    const refused = await waiting;
    expect([refused.status, refused.problem.code]).toEqual([503, 'issuer_away']);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(refused.problem.retry_after).toBe(10);
  } finally {
    await app.close();
    await silent.close();
  }
});

it('are no more than words where no issuer is named', async () => {
  const { app, url } = await loggedServer(portal, { issuer: undefined }, { accessTokens: undefined });
  try {
    for (const path of ['', '/mcp', '/api/v1']) expect((await fetch(`${url}${METADATA}${path}`)).status).toBe(404);
    const refused = await programWith(url, await tokenOf(me)).call('coverage');
    expect([refused.status, refused.problem.code]).toEqual([401, 'key_unknown']);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  } finally {
    await app.close();
  }
});
