import { z } from 'zod';
import type { ErrorCode } from '../rules/errors.js';
import type { RateBucket } from '../rules/rate-limits.js';

/**
 * What a caller must show: `client` only the client application's credential, `session` a session token as well.
 * `restore` is the one call that the restore cookie opens.
 */
export type Access = 'client' | 'session' | 'restore';

/**
 * One call of the portal, defined once. The server registers it from here, the browser's client and the OpenAPI page are
 * derived from it, so none of the three can disagree. What it is called among `ENDPOINTS` is the name of the client's method and of the
 * server's handler, too.
 */
export interface Endpoint<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Params extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  summary: string;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  access: A;
  /**
   * What a sub-user may do with it, who may use all of the account and manage nothing of it. `SELF`: for themselves only, which the owner
   * rule sees to; `OWN`: with what they made, where the main account may with all; `NO`: it is the main account's alone. Undefined: all of it.
   */
  subUser?: 'SELF' | 'OWN' | 'NO';
  /** Open to somebody who has not chosen a password of their own yet. `updateUser` then takes a password and nothing else. */
  beforeOwnPassword?: true;
  /** Open to somebody who is asked for a second factor and has none yet. */
  beforeFactor?: true;
  /** Only for people who have the operator's right, and a second factor. */
  operator?: true;
  /** Only for who has shown who they are within the last minutes: it changes what opens the account. */
  confirmed?: true;
  owner: OwnerRule;
  rate: RateBucket;
  /** The JSON body of a POST or PUT; the query string of a GET, and of what says so. */
  request: Request;
  inQuery?: true;
  /** The body is bytes as they are, and no JSON. */
  bytes?: true;
  /** Largest body, in bytes, where it is more than calls have that name no records. */
  bodyLimit?: number;
  params: Params;
  response: Response;
  /** Error codes beyond those that any call can answer with. */
  errors: readonly ErrorCode[];
}

/** The request of a call that asks for nothing: `{}` or no body at all. */
const noRequest = z.strictObject({}).nullish();
const noParams = z.strictObject({});

/** The answer of a call that does something: one line that says so. */
export const said = z.object({ message: z.string() });

/**
 * What a call is where its definition does not say: only for who is signed in, counted as most are, at a path without parameters; it asks for
 * nothing, says what it has done, and is refused as any call can be.
 */
const USUALLY = {
  access: 'session',
  rate: 'ACCOUNT',
  params: noParams,
  request: noRequest,
  response: said,
  errors: [],
} as const;

/** @param route its method, and its path with `:name` parameters, as SPEC 7 spells it */
export function endpoint<
  Response extends z.ZodType = typeof said,
  Request extends z.ZodType = typeof noRequest,
  Params extends z.ZodType = typeof noParams,
  A extends Access = 'session',
>(
  route: `${Endpoint['method']} /${string}`,
  definition: Omit<Endpoint<Request, Response, Params, A>, keyof typeof USUALLY | 'method' | 'path'> &
    Partial<Pick<Endpoint<Request, Response, Params, A>, keyof typeof USUALLY>>,
): Endpoint<Request, Response, Params, A> {
  const [method, path] = route.split(' ');
  return { ...USUALLY, method, path, ...definition } as Endpoint<Request, Response, Params, A>;
}

export type RequestOf<E extends Endpoint> = z.input<E['request']>;
export type ParsedRequestOf<E extends Endpoint> = z.output<E['request']>;
export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;

/**
 * What an id in a request names, and so whose it must be:
 * - `self`: the caller, or their session
 * - `account`: the caller or their main account
 * - `person`: the caller, or a sub-user of theirs
 * - `subUser`: a sub-user of the caller
 * - `search`: one that the caller asked
 * - `readableSearch`: one that the caller asked, one that is saved in a workspace of their account, or for a main account one that a
 *   sub-user of theirs asked
 * - `loggedSearch`: one of the caller's or, for a main account, of its sub-users
 * - `session`, `subscription`: one of the caller's, or of their main account
 * - `workspace`, `savedSearch`, `contact`, `ownList`, `report`, `export`, `standingQuestion`: one of the caller's account
 * - `apiKey`: one of the caller's or, for a main account, of its sub-users
 * - `webhook`, `delivery`: one of the caller's own, and a message to it
 * - `factor`, `finding`, `destination`: one of the caller's own
 * - `secret`: something that nobody can guess; who knows it may use it
 */
export type OwnedThing =
  | 'self'
  | 'account'
  | 'person'
  | 'subUser'
  | 'search'
  | 'loggedSearch'
  | 'readableSearch'
  | 'session'
  | 'subscription'
  | 'workspace'
  | 'savedSearch'
  | 'contact'
  | 'ownList'
  | 'report'
  | 'export'
  | 'apiKey'
  | 'webhook'
  | 'delivery'
  | 'standingQuestion'
  | 'destination'
  | 'finding'
  | 'factor'
  | 'secret';

/**
 * Whose things a call touches: nobody's; the caller's, whom the session names; or those that fields of the request or the path
 * name. Each call declares it, and a test swaps every id that is declared for a stranger's.
 */
export type OwnerRule = 'NOBODY' | 'CALLER' | { readonly ids: Readonly<Record<string, OwnedThing>> };
