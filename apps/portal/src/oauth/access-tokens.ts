/** Access tokens of the issuer that the operator trusts: JWT, as RFC 9068 has them and as providers really send them. */
import type { TokenGrant } from '@tidewaiter/accounts';
import { emailAddress, MESSAGES, PortalError } from '@tidewaiter/contract';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { z } from 'zod';
import { IssuerKeys } from './issuer-keys.js';
import { keyScopesOf } from './scopes.js';
import type { TrustedIssuer } from './trusted-issuer.js';

/** Longest token that is looked at, in letters. */
const LONGEST = 8192;

/** How far the clocks of issuer and portal may be apart, in seconds. */
const CLOCKS_APART_S = 60;

/** Signatures of key pairs alone: a secret that both sides know would let either of them write tokens. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

const OF_ACCESS = /^(application\/)?at\+jwt$/i;
const PLAIN = /^jwt$/i;

const texts = z.union([z.string().transform((text) => text.split(' ')), z.array(z.string())]);

/** The claims that are read. A client's id is called otherwise by providers that are older than RFC 9068. */
const claims = z.object({
  scope: texts.optional(),
  scp: texts.optional(),
  client_id: z.string().optional(),
  azp: z.string().optional(),
  cid: z.string().optional(),
  appid: z.string().optional(),
});

/** Some providers, Amazon Cognito among them, write it as a text. */
const isVerified = (said: unknown) => said === true || said === 'true';

/** One line of printable letters, of which a row and a mail can be made. */
const clientId = z.string().regex(/^[\x21-\x7e]{1,500}$/);

const refused = (why: string) => new PortalError('TOKEN_REFUSED', [], `${MESSAGES.tokenRefused} ${why}`);

/** What is told of a token that the library refuses: enough to put it right, nothing of its content. */
function whyRefused(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'It has expired.';
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'aud') return 'It was given for another resource.';
    return error.claim === 'nbf' ? 'It is not good yet.' : `Its claim “${error.claim}” is missing or another one.`;
  }
  return 'It is not signed as it should be.';
}

/** Whether a claim is a text of some shape: a pattern alone would take a list of one text for that text. */
const isText = (claim: unknown, pattern: RegExp) => typeof claim === 'string' && pattern.test(claim);

/** Whether claims are those of a token for the client itself, of a refresh token, or of one for signing out. */
const isOfAnotherType = ({ typ, token_use: use, ...has }: JWTPayload) =>
  (typ !== undefined && !isText(typ, /^(bearer|(application\/)?at\+jwt|jwt)$/i)) ||
  (use !== undefined && use !== 'access') ||
  ['nonce', 'at_hash', 'c_hash', 's_hash', 'events'].some((claim) => claim in has);

/** An address with and without a slash at its end is one. */
const spellings = (audience: string) => {
  const bare = audience.replace(/\/$/, '');
  return [bare, `${bare}/`];
};

export class AccessTokens {
  readonly #key: JWTVerifyGetKey;

  /** @param onAway hears why the issuer cannot be asked for its keys */
  constructor(
    private readonly trusted: TrustedIssuer,
    onAway?: (error: unknown) => void,
  ) {
    const keys = new IssuerKeys(trusted.issuer, onAway);
    this.#key = (header, token) => keys.find(header, token);
  }

  /**
   * Reads a token that was given for a resource of the portal.
   *
   * @throws PortalError TOKEN_REFUSED; RetryLater ISSUER_AWAY
   */
  async read(token: string, resource: string): Promise<TokenGrant> {
    const { issuer, personClaim } = this.trusted;
    const isMarked = this.#mustBeOurs(token);
    const payload = await this.#verified(token, resource);
    const read = claims.safeParse(payload);
    const named = emailAddress.safeParse(payload[personClaim]);
    if (!read.success || isOfAnotherType(payload)) throw refused('It is no access token.');
    const { scope, scp, client_id, azp, cid, appid } = read.data;
    const client = clientId.safeParse(client_id ?? azp ?? cid ?? appid);
    const scopes = scope ?? scp;
    // A token for the client itself has no scope; one without a type is told from it by that.
    if (!client.success || (scopes === undefined && !isMarked)) throw refused('It is no access token.');
    if (payload.cnf !== undefined) throw refused('It is bound to a key of its client, which is not asked for here.');
    if (!named.success) throw refused(`Its claim “${personClaim}” names nobody.`);
    if (personClaim === 'email' && !isVerified(payload.email_verified)) throw refused('Its address was not verified.');
    return { issuer, clientId: client.data, email: named.data, scopes: keyScopesOf(scopes ?? []) };
  }

  /** Refuses what is none of the issuer's tokens, before its keys are asked for. @returns whether it says that it is an access token */
  #mustBeOurs(token: string): boolean {
    if (token.length > LONGEST) throw refused('It is too long.');
    try {
      const { typ = 'JWT' } = decodeProtectedHeader(token);
      const { iss } = decodeJwt(token);
      if (iss !== this.trusted.issuer) throw refused('It is of another issuer.');
      const isMarked = isText(typ, OF_ACCESS);
      if (!isMarked && !isText(typ, PLAIN)) throw refused('It is no access token.');
      return isMarked;
    } catch (error) {
      throw error instanceof PortalError ? error : refused('It is no signed JWT.');
    }
  }

  async #verified(token: string, resource: string): Promise<JWTPayload> {
    const { issuer, audience } = this.trusted;
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        issuer,
        audience: [...new Set([...spellings(audience), ...spellings(resource)])],
        algorithms: ALGORITHMS,
        clockTolerance: CLOCKS_APART_S,
        requiredClaims: ['exp'],
      });
      return payload;
    } catch (error) {
      throw error instanceof PortalError ? error : refused(whyRefused(error));
    }
  }
}
