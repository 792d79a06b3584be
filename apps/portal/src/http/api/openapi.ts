/** The description of the programs' calls (OpenAPI 3.1), made of their definitions. */
import { ERRORS, type ErrorCode, RATE_LIMITS } from '@tidewaiter/contract';
import { API_CALLS, type ApiCall, meta, plainName, plainQuestionSchema, recordSchema } from '@tidewaiter/contract/api';
import { z } from 'zod';
import { VERSION } from '../../app/version.js';
import { problem } from './problem.js';
import { API_ROOT } from './request.js';

type Json = Record<string, unknown>;

/** Errors that any call can answer with, beside its own. */
const COMMON: readonly ErrorCode[] = [
  ...(['VALIDATION', 'KEY_IN_URL', 'KEY_UNKNOWN', 'KEY_EXPIRED', 'KEY_REVOKED', 'TOKEN_REFUSED'] as const),
  ...(['PASSWORD_CHANGE_REQUIRED', 'API_KEYS_FULL', 'ISSUER_AWAY'] as const),
  ...(['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_MANY_REQUESTS'] as const),
  ...(['INTERNAL', 'PORTAL_BUSY', 'DATABASE_AWAY', 'MAINTENANCE'] as const),
];

/** Schemas that stand once, by the name under which others refer to them. */
const SHARED = new Map<z.ZodType, string>([
  [plainQuestionSchema, 'Question'],
  [recordSchema, 'Record'],
  [meta, 'Meta'],
  [problem, 'Problem'],
]);

const registry = z.registry<{ id: string }>();
for (const [schema, id] of SHARED) registry.add(schema, { id });

/** Bounds that only say how large a number can be at all. */
const isAnyInteger = ([key, value]: [string, unknown]) =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) || (key === 'maximum' && value === Number.MAX_SAFE_INTEGER);

/** What a schema says of itself in a document of its own. */
const OF_ITS_OWN = new Set(['$schema', '$id', 'id', '$defs']);

/** What of a schema says something here: its references lead into the description, and its own dialect is the description's. */
function told(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(told);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.entries(schema).filter((part) => !isAnyInteger(part) && !OF_ITS_OWN.has(part[0]));
  return Object.fromEntries(
    parts.map(([key, value]) => {
      if (key === '$ref') return [key, `#/components/schemas/${String(value).split('/').pop()}`];
      // Names of fields are no words of schemas.
      if (key !== 'properties') return [key, told(value)];
      return [key, Object.fromEntries(Object.entries(value as Json).map(([name, field]) => [name, told(field)]))];
    }),
  );
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  told(z.toJSONSchema(schema, { io, metadata: registry, unrepresentable: 'any' })) as Json;

/** The shared schemas, each with those that it refers to by reference. */
function components(): Json {
  return Object.fromEntries(
    [...SHARED].map(([schema, id]) => {
      const alone = z.registry<{ id: string }>();
      for (const [other, name] of SHARED) if (other !== schema) alone.add(other, { id: name });
      const io = id === 'Question' ? 'input' : 'output';
      return [id, told(z.toJSONSchema(schema, { io, metadata: alone, unrepresentable: 'any' }))];
    }),
  );
}

function parametersOf({ params, request, method }: ApiCall): Json[] {
  const inPath = Object.keys(params.shape).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  if (method !== 'GET' && method !== 'DELETE') return inPath;
  const { properties = {}, required = [] } = schemaOf(request, 'input') as { properties?: Json; required?: string[] };
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'The same key is the same export, charged once',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

const HEADERS = {
  ratelimit: {
    description: 'How many more calls there may be, and in how many seconds all of them',
    schema: { type: 'string' },
  },
};

function responsesOf(call: ApiCall): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  const scope: ErrorCode[] = call.scope === null ? [] : ['KEY_SCOPE'];
  for (const code of new Set([...COMMON, ...scope, ...call.errors])) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const refused = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map(plainName).join(', '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  const answer = call.file
    ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
    : {
        'application/json': {
          schema: {
            type: 'object',
            required: ['data', 'meta'],
            properties: { data: schemaOf(call.data, 'output'), meta: { $ref: '#/components/schemas/Meta' } },
          },
        },
      };
  return { 200: { description: 'The answer', headers: HEADERS, content: answer }, ...Object.fromEntries(refused) };
}

/** What calls are about, in the order in which somebody meets them. */
const TAGS = {
  Records: 'What customs declared: found, counted, broken down',
  Analyses: 'A question in depth; free where it is paid for',
  Companies: 'A company under all spellings of its name',
  Exports: 'Files of records, for points',
  Saved: 'Workspaces and the searches that are saved in them',
  Contacts: 'Companies that somebody remembers',
  Account: 'Whose the key is, and what there is to ask',
};

function tagOf({ scope, path }: ApiCall): keyof typeof TAGS {
  if (path.startsWith('/companies')) return 'Companies';
  if (scope === null) return 'Account';
  const tags = {
    search: 'Records',
    analysis: 'Analyses',
    export: 'Exports',
    'saved-items': 'Saved',
    contacts: 'Contacts',
  } as const;
  return tags[scope];
}

function operationOf(call: ApiCall): Json {
  const { points, seconds } = RATE_LIMITS[call.rate];
  const scope = call.scope === null ? 'Any key may ask it.' : `The key needs the scope \`${call.scope}\`.`;
  const hasBody = call.method !== 'GET' && call.method !== 'DELETE';
  return {
    operationId: call.name,
    summary: call.summary,
    description: `${scope} Up to ${points} calls in ${seconds} seconds, together with others of its kind.`,
    tags: [tagOf(call)],
    parameters: [...parametersOf(call), ...(call.once ? [IDEMPOTENCY_KEY] : [])],
    ...(hasBody && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaOf(call.request, 'input'),
            ...(call.example && { example: call.example }),
          },
        },
      },
    }),
    responses: responsesOf(call),
  };
}

const ABOUT = `Questions of the world's customs records, for programs. Every answer has its \`data\`, and in \`meta\` what was understood, how many
records there are, what it cost, what is left and where a person sees it. Keys are made under Profile.`;

export function describeApi(): Json {
  const paths: Record<string, Json> = {};
  for (const call of Object.values<ApiCall>(API_CALLS))
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidewaiter',
      version: VERSION,
      description: ABOUT,
      license: { name: 'Proprietary', url: '/terms-and-conditions' },
    },
    servers: [{ url: API_ROOT }],
    security: [{ key: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: tw_live_…; or an access token of the issuer that the portal trusts',
        },
      },
      schemas: components(),
    },
  };
}
