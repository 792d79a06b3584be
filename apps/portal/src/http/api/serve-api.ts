import { createHash } from 'node:crypto';
import { ownerOf } from '@tidewaiter/accounts';
import { PortalError } from '@tidewaiter/contract';
import { API_CALLS, type ApiCall, type ApiCallName, isDerived, type OwnCallName } from '@tidewaiter/contract/api';
import type { FastifyError, FastifyInstance } from 'fastify';
import type { Config } from '../../app/config.js';
import type { Services } from '../../app/services.js';
import { challengeOf } from '../../oauth/resource.js';
import { askerOf } from '../../work/asker.js';
import { saysSame } from '../call/constant-answer.js';
import { onDisconnect } from '../call/disconnect.js';
import { mustBeOpen } from '../call/maintenance.js';
import { serialised } from '../call/serialised.js';
import { mustAskForSources, OF_PROGRAMS } from '../call/source-countries.js';
import { answerDerived } from './contract-call.js';
import { FORMER_CALLS } from './former.js';
import { metaOf } from './meta.js';
import { ofOwnCountries } from './own-countries.js';
import { answerProblem } from './problem.js';
import { letInByKey, mustNotBeInUrl } from './program.js';
import { API_ROOT, type ApiHandler, type ApiRequest, type Program } from './request.js';

/** Names an answer by all that it depends on: who asks what, within which subscription, of which state of the records. */
async function tagOf(call: ApiCall, { services, caller, request }: ApiRequest): Promise<string> {
  const [{ version }, access] = await Promise.all([
    services.records.versions.current(),
    services.accounts.plans.subscriptions.dataAccessOrNone(caller.user),
  ]);
  const parts = [call.name, request, ownerOf(caller.user), access];
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
  return `W/"${version}-${hash}"`;
}

/** Whether an answer depends on the records, what it is asked and the subscription alone. */
const isOfRecords = ({ scope, name }: ApiCall) => scope === 'search' || scope === 'analysis' || name === 'coverage';

/** Answers a call of somebody who was let in: its data, and what is told beside them; undefined where it is a file, or as before. */
async function answer(call: ApiCall, given: ApiRequest): Promise<string | undefined> {
  const { request, reply } = given.http;
  if (isOfRecords(call)) {
    const tag = await tagOf(call, given);
    reply.header('etag', tag);
    if (request.method === 'GET' && saysSame(request.headers['if-none-match'], tag)) return undefined;
  }
  const asked = await ofOwnCountries(given);
  const data = isDerived(call)
    ? await answerDerived(call, asked)
    : await (FORMER_CALLS[call.name as OwnCallName] as ApiHandler<never>)(asked as never);
  if (call.file) return undefined;
  const points = call.name === 'search' ? (data as { points: number }).points : 0;
  const waited = { asker: askerOf(asked.caller.user), signal: asked.signal };
  const [text, about] = await Promise.all([serialised(call.data, data, waited), metaOf(asked, points)]);
  return `{"data":${text},"meta":${JSON.stringify(about)}}`;
}

/** The path of a call as the framework spells it. */
const routeOf = ({ path }: ApiCall) => path.replaceAll(/\{(\w+)\}/g, ':$1');

function register(api: FastifyInstance, name: ApiCallName, services: Services, config: Config): void {
  const call: ApiCall = API_CALLS[name];
  const inQuery = call.method === 'GET' || call.method === 'DELETE';
  api.route({
    method: call.method,
    url: routeOf(call),
    schema: { hide: true, params: call.params, ...(inQuery ? { querystring: call.request } : { body: call.request }) },
    async onRequest(request, reply) {
      await letInByKey(request, reply, services, config, call);
    },
    // A call that asks for nothing may come without a body.
    async preValidation(request) {
      if (!inQuery) request.body ??= {};
    },
    async handler(request, reply) {
      reply.header('cache-control', 'private, no-cache');
      const asked: ApiRequest = {
        services,
        config,
        caller: request.caller as Program,
        request: (inQuery ? request.query : request.body) as ApiRequest['request'],
        params: request.params as ApiRequest['params'],
        signal: onDisconnect(reply),
        http: { request, reply },
      };
      await mustBeOpen(undefined, asked.request, asked.caller, services);
      await mustAskForSources(asked.request, services, OF_PROGRAMS);
      const text = await answer(call, asked);
      if (call.file) return reply;
      if (text === undefined) return reply.code(304).send();
      reply.type('application/json; charset=utf-8').serializer((written: string) => written);
      return text;
    },
  });
}

/** Puts the programs' calls on the server. */
export async function serveApi(app: FastifyInstance, services: Services, config: Config): Promise<void> {
  await app.register(
    async (api) => {
      const challenge = challengeOf(API_ROOT, config);
      api.setErrorHandler<FastifyError>((error, request, reply) => answerProblem(error, request, reply, challenge));
      api.setNotFoundHandler((request) => {
        mustNotBeInUrl(request);
        throw new PortalError('UNKNOWN_ROUTE');
      });
      for (const name of Object.keys(API_CALLS) as ApiCallName[]) register(api, name, services, config);
    },
    { prefix: API_ROOT },
  );
}
