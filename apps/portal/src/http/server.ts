import type { Writable } from 'node:stream';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import { type Caller, countedAddress, mustBeConfirmed, workingFor } from '@tidewaiter/accounts';
import {
  ENDPOINTS,
  type Endpoint,
  type EndpointName,
  ERRORS,
  type ErrorCode,
  errorBody,
  type KeyScope,
  LIST_CALLS,
  PortalError,
  readRequest,
  travelsInQuery,
} from '@tidewaiter/contract';
import { KEY_CALLS } from '@tidewaiter/contract/api';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { Config } from '../app/config.js';
import type { Services } from '../app/services.js';
import { serveExportFiles } from '../exports/download.js';
import { ReportPrinter } from '../exports/report-pdf.js';
import { SLOW_MS, tellSlowStatements } from '../metrics/slow-statements.js';
import { challengeOf, serveResourceMetadata } from '../oauth/resource.js';
import { STRANGERS } from '../questions/paid-question.js';
import { tellWebhooks } from '../told/messages.js';
import { askerOf } from '../work/asker.js';
import { newTraceId, readTraceparent } from '../work/trace-context.js';
import { NO_TRACES, type Span } from '../work/traces.js';
import { Work } from '../work/work.js';
import { ownAccountIn } from './api/contract-call.js';
import { answerProblem } from './api/problem.js';
import { letInByKey } from './api/program.js';
import { API_ROOT } from './api/request.js';
import { serveApi } from './api/serve-api.js';
import { asOperator } from './call/as-operator.js';
import { BROTLI } from './call/constant-answer.js';
import { onDisconnect } from './call/disconnect.js';
import { letIn } from './call/entrance.js';
import { answerError, answerMalformed, validationError } from './call/errors.js';
import { writeForbidden } from './call/forbidden.js';
import { mustBeOpen } from './call/maintenance.js';
import { serialised } from './call/serialised.js';
import { mustAskForSources } from './call/source-countries.js';
import {
  answerOneByOne,
  beginForWhoIsThere,
  drainAtEnd,
  giveUpSlow,
  limitCallsUnderWay,
  limitConnections,
  timesOf,
} from './connections.js';
import { serveDescription } from './description.js';
import { serveEndOfDigests } from './end-digests.js';
import { callerOf, countCall, mustKnowClient } from './handlers/caller.js';
import type { Call } from './handlers/handler.js';
import { inTurn } from './handlers/heavy-calls.js';
import { HANDLERS } from './handlers/index.js';
import { serveHealth } from './health.js';
import { boundLargeAnswers } from './large-answers.js';
import { loggedBy } from './logged.js';
import { serveMcp } from './mcp/serve-mcp.js';
import { serveMetrics } from './metrics-port.js';
import { contentPolicy, serveWebApp } from './web-app.js';

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | undefined;
  }
}

/** How many may hear that the answer of a call has ended. */
const MOST_HEAR_THE_END = 20;

/** Largest body of a call, in bytes: a full search form is under 10 kB. */
const BODY_LIMIT = 256 * 1024;

/** Said over TLS only: for a year, this host is not asked in the clear, nor are those below it where the operator says so. */
const STRICT_TRANSPORT = `max-age=${365 * 24 * 60 * 60}`;
const STRICT_TRANSPORT_BELOW = `${STRICT_TRANSPORT}; includeSubDomains`;

/** Errors that any call can answer with, beside its own. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'VALIDATION',
  'CLIENT_UNKNOWN',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'TOO_MANY_REQUESTS',
  'INTERNAL',
  'PORTAL_BUSY',
  'DATABASE_AWAY',
  'MAINTENANCE',
];

/** And what it can answer a key or a token with. */
const KEY_ERRORS: readonly ErrorCode[] = [
  ...(['KEY_IN_URL', 'KEY_UNKNOWN', 'KEY_EXPIRED', 'KEY_REVOKED', 'KEY_SCOPE', 'KEY_LIMIT'] as const),
  ...(['TOKEN_REFUSED', 'API_KEYS_FULL', 'ISSUER_AWAY'] as const),
];

