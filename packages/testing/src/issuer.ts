/** An authorization server on loopback that signs with real keys, and does as a test says. */
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { ended, onLoopback } from './loopback.js';

/** What a token says, with undefined for what it does not. */
export type Claims = Record<string, unknown>;

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

export interface SigningKey extends KeyPair {
  kid: string;
  alg: string;
}

let made = 0;

export async function signingKey(alg = 'ES256'): Promise<SigningKey> {
  made += 1;
  return { ...(await generateKeyPair(alg, { extractable: true })), kid: `key-${made}`, alg };
}

export interface TestIssuer {
  /** How it spells itself. */
  issuer: string;
  /** The keys that it publishes. */
  keys: SigningKey[];
  /** Paths that it was asked for. */
  asked: string[];
  /** What it does in place of answering. */
  behaviour: {
    /** Answers nothing. */
    silent?: boolean;
    status?: number;
    /** So many letters more in each answer. */
    padding?: number;
    /** Another issuer's description. */
    describes?: string;
    /** Describes itself as a provider of OpenID Connect alone. */
    oidcOnly?: boolean;
    jwksUri?: string;
    redirect?: boolean;
    /** What a code is traded for, in place of nothing. */
    tokens?: () => Promise<Record<string, unknown>>;
    /** What it says of whoever signed in, beside the token. */
    userinfo?: Claims;
    /** What more it says of itself. */
    more?: Record<string, unknown>;
  };
  /** A token with these claims and header in place of good ones; undefined takes a claim out. */
  token(claims?: Claims, header?: Partial<JWTHeaderParameters>, key?: SigningKey): Promise<string>;
  close(): Promise<void>;
}

export const CLIENT = 'https://agent.example/client.json';

/** Claims of a good token, but for whose it is and what it is for. */
export const goodClaims = (): Claims => {
  const now = Math.floor(Date.now() / 1000);
  return {
    ...{ sub: 'subject-1', client_id: CLIENT, jti: `${Math.random()}`, iat: now, exp: now + 300 },
    ...{ scope: 'openid tidewaiter:search tidewaiter:analysis', email_verified: true },
  };
};

export async function startIssuer(path = ''): Promise<TestIssuer> {
  const issuer: TestIssuer = {
    ...{ issuer: '', keys: [await signingKey()], asked: [], behaviour: {} },
    async token(claims = {}, header = {}, key = issuer.keys[0] as SigningKey) {
      const all = { iss: issuer.issuer, ...goodClaims(), ...claims };
      return new SignJWT(JSON.parse(JSON.stringify(all)))
        .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'at+jwt', ...header })
        .sign(key.privateKey);
    },
    close: () => ended(server),
  };
  const server = createServer(async ({ url = '' }, response) => {
    issuer.asked.push(url);
    const { silent, redirect, tokens, userinfo, oidcOnly, jwksUri, describes, more } = issuer.behaviour;
    const { status = 200, padding = 0 } = issuer.behaviour;
    if (silent) return;
    if (redirect) return void response.writeHead(302, { location: `${issuer.issuer}/jwks` }).end();
    const said = url.endsWith('/token') ? await tokens?.() : url.endsWith('/userinfo') ? userinfo : undefined;
    if (said) return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
    const isDescription = url.includes('/.well-known/');
    if (isDescription && oidcOnly && url.includes('oauth-authorization-server'))
      return void response.writeHead(404).end('nothing');
    const described = {
      ...{ issuer: describes ?? issuer.issuer, jwks_uri: jwksUri ?? `${issuer.issuer}/jwks` },
      ...{ authorization_endpoint: `${issuer.issuer}/authorize`, token_endpoint: `${issuer.issuer}/token` },
      ...{ id_token_signing_alg_values_supported: ['ES256', 'RS256'], ...more },
    };
    const keys = await Promise.all(
      issuer.keys.map(async ({ publicKey, kid, alg }) => ({ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' })),
    );
    const body = { ...(isDescription ? described : { keys }), padding: 'x'.repeat(padding) };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  issuer.issuer = (await onLoopback(server)) + path;
  return issuer;
}
