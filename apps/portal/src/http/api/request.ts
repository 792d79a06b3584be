import type { Actor, UsedKey } from '@tidewaiter/accounts';
import type { ApiCall, OwnCallName, OwnCalls } from '@tidewaiter/contract/api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from '../../app/config.js';
import type { Services } from '../../app/services.js';

/** Where the programs' calls are. */
export const API_ROOT = '/api/v1';

/** A program that calls: whose it is, and by which key. */
export interface Program extends Actor {
  apiKey: UsedKey;
}

/** One call of a program on its way through: parsed by its schema, its caller known. */
export interface ApiRequest<Call extends Pick<ApiCall, 'request'> = ApiCall> {
  services: Services;
  config: Config;
  caller: Program;
  request: z.output<Call['request']>;
  params: Readonly<Record<string, string>>;
  /** Aborted when the caller goes away before it has its answer. */
  signal: AbortSignal;
  http: { request: FastifyRequest; reply: FastifyReply };
}

/** Answers one of the programs' own calls. */
export type ApiHandler<Name extends OwnCallName> = (call: ApiRequest<OwnCalls[Name]>) => Promise<unknown>;

export type ApiHandlers = { [Name in OwnCallName]: ApiHandler<Name> };
