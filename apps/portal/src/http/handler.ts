import type { Caller } from '@tidewaiter/accounts';
import type { EndpointName, Endpoints, ParamsOf, ParsedRequestOf, ResponseOf } from '@tidewaiter/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.js';
import type { House } from '../house/house.js';

/** One call on its way through: parsed by its schema, its caller known. */
export interface Call<Name extends EndpointName> {
  house: House;
  config: Config;
  request: ParsedRequestOf<Endpoints[Name]>;
  params: ParamsOf<Endpoints[Name]>;
  /** Present exactly where the endpoint asks for a session. */
  caller: Endpoints[Name]['access'] extends 'session' ? Caller : undefined;
  /** Aborted when the caller goes away before it has its answer. */
  signal: AbortSignal;
  /** The HTTP side, for the few handlers that read a header or set a cookie. */
  http: { request: FastifyRequest; reply: FastifyReply };
}

/** Answers a call. What it returns is allow-listed by the endpoint's response schema before it leaves. */
export type Handler<Name extends EndpointName> = (call: Call<Name>) => Promise<ResponseOf<Endpoints[Name]>>;

/** A handler for each endpoint: a call without one does not compile. */
export type Handlers = { [Name in EndpointName]: Handler<Name> };

/** The header in which answers that are a bare number or list say which data version they come from. */
export const DATA_VERSION_HEADER = 'x-data-version';
