/** `/mcp`: the tools over HTTP, for whoever shows an API key or an access token. Nothing is kept between calls, so that any of several portals can answer the next one. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import { PortalError, readRequest } from '@tidewaiter/contract';
import { API_CALLS, type ApiCall } from '@tidewaiter/contract/api';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '../../app/config.js';
import type { Services } from '../../app/services.js';
import { VERSION } from '../../app/version.js';
import { challengeOf, resourceOf } from '../../oauth/resource.js';
import { answerProblem, problemOf } from '../api/problem.js';
import { mustHaveScope, mustNotBeInUrl, programOf } from '../api/program.js';
import type { ApiRequest, Program } from '../api/request.js';
import { answerByKey } from '../api/serve-api.js';
import { onDisconnect } from '../call/disconnect.js';
import { letIn } from '../call/entrance.js';
import { refusalOf, validationError } from '../call/errors.js';
import { writeForbidden } from '../call/forbidden.js';
import { mustBeOpen } from '../call/maintenance.js';
import { mustAskForSources, OF_PROGRAMS } from '../call/source-countries.js';
import { countCall } from '../handlers/caller.js';
import { type AskPortal, toolServer } from './tool-server.js';
import { TOOLS } from './tools.js';

/** Largest body of a call, in bytes: a question is under 10 kB. */
const BODY_LIMIT = 64 * 1024;

/** Where it is, and what every call there is counted as; a tool's own limit is counted beside it. */
const PATH = '/mcp';
const RATE = 'LISTS';

/** Of the caller's headers, those that the protocol reads. */
const PROTOCOL_HEADERS = /^(accept|content-type|mcp-.*)$/;

/** A page of another site that a browser was led to may not speak to a portal on this machine. */
function isForeign({ headers }: FastifyRequest, { publicUrl }: Config): boolean {
  return headers.origin !== undefined && headers.origin !== new URL(publicUrl).origin;
}

const FORBIDDEN = { jsonrpc: '2.0', error: { code: -32000, message: 'Forbidden: Origin' }, id: null };

interface Called {
  request: FastifyRequest;
  reply: FastifyReply;
  signal: AbortSignal;
}

/** Answers the calls of tools as those of programs are answered: with the same rights, limits and lanes. */
function askHere(services: Services, config: Config, { request, reply, signal }: Called): AskPortal {
  const caller = request.caller as Program;
  const answer = async (call: ApiCall, given: Record<string, unknown>) => {
    if (config.rateLimits && call.rate !== RATE)
      await countCall(request, call.rate, services.accounts.access.rateLimiter);
    mustHaveScope(call.scope, caller);
    const read = readRequest(call.request, given);
    if (!read.success) throw validationError(read.error);
    const http = { request, reply };
    const asked: ApiRequest = { services, config, caller, request: read.data, params: {}, signal, http };
    await mustBeOpen(undefined, asked.request, caller, services);
    await mustAskForSources(asked.request, services, OF_PROGRAMS);
    return answerByKey(call, asked);
  };
  return async (name, given) => {
    try {
      const answered = await answer(API_CALLS[name], given);
      if (!answered) throw new PortalError('UNKNOWN_ROUTE');
      return { data: JSON.parse(answered.text), meta: answered.about };
    } catch (error) {
      const refused = refusalOf(error as FastifyError, request, reply);
      if (refused.status === 403) await writeForbidden(request, refused, services, `POST ${PATH} ${name}`);
      return { refused: problemOf(refused) };
    }
  };
}

function webRequest({ raw, headers, protocol, host }: FastifyRequest, signal: AbortSignal): Request {
  const told = Object.entries(headers).filter(([name, value]) => PROTOCOL_HEADERS.test(name) && value !== undefined);
  const url = `${protocol}://${host}${PATH}`;
  // Whatever its headers make of it.
  if (!URL.canParse(url)) throw new PortalError('VALIDATION');
  return new Request(url, {
    method: raw.method ?? 'POST',
    headers: told.map(([name, value]): [string, string] => [name, String(value)]),
    signal,
  });
}

const toolCall = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) });

/**
 * A key without a scope is refused by the tool, since its person has to be told; a token by HTTP, since its client can ask for another one.
 *
 * @throws MissingScope
 */
function mustHaveScopeOfTool(body: unknown, caller: Program): void {
  const called = toolCall.safeParse(body).data?.params.name;
  const tool = TOOLS.find(({ name }) => name === called);
  if (tool && caller.apiKey.isConnection) mustHaveScope(API_CALLS[tool.call].scope, caller);
}

/** Puts the tools on the server. */
export async function serveMcp(app: FastifyInstance, services: Services, config: Config): Promise<void> {
  await app.register(async (mcp) => {
    const challenge = challengeOf(PATH, config);
    mcp.setErrorHandler<FastifyError>((error, request, reply) => answerProblem(error, request, reply, challenge));
    mcp.route({
      method: ['POST', 'GET', 'DELETE'],
      url: PATH,
      bodyLimit: BODY_LIMIT,
      schema: { hide: true },
      async onRequest(request, reply) {
        mustNotBeInUrl(request);
        if (isForeign(request, config)) return reply.code(403).send(FORBIDDEN);
        await letIn(request, reply, services, config, {
          secret: request.headers.authorization,
          rate: RATE,
          identify: () => programOf(request, services, { resource: resourceOf(PATH, config), scope: 'search' }),
        });
      },
      async handler(request, reply) {
        // One call has one cost: several in one body are no longer of the protocol.
        if (Array.isArray(request.body)) throw new PortalError('VALIDATION');
        mustHaveScopeOfTool(request.body, request.caller as Program);
        const signal = onDisconnect(reply);
        const ask = askHere(services, config, { request, reply, signal });
        // Nothing here ever changes by itself: nobody waits for news on a connection.
        const handler = createMcpHandler(() => toolServer(VERSION, ask), { maxSubscriptions: 0 });
        const response = await handler.fetch(webRequest(request, signal), { parsedBody: request.body });
        const text = await response.text();
        reply.code(response.status).headers(Object.fromEntries(response.headers));
        return reply
          .header('cache-control', 'no-store')
          .serializer((written: string) => written)
          .send(text);
      },
    });
  });
}