/** Calls of which a program has one at a time. */
const LISTS: ReadonlySet<string> = new Set([...Object.keys(LIST_CALLS), 'topLists', 'listDistinctColumnValue']);

const showsKey = ({ headers: { authorization } }: FastifyRequest) => /^bearer /i.test(authorization ?? '');

function errorResponses(codes: readonly ErrorCode[]) {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [status, errorBody.describe(`errorCode: ${list.join(', ')}`)]),
  );
}

/** Whoever runs a firm's provider can come in as each of its people, and is not to run the portal by that. */
const mayOperate = ({ user, byProvider }: Caller) => user.operator && !byProvider;

const takesBytes = (name: EndpointName) => (ENDPOINTS[name] as Endpoint).bytes === true;

/** Puts one endpoint of the contract on the server: who may ask, then the question, then the answer by its schema. */
function register(app: FastifyInstance, name: EndpointName, services: Services, config: Config): void {
  const endpoint: Endpoint = ENDPOINTS[name];
  const scope = (KEY_CALLS as Partial<Record<EndpointName, KeyScope | null>>)[name];
  const challenge = challengeOf(API_ROOT, config);
  const handler = HANDLERS[name] as (call: Call<EndpointName>) => Promise<unknown>;
  const hasBody = !travelsInQuery(endpoint);
  const session: readonly ErrorCode[] = endpoint.access === 'client' ? [] : ['SIGN_IN_FIRST', 'SESSION_TIMEOUT'];
  const ownPassword: readonly ErrorCode[] =
    endpoint.access === 'session' && !endpoint.beforeOwnPassword ? ['PASSWORD_CHANGE_REQUIRED'] : [];
  const factor: readonly ErrorCode[] =
    endpoint.access === 'session' && !endpoint.beforeFactor ? ['FACTOR_REQUIRED'] : [];
  const confirmed: readonly ErrorCode[] = endpoint.confirmed ? ['CONFIRM_FIRST'] : [];
  const byKey: readonly ErrorCode[] = scope === undefined ? [] : KEY_ERRORS;
  const operatorsOnly: readonly ErrorCode[] = endpoint.operator ? ['NOT_OPERATOR'] : [];
  const ownersOnly: readonly ErrorCode[] = endpoint.subUser === 'NO' ? ['MAIN_ACCOUNT_ONLY'] : [];
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
    schema: {
      operationId: name,
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[1] ?? ''],
      ...(scope !== undefined && {
        description: scope ? `A key needs the scope \`${scope}\`.` : 'Any key may ask it.',
      }),
      security: [
        endpoint.access === 'session' ? { client: [], session: [] } : { client: [] },
        ...(scope !== undefined ? [{ key: [] }] : []),
      ],
      params: endpoint.params,
      ...(hasBody ? { body: endpoint.request } : { querystring: endpoint.request }),
      response: {
        200: endpoint.response,
        ...errorResponses([
          ...COMMON_ERRORS,
          ...session,
          ...ownPassword,
          ...factor,
          ...confirmed,
          ...operatorsOnly,
          ...ownersOnly,
          ...byKey,
          ...endpoint.errors,
        ]),
      },
    },
    // Before the body is even read: a stranger learns nothing about what would be valid.
    async onRequest(request, reply) {
      if (scope !== undefined && showsKey(request))
        return letInByKey(request, reply, services, config, { ...endpoint, scope }).catch((error: unknown) => {
          const wanted = error instanceof PortalError && challenge(error, request);
          if (wanted) reply.header('www-authenticate', wanted);
          throw error;
        });
      mustKnowClient(request, config.clientCredential);
      const { accessedby } = request.headers;
      await letIn(request, reply, services, config, {
        secret: typeof accessedby === 'string' ? accessedby : undefined,
        rate: endpoint.rate,
        ...(endpoint.access === 'session' && { identify: () => callerOf(request, services.accounts) }),
        beforeOwnPassword: endpoint.beforeOwnPassword ?? false,
        mustBeAllowed(caller: Caller) {
          if (caller.mustAddFactor && !endpoint.beforeFactor) throw new PortalError('FACTOR_REQUIRED');
          if (endpoint.operator && !mayOperate(caller)) throw new PortalError('NOT_OPERATOR');
          if (caller.user.uplineId && endpoint.subUser === 'NO') throw new PortalError('MAIN_ACCOUNT_ONLY');
          if (endpoint.confirmed) mustBeConfirmed(caller, new Date());
        },
      });
    },
    async preValidation(request) {
      if (!request.caller?.apiKey) return;
      const own = ownAccountIn(name, request.caller.user);
      if (hasBody) request.body = { ...(request.body ?? {}), ...own };
      else request.query = { ...(request.query as object), ...own };
    },
    async handler(request, reply) {
      reply.header('cache-control', 'no-store');
      const call = {
        services,
        config,
        request: hasBody ? request.body : request.query,
        params: request.params,
        caller: request.caller,
        signal: onDisconnect(reply),
        http: { request, reply },
      };
      await mustBeOpen(name, call.request, request.caller, services);
      await mustAskForSources(call.request, services);
      const answered = () => handler(call as Call<EndpointName>);
      // A screen asks for a dozen lists once; a program asks for as many as it likes, and has one at a time.
      const { caller: actor } = request;
      const work =
        actor?.apiKey && LISTS.has(name) ? () => inTurn({ caller: actor, signal: call.signal }, answered) : answered;
      const { caller } = request;
      const answer = endpoint.operator && caller ? await asOperator(caller, work) : await work();
      const asker = request.caller ? askerOf(request.caller.user) : STRANGERS;
      const text = await serialised(endpoint.response, answer, { asker, signal: call.signal });
      reply.type('application/json; charset=utf-8').serializer((written: string) => written);
      return text;
    },
  });
}

