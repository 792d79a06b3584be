/** The provider of a firm (OpenID Connect), of which the portal is a client: where it sends browsers, and whom it says that they are. */
import type { ProviderPerson, SignOn, SignOnSetting, SignOnTry } from '@tidewaiter/accounts';
import { FACTORS, MESSAGES, PortalError, RetryLater } from '@tidewaiter/contract';
import * as oidc from 'openid-client';
import { z } from 'zod';
import { boundedFetch } from '../oauth/bounded-fetch.js';
import { isProtected } from '../oauth/trusted-issuer.js';

/** How far the clocks of provider and portal may be apart, in seconds: people's firms do not all mind theirs. */
const CLOCKS_APART_S = 120;

/** How long each answer of a provider is waited for, in seconds, and for how many to come back where there is none. */
const PATIENCE_S = 5;
const AWAY_S = 10;

/** Nobody's name is longer than what a mailbox takes. */
const LONGEST_EMAIL = 254;

/** What the browser is told beside the refusal's own words. */
const refused = (words: string = MESSAGES.signOnRefused) => new PortalError('SIGN_ON_REFUSED', [], words);

/** Why the provider, or what came of it, is not good, for whoever looks after the portal; and what its person is told. */
export class ProviderFailure extends Error {
  constructor(
    readonly why: string,
    readonly told: PortalError,
  ) {
    super(why);
  }
}

export interface Identified {
  person: ProviderPerson;
  /** When the person last showed the provider who they are; undefined where it does not say. */
  confirmedAt: Date | undefined;
  /** Where the browser signs out of the provider; null where it has no such place. */
  end: string | null;
}

interface Settings {
  /** Where people reach the portal. */
  publicUrl: string;
  patience?: number;
}

/** The address of a screen, which the provider sends browsers to. */
const screenOf = (publicUrl: string, screen: string) => `${publicUrl.replace(/\/+$/, '')}/${screen}`;

/** The addresses of a provider's description that the portal or a browser follows. */
const ADDRESSES = [
  ...['authorization_endpoint', 'token_endpoint', 'jwks_uri'],
  ...['userinfo_endpoint', 'end_session_endpoint'],
] as const;

/** Words on one line, as names are kept. */
const text = z
  .string()
  .transform((given) => given.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim() || undefined)
  .optional()
  .catch(undefined);

/** A person's number at the provider, as the specification bounds it. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
const claims = z.object({
  email: z.string().max(LONGEST_EMAIL).optional().catch(undefined),
  // Some providers write it as a text.
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
    .optional()
    .catch(false),
  given_name: text,
  family_name: text,
  name: text,
  groups: z.array(z.string()).catch([]),
  auth_time: z.number().optional().catch(undefined),
});

/**
 * Asked anew each time, so that nothing that the provider changes, its keys before all, is missed for a while.
 *
 * @throws ProviderFailure
 */
async function discover(signOn: SignOnSetting, patience: number): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret } = signOn;
  const url = new URL(issuer);
  const configuration = await oidc
    .discovery(url, clientId, { [oidc.clockTolerance]: CLOCKS_APART_S }, clientAuthOf(clientSecret), {
      timeout: patience,
      [oidc.customFetch]: boundedFetch as oidc.CustomFetch,
      execute: [
        // What came from the provider itself is held to its signature, too.
        oidc.enableNonRepudiationChecks,
        // On this machine only, as `isProtected` says.
        ...(url.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    })
    .catch((error: unknown) => {
      throw failureOf(error);
    });
  const server = configuration.serverMetadata();
  if (server.issuer !== issuer) throw new ProviderFailure(`it is described as the issuer ${server.issuer}`, refused());
  for (const name of ADDRESSES) {
    const address = server[name];
    if (address !== undefined && !isProtected(String(address)))
      throw new ProviderFailure(`its ${name} is not protected`, refused());
  }
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const)
    if (server[name] === undefined) throw new ProviderFailure(`it describes no ${name}`, refused());
  return configuration;
}

/** The way that the specification takes where a provider says nothing, else one that it names. */
function clientAuthOf(secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const way = ways.includes('client_secret_basic') ? basic : post;
    way(server, client, body, headers);
  };
}

/** Where a browser signs in. @throws ProviderFailure */
export async function authorizationUrl(
  signOn: SignOn,
  { state, nonce, verifier }: SignOnTry,
  about: { email: string; fresh: boolean },
  { publicUrl, patience = PATIENCE_S }: Settings,
): Promise<string> {
  const configuration = await discover(signOn, patience);
  return oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: screenOf(publicUrl, 'sign-on'),
    scope: 'openid email profile',
    ...{ state, nonce, login_hint: about.email },
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(about.fresh && { max_age: String(FACTORS.confirmedMs / 1000) }),
  }).href;
}

