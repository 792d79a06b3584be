import { z } from 'zod';
import type { ErrorCode } from './errors.js';
import type { OwnerRule } from './owner-rule.js';
import type { RateBucket } from './rate-limits.js';

/**
 * What a caller must show: `client` only the client application's credential, `session` a session token as well.
 * `restore` is the one call that the restore cookie opens.
 */
export type Access = 'client' | 'session' | 'restore';

/**
 * One call of the portal, defined once. The server registers it from here, the browser's client and the OpenAPI page are
 * derived from it, so none of the three can disagree.
 */
export interface Endpoint<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Params extends z.ZodType = z.ZodType,
  A extends Access = Access,
> {
  /** Also the name of the client's method and of the server's handler. */
  name: string;
  summary: string;
  method: 'GET' | 'POST' | 'PUT';
  /** Path with `:name` parameters, as SPEC 7 spells it. */
  path: string;
  access: A;
  owner: OwnerRule;
  rate: RateBucket;
  /** The JSON body of a POST or PUT; the query string of a GET, and of what says so. */
  request: Request;
  inQuery?: true;
  params: Params;
  response: Response;
  /** Error codes beyond those that any call can answer with. */
  errors: readonly ErrorCode[];
}

/** Declares an endpoint; exists for its type inference only. */
export function endpoint<
  Request extends z.ZodType,
  Response extends z.ZodType,
  Params extends z.ZodType,
  A extends Access,
>(definition: Endpoint<Request, Response, Params, A>): Endpoint<Request, Response, Params, A> {
  return definition;
}

/** The request of a call that asks for nothing: `{}` or no body at all. */
export const noRequest = z.strictObject({}).nullish();
/** The path parameters of a call that has none. */
export const noParams = z.strictObject({});

export type RequestOf<E extends Endpoint> = z.input<E['request']>;
export type ParsedRequestOf<E extends Endpoint> = z.output<E['request']>;
export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