/**
 * Builds the portal's server. It does not listen yet.
 *
 * @param logTo where the log goes; standard output, but in tests
 */
export async function createServer(services: Services, config: Config, logTo?: Writable): Promise<FastifyInstance> {
  const { connections: limits } = config;
  const app = fastify({
    logger: { level: config.logLevel, serializers: loggedBy(config.logAccounts), ...(logTo && { stream: logTo }) },
    // A call bears the id of the trace that it belongs to.
    genReqId: ({ headers }) => readTraceparent(headers.traceparent)?.traceId ?? newTraceId(),
    bodyLimit: BODY_LIMIT,
    trustProxy: (_, hop) => hop < config.trustedProxies,
    // A call that comes over an open connection while the portal stops is answered, and is the last one there.
    return503OnClosing: false,
    // HEAD would do what GET does, and GET `forgotpassword` sends mail.
    exposeHeadRoutes: false,
    ...timesOf(limits, config.trustedProxies > 0 ? limits.idleBehindProxy : limits.idle),
    clientErrorHandler: answerMalformed,
    frameworkErrors: (error, request, reply) =>
      (request.url.startsWith(API_ROOT) ? answerProblem : answerError)(error, request, reply),
  });
  app.setValidatorCompiler<z.ZodType>(({ schema }) => (data) => {
    const parsed = readRequest(schema, data);
    return parsed.success ? { value: parsed.data } : { error: validationError(parsed.error) };
  });
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  tellWebhooks(services, config.publicUrl);
  services.reportPrinter = new ReportPrinter(config.pdfBrowser, config.publicUrl, async ({ path, body, ...asked }) => {
    const { statusCode, headers, rawPayload } = await app.inject({
      ...{ method: asked.method as 'GET', headers: asked.headers, url: path },
      ...(body !== null && { payload: body }),
    });
    return { status: statusCode, headers: headers as Record<string, string>, body: rawPayload };
  });

  // A call without a body may still say that it is JSON.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body as string, done);
  });

  // Another server, which `HOST=localhost` may have beside this one, is reached from this machine only.
  const connections = limitConnections(app.server, limits, config.trustedProxies === 0);
  drainAtEnd(app, connections, limits);
  serveMetrics(app, services, config, limits);
  tellSlowStatements(services, app.log);
  app.addHook('onResponse', async ({ span, refusedWith, log }, { statusCode, elapsedTime }) => {
    const waits = Work.current?.waits;
    services.lately.call(statusCode, elapsedTime, waits);
    if (elapsedTime >= SLOW_MS && waits)
      log.warn({ ms: Math.round(elapsedTime), waited: Object.fromEntries(waits) }, 'a slow call');
    span?.end({ 'http.response.status_code': statusCode, 'error.type': refusedWith }, statusCode >= 500);
  });
  app.addHook('onRequest', (request, reply, next) => {
    // Each bound on a call hears when it ends, and so does what compresses its answer: one more than Node.js takes for a leak.
    reply.raw.setMaxListeners(MOST_HEAR_THE_END);
    const { id, ip, method, routeOptions, headers, log } = request;
    const route = routeOptions.url ?? 'other';
    const asked = readTraceparent(headers.traceparent) ?? { traceId: id };
    // Whoever looks whether it is well does so every few seconds.
    const traces = route.startsWith('/health/') ? NO_TRACES : services.traces;
    const name = `${method} ${route}`;
    request.span = traces.begin('call', name, asked, { 'http.route': route });
    // Until it is known whose session it is, each has a turn at the accounts of its own.
    const account = String(headers.accessedby ?? countedAddress(ip));
    workingFor.run(new Work(`the call ${name}`, account, request.span.context, log, traces), next);
  });
  app.addHook('onRequest', answerOneByOne(limits));
  app.addHook('onRequest', limitCallsUnderWay(limits));
  app.addHook('onSend', giveUpSlow(limits));
  app.addHook('onSend', async (_, reply) => {
    const waits = Work.current?.serverTiming;
    if (waits) reply.header('server-timing', waits);
  });
  app.decorateRequest('caller', undefined);
  app.decorateRequest('refusedWith', undefined);
  app.decorateRequest('span', undefined);
  boundLargeAnswers(app, limits);
  beginForWhoIsThere(app);
  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions: BROTLI });
  await app.register(cookie);
  await app.register(helmet, {
    enableCSPNonces: true,
    // Helmet would say it over plain HTTP too.
    strictTransportSecurity: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: contentPolicy(config.chatWidget),
    },
  });
  const strictTransport = config.hsts === 'subdomains' ? STRICT_TRANSPORT_BELOW : STRICT_TRANSPORT;
  app.addHook('onSend', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', strictTransport);
  });
  app.addHook('onError', async (request, _, error) => {
    if (error instanceof PortalError && error.status === 403) await writeForbidden(request, error, services);
  });
  if (config.apiDocs) await serveDescription(app, services, config);
  const named = Object.keys(ENDPOINTS) as EndpointName[];
  for (const name of named.filter((one) => !takesBytes(one))) register(app, name, services, config);
  await app.register(async (bytes) => {
    bytes.removeAllContentTypeParsers();
    bytes.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    for (const name of named.filter(takesBytes)) register(bytes, name, services, config);
  });
  await serveApi(app, services, config);
  await serveMcp(app, services, config);
  const countPublic = async (request: FastifyRequest) => {
    if (config.rateLimits) await countCall(request, 'PUBLIC', services.accounts.access.rateLimiter);
  };
  serveExportFiles(app, services, countPublic);
  serveResourceMetadata(app, config, countPublic);
  await serveEndOfDigests(app, services, countPublic);
  serveHealth(app, services);
  await serveWebApp(app, config);
  return app;
}