/**
 * Whom a provider says that came back.
 *
 * @param answer the query that the browser came back with
 * @throws ProviderFailure
 */
export async function identify(
  signOn: SignOn,
  answer: string,
  { state, nonce, verifier, fresh }: SignOnTry & { fresh: boolean },
  { publicUrl, patience = PATIENCE_S }: Settings,
): Promise<Identified> {
  const configuration = await discover(signOn, patience);
  try {
    const url = new URL(screenOf(publicUrl, 'sign-on'));
    url.search = answer;
    const tokens = await oidc.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(fresh && { maxAge: FACTORS.confirmedMs / 1000 }),
    });
    const own = tokens.claims();
    if (!own) throw new ProviderFailure('it answers without an id token', refused());
    const { userinfo_endpoint } = configuration.serverMetadata();
    // Many say no more than a number in the token itself.
    const more =
      (own.email === undefined || (signOn.group !== undefined && own.groups === undefined)) && userinfo_endpoint
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, own.sub)
        : own;
    // Whether an address is verified, only the document says that it is in; when somebody showed who they are, only the token.
    const { email, email_verified } = own.email === undefined ? more : own;
    const said = { ...more, ...own, email, email_verified, auth_time: own.auth_time };
    return { ...readClaims(own.sub, said), end: endOf(configuration, publicUrl) };
  } catch (error) {
    throw error instanceof ProviderFailure ? error : failureOf(error);
  }
}

function readClaims(subject: string, given: Record<string, unknown>): Omit<Identified, 'end'> {
  if (!SUBJECT.test(subject)) throw new ProviderFailure('its subject is no subject', refused());
  const read = claims.parse(given);
  const [first, ...rest] = (read.name ?? '').split(/\s+/);
  return {
    person: {
      subject,
      email: z.email().safeParse(read.email).data,
      emailVerified: read.email_verified,
      firstname: read.given_name ?? (first || undefined),
      lastname: read.family_name ?? (read.given_name === undefined ? rest.join(' ') || undefined : undefined),
      groups: read.groups,
    },
    // What has not been yet, by our clock, is now.
    confirmedAt: read.auth_time === undefined ? undefined : new Date(Math.min(read.auth_time * 1000, Date.now())),
  };
}

function endOf(configuration: oidc.Configuration, publicUrl: string): string | null {
  if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
  return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: screenOf(publicUrl, 'login') }).href;
}

/** A word of a provider, short and without what is no text. */
const wordOf = (word: string) => word.replace(/[^\w .:/-]/g, '').slice(0, 100);

/** What is said of a library's errors: to the person what they can do, to the operator what it was. */
function failureOf(error: unknown): ProviderFailure {
  const why = whyOf(error);
  if (error instanceof oidc.AuthorizationResponseError)
    return new ProviderFailure(
      why,
      refused(
        error.error === 'access_denied' ? 'Your firm did not let you in. Please ask them.' : MESSAGES.signOnRefused,
      ),
    );
  if (error instanceof oidc.ResponseBodyError)
    return new ProviderFailure(
      why,
      error.error === 'invalid_grant'
        ? refused('That sign-in has been used, or is too old. Please sign in again.')
        : refused(),
    );
  if (error instanceof oidc.ClientError && error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED')
    return new ProviderFailure(
      why,
      refused('The clocks of your firm’s sign-in and of this portal differ by minutes. Please tell them.'),
    );
  const status = error instanceof oidc.ClientError && error.cause instanceof Response ? error.cause.status : undefined;
  const isAway =
    (status !== undefined && status >= 500) ||
    error instanceof TypeError ||
    (error instanceof oidc.ClientError &&
      (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT' || error.code === undefined));
  if (!isAway) return new ProviderFailure(why, refused());
  return new ProviderFailure(
    why,
    new RetryLater('ISSUER_AWAY', AWAY_S, 'Your firm’s sign-in does not answer. Please try again soon.'),
  );
}

function whyOf(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
    return wordOf(`it refuses: ${error.error} ${error.error_description ?? ''}`);
  if (!(error instanceof Error)) return 'it fails';
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return wordOf(`${error.message}${cause}`);
}

/** Whether a provider can be used, for the operator's check. @throws ProviderFailure */
export async function check(signOn: SignOnSetting, patience = PATIENCE_S): Promise<{ canSignOut: boolean }> {
  const configuration = await discover(signOn, patience);
  const { end_session_endpoint, code_challenge_methods_supported: ways } = configuration.serverMetadata();
  if (ways && !ways.includes('S256')) throw new ProviderFailure('it does not take PKCE with S256', refused());
  return { canSignOut: end_session_endpoint !== undefined };
}
