/** The keys by which an issuer signs: found by its own description of itself, and kept while they are fresh. */
import { RetryLater } from '@tidewaiter/contract';
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type FlattenedJWSInput,
  type JWTHeaderParameters,
  type RemoteJWKSet,
} from 'jose';
import { z } from 'zod';
import { boundedFetch } from './bounded-fetch.js';
import { isProtected } from './trusted-issuer.js';

/** How long an issuer is waited for, in milliseconds, and for how many seconds one that did not answer is left alone. */
const PATIENCE_MS = 3000;
const AWAY_S = 10;

/** For how long a key that is not among those at hand is not looked for again, in milliseconds: anybody can make up the id of one. */
const COOLDOWN_MS = 30_000;

const description = z.object({ issuer: z.string(), jwks_uri: z.string().refine(isProtected) });

/** Where an issuer describes itself: as an authorization server (RFC 8414), or as a provider of OpenID Connect. */
function descriptionsOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

/** @throws Error where none of its descriptions can be read, or is another issuer's */
async function keySetOf(issuer: string): Promise<URL> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const failures: unknown[] = [];
  for (const url of descriptionsOf(issuer)) {
    try {
      const headers = new Headers({ accept: 'application/json' });
      const response = await boundedFetch(url, { headers, method: 'GET', redirect: 'manual', signal });
      if (response.status !== 200) throw new Error(`${url} answers ${response.status}`);
      const described = description.parse(await response.json());
      if (described.issuer !== issuer) throw new Error(`${url} is the description of ${described.issuer}`);
      return new URL(described.jwks_uri);
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, `${issuer} has no description that can be used`);
}

/** What is wrong with a token and not with its issuer. */
const isOfToken = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys;

export class IssuerKeys {
  #set: Promise<RemoteJWKSet> | undefined;
  #keys: RemoteJWKSet | undefined;
  #awayUntil = 0;

  /** @param onAway hears why an issuer cannot be asked */
  constructor(
    private readonly issuer: string,
    private readonly onAway: (error: unknown) => void = () => {},
  ) {}

  /**
   * The key that a token names.
   *
   * @throws RetryLater ISSUER_AWAY, and the library's error for a token that names none
   */
  async find(header: JWTHeaderParameters, token: FlattenedJWSInput) {
    if (Date.now() < this.#awayUntil && !this.#keys?.fresh) throw new RetryLater('ISSUER_AWAY', AWAY_S);
    try {
      this.#set ??= this.#open();
      this.#keys = await this.#set;
      return await this.#keys(header, token);
    } catch (error) {
      if (isOfToken(error)) throw error;
      // Its keys may have moved: where they are is asked anew, unless those at hand still hold.
      if (!this.#keys?.fresh) this.#set = undefined;
      if (Date.now() >= this.#awayUntil) this.onAway(error);
      this.#awayUntil = Date.now() + AWAY_S * 1000;
      throw new RetryLater('ISSUER_AWAY', AWAY_S);
    }
  }

  async #open(): Promise<RemoteJWKSet> {
    const options = { timeoutDuration: PATIENCE_MS, cooldownDuration: COOLDOWN_MS, [customFetch]: boundedFetch };
    return createRemoteJWKSet(await keySetOf(this.issuer), options);
  }
}
