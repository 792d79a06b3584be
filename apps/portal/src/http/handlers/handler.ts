import { type Caller, ownerOf, type User } from '@tidewaiter/accounts';
import {
  type EndpointName,
  type Endpoints,
  type OPERATOR_ENDPOINTS,
  type ParamsOf,
  type ParsedRequestOf,
  PortalError,
  type ResponseOf,
} from '@tidewaiter/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../app/config.js';
import type { Services } from '../../app/services.js';

/** One call on its way through: parsed by its schema, its caller known. */
export interface Call<Name extends EndpointName> {
  services: Services;
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

/** Does an act of the operator, whom a person gives at the screen, or a command, which is nobody's who has an account. */
export type OperatorHandler<Name extends keyof typeof OPERATOR_ENDPOINTS> = (
  act: Pick<Call<Name>, 'services' | 'config' | 'request' | 'params'> & { caller: Caller | undefined },
) => Promise<ResponseOf<Endpoints[Name]>>;

/** A handler for each endpoint: a call without one does not compile. */
export type Handlers = { [Name in EndpointName]: Handler<Name> };

/** The header in which answers that are a bare number or list say which data version they come from. */
export const DATA_VERSION_HEADER = 'x-data-version';

/** How many there are, where the specification has a bare list of a page of them. */
export const TOTAL_RECORDS_HEADER = 'x-total-records';

/** The part of a list that a request asks for, in the words of the accounts. */
export const requestedPage = ({ pageNumber, numberOfRecords }: { pageNumber: number; numberOfRecords: number }) => ({
  number: pageNumber,
  size: numberOfRecords,
});

/** Refuses a call that names another account than the caller's: themselves, or the owner whose sub-user they are. */
export function mustNameOwnAccount(user: User, userId: number): void {
  if (userId !== user.id && userId !== ownerOf(user)) throw new PortalError('NOT_YOURS');
}
