/** Agents by a real provider: the protocol's own client finds it by itself, registers, has its person consent, and asks. */
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { freePort } from '@tidewaiter/testing/free-port';
import { consent, startProvider, type TestProvider } from '@tidewaiter/testing/provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ASKED } from '../../testing/program.js';
import { commonPortal, sharedAccount } from '../../testing/shared-portal.js';
import { callTool } from '../../testing/tool-answer.js';
import { AccessTokens } from '../oauth/access-tokens.js';
import { createServer } from './server.js';

const REDIRECT = 'http://127.0.0.1:1/callback';

const portal = commonPortal();
let provider: TestProvider;
let app: Awaited<ReturnType<typeof createServer>>;
let url: string;
const me = sharedAccount(portal);
beforeAll(async () => {
  provider = await startProvider(me.email, 'tidewaiter:search tidewaiter:analysis tidewaiter:export');
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const issuer = { issuer: provider.issuer, audience: url, personClaim: 'email' };
  const services = { ...portal.services, accessTokens: new AccessTokens(issuer) };
  app = await createServer(services, { ...portal.config, publicUrl: url, issuer });
  await app.listen({ port, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

/** What the client keeps between the steps of signing in. */
class Memory implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = {
    ...{ client_name: 'Agent', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
    ...{ grant_types: ['authorization_code'], response_types: ['code'], application_type: 'native' },
  };
  asked: URL | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = '';
  clientInformation = () => this.#client;
  saveClientInformation = (client: StoredOAuthClientInformation) => {
    this.#client = client;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: StoredOAuthTokens) => {
    this.#tokens = tokens;
  };
  redirectToAuthorization = (to: URL) => {
    this.asked = to;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
}

it('are led to the provider, ask for what the portal names, and are let in by its tokens', async () => {
  const memory = new Memory();
  const transport = () => new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider: memory });
  const first = transport();
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow(UnauthorizedError);
  const { asked } = memory;
  if (!asked) throw new Error('nobody was asked');
  expect(asked.origin).toBe(provider.issuer);
  expect(asked.searchParams.get('resource')).toBe(`${url}/mcp`);
  expect(asked.searchParams.get('scope')).toBe('tidewaiter:search tidewaiter:analysis');
  await first.finishAuth(await consent(asked, REDIRECT));

  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport());
  expect((await callTool(client, 'count_records', ASKED)).structuredContent).toMatchObject({
    count: 4,
  });
  await client.close();
  const { keyList } = await me.client.apiKeyList({});
  expect(keyList).toMatchObject([
    { connection: { issuer: provider.issuer }, scopes: ['search', 'analysis'], spentSearches: 1 },
  ]);
});
