/** A real authorization server on loopback, and a person who signs in there and consents as a browser would. */
import { createServer } from 'node:http';
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import { ended, onLoopback } from './loopback.js';

export interface TestProvider {
  issuer: string;
  close(): Promise<void>;
}

/** @param email of whoever signs in */
export const startProvider = (email: string, scopes: string): Promise<TestProvider> =>
  start({
    scopes: ['openid', 'offline_access', ...scopes.split(' ')],
    clientAuthMethods: ['none'],
    features: {
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_: KoaContextWithOIDC, resource: string) => ({
          ...{ audience: resource, scope: scopes, accessTokenFormat: 'jwt' as const },
        }),
      },
    },
    extraTokenClaims: () => ({ email, email_verified: true }),
    findAccount: (_: KoaContextWithOIDC, sub: string) => ({ accountId: sub, claims: () => ({ sub }) }),
  });

export const FIRM_CLIENT = { clientId: 'tidewaiter', clientSecret: 'a secret of the firm and the portal' };

/**
 * The provider of a firm, where people sign in by a name.
 *
 * @param people what it says of each
 * @param portal where its client is
 */
export const startFirm = (
  people: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  portal: string,
): Promise<TestProvider> =>
  start({
    scopes: ['openid'],
    claims: {
      openid: ['sub', 'groups'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name'],
    },
    clients: [
      { client_id: FIRM_CLIENT.clientId, client_secret: FIRM_CLIENT.clientSecret },
      { client_id: 'public', token_endpoint_auth_method: 'none' as const },
    ].map((client) => ({
      ...{ ...client, redirect_uris: [`${portal}/sign-on`], post_logout_redirect_uris: [`${portal}/login`] },
    })),
    findAccount: (_: KoaContextWithOIDC, sub: string) =>
      people[sub] && { accountId: sub, claims: () => ({ sub, ...people[sub] }) },
  });

async function start(configuration: Configuration): Promise<TestProvider> {
  const server = createServer((request, response) => void answer(request, response));
  const issuer = await onLoopback(server);
  const provider = new Provider(issuer, {
    ttl: { Interaction: 300, Session: 300, Grant: 300, AccessToken: 300 },
    cookies: { keys: ['of a test'] },
    ...configuration,
  });
  const answer = provider.callback();
  return { issuer, close: () => ended(server) };
}

/** Signs in and consents on the provider's own pages. @returns what the provider tells the client */
export async function consent(authorization: URL, redirect: string, login = 'ada'): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let at = authorization;
  let form: Record<string, string> | undefined;
  for (let step = 0; step < 12; step += 1) {
    const response: Response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    form = undefined;
    const location = response.headers.get('location');
    if (location?.startsWith(redirect)) {
      const { searchParams } = new URL(location);
      if (searchParams.has('code')) return searchParams;
      throw new Error(`the provider refuses: ${location}`);
    }
    if (location) at = new URL(location, at);
    else {
      const page = await response.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (!prompt) throw new Error(`the provider shows another page: ${response.status} ${page.slice(0, 300)}`);
      form = { prompt, login, password: 'any' };
    }
  }
  throw new Error('the provider leads nowhere');
}
