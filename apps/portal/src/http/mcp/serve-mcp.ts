/** `/mcp`: the tools over HTTP, for whoever shows an API key or an access token. Nothing is kept between calls, so that any of several portals can answer the next one. */
import { createMcpHandler } from '@modelcontextprotocol/server';
import {
  ENDPOINTS,
  type Endpoint,
  LIST_CALLS,
  PortalError,
  readRequest,
  type SearchPayload,
  type TradeType,
} from '@tidewaiter/contract';
import { KEY_CALLS } from '@tidewaiter/contract/api';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '../../app/config.js';
import type { Services } from '../../app/services.js';
import { VERSION } from '../../app/version.js';
import { challengeOf, resourceOf } from '../../oauth/resource.js';
import { askerOf } from '../../work/asker.js';
import { asSessionCall } from '../api/contract-call.js';
import { metaOf } from '../api/meta.js';
import { ownCountries } from '../api/own-countries.js';
import { answerProblem, problemOf } from '../api/problem.js';
import { mustHaveScope, mustNotBeInUrl, programOf } from '../api/program.js';
import type { Program } from '../api/request.js';
import { onDisconnect } from '../call/disconnect.js';
import { letIn } from '../call/entrance.js';
import { refusalOf } from '../call/errors.js';
import { writeForbidden } from '../call/forbidden.js';
import { mustBeOpen } from '../call/maintenance.js';
import { serialised } from '../call/serialised.js';
import { mustAskForSources } from '../call/source-countries.js';
import { countCall } from '../handlers/caller.js';
import type { Call } from '../handlers/handler.js';
import { inTurn } from '../handlers/heavy-calls.js';
import { HANDLERS } from '../handlers/index.js';
import { answerOf, refusal } from './answer.js';
import { type AnswerTool, toolServer } from './tool-server.js';
import { callOf, searchOf, TOOLS, type Tool } from './tools.js';

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

const placesOf = (error: z.core.$ZodError) =>
  error.issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message })).slice(0, 20);

/** What tools call otherwise than the calls that they are. */
const NAMES: Readonly<Record<string, string>> = {
  columnKeys: 'columns',
  orderByColumn: 'orderBy',
  searchValue: 'text',
};

/** Where an agent has said what a field of a call's request says: a search is made of its line, but for its scope. */
const placeIn =
  ({ input }: Tool) =>
  (path: readonly PropertyKey[]): PropertyKey[] => {
    const [first = '', ...rest] = path[0] === 'query' ? path.slice(1) : path;
    const name = NAMES[String(first)] ?? first;
    const isOfLine = name !== '' && 'line' in input.shape && !(String(name) in input.shape);
    return isOfLine ? ['line'] : [name, ...rest];
  };

/** Answers tools by the calls that they are, with the same rights, limits and lanes. */
function answerHere(services: Services, config: Config, { request, reply, signal }: Called): AnswerTool {
  const caller = request.caller as Program;
  const called = { services, config, caller, signal, http: { request, reply } };

  async function answer(tool: Tool, given: unknown) {
    const read = readRequest(tool.input, given);
    if (!read.success) throw new PortalError('VALIDATION', placesOf(read.error), placesOf(read.error)[0]?.message);
    const input = read.data;
    const name = callOf(tool, input);
    const { rate, response }: Endpoint = ENDPOINTS[name];
    if (config.rateLimits && rate !== RATE) await countCall(request, rate, services.accounts.access.rateLimiter);
    mustHaveScope(KEY_CALLS[name], caller);
    const scope = input as { countryCode?: string[]; tradeType: TradeType };
    const asked: typeof input & { line?: unknown } = { ...input };
    if ('line' in input) asked.countryCode = scope.countryCode ?? (await ownCountries(called, scope.tradeType));
    const query = 'line' in input ? searchOf(asked as Parameters<typeof searchOf>[0]) : undefined;
    const wire = tool.request?.(asked, query as SearchPayload) ?? input;
    const call = asSessionCall(called, name, wire);
    await mustBeOpen(undefined, call.request, caller, services);
    await mustAskForSources(call.request, services);
    const handler = HANDLERS[name] as (call: Call<typeof name>) => Promise<unknown>;
    const found = await (name in LIST_CALLS ? inTurn(call, () => handler(call)) : handler(call));
    // Nothing leaves but what the call's schema lets out.
    const waited = { asker: askerOf(caller.user), signal };
    const [data, about] = await Promise.all([serialised(response, found, waited).then(JSON.parse), metaOf(called)]);
    const shown: Record<string, unknown> = tool.present?.(data as never, input) ?? data;
    return answerOf(shown, about, tool.rest?.(shown, about, input));
  }

  return async (tool, given) => {
    try {
      return await answer(tool, given);
    } catch (error) {
      const refused = refusalOf(error as FastifyError, request, reply);
      if (refused.status === 403) await writeForbidden(request, refused, services, `POST ${PATH} ${tool.name}`);
      const details = refused.details.map(({ field, message }) => ({
        field: placeIn(tool)(field.split('.')).join('.'),
        message,
      }));
      const { code, status, message, retryAfterSeconds }: typeof refused & { retryAfterSeconds?: number } = refused;
      return refusal(problemOf({ code, status, message, details, retryAfterSeconds }));
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

const toolCall = z.object({
  method: z.literal('tools/call'),
  params: z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) }),
});

/**
 * A key without a scope is refused by the tool, since its person has to be told; a token by HTTP, since its client can ask for another one.
 *
 * @throws MissingScope
 */
function mustHaveScopeOfTool(body: unknown, caller: Program): void {
  const called = toolCall.safeParse(body).data?.params;
  const tool = TOOLS.find(({ name }) => name === called?.name);
  if (tool && called && caller.apiKey.isConnection) mustHaveScope(KEY_CALLS[callOf(tool, called.arguments)], caller);
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
        const answer = answerHere(services, config, { request, reply, signal });
        // Nothing here ever changes by itself: nobody waits for news on a connection.
        const handler = createMcpHandler(() => toolServer(VERSION, answer), { maxSubscriptions: 0 });
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
