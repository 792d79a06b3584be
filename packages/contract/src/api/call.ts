import { z } from 'zod';
import type { Endpoint } from '../endpoints/endpoint.js';
import type { EndpointName } from '../endpoints/index.js';
import { ENDPOINTS } from '../endpoints/index.js';
import type { KeyScope } from '../rules/api-keys.js';
import type { RateBucket } from '../rules/rate-limits.js';
import { KEY_CALLS, type KeyCallName } from './key-calls.js';
import { type PlainForm, plainForm } from './plain.js';
import { WITH_QUESTION } from './question.js';

/** What every answer to a program says beside its data. */
export const meta = z.object({
  data_version: z.number().int().optional().describe('The published state of the records that answered'),
  question: z.string().optional().describe('What was understood, in words'),
  count: z.number().int().optional().describe('How many records the question finds, exactly'),
  searched: z
    .object({ countries: z.array(z.string()), from: z.string(), to: z.string() })
    .nullable()
    .optional()
    .describe('What was searched after the subscription narrowed it; null when nothing of it is allowed'),
  cost: z.object({ searches: z.number().int(), points: z.number().int() }).describe('What this call has spent'),
  left: z
    .object({ searches: z.number().int(), points: z.number().int() })
    .describe('Searches of the account, and points of the person'),
  link: z.string().optional().describe('Where a person sees it in the portal'),
});
export type Meta = z.output<typeof meta>;

/** A former call of programs, which answers until the next major version, and which tools of agents are made of. */
export interface ApiCall {
  /** Also the name of the server's handler. */
  name: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, with `{name}` parameters. */
  path: string;
  /** What a key must be allowed; null for what any key may ask. */
  scope: KeyScope | null;
  rate: RateBucket;
  params: z.ZodObject;
  /** The JSON body; the query string of a GET and a DELETE. */
  request: z.ZodObject;
  /** What of the answer leaves, where its handler does not write it out. */
  data: z.ZodType;
  /** It answers with a file, and tells nothing beside it. */
  file?: true;
  /** A request that a test makes. */
  example?: Record<string, unknown>;
}

const noParams = z.strictObject({});

/** The parameters that a path names: ids. */
function paramsOf(path: string): z.ZodObject {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name));
  return names.length === 0
    ? noParams
    : z.strictObject(Object.fromEntries(names.map((name) => [name, z.string().max(40)])));
}

/** Method and path. */
type Route = `${ApiCall['method']} /${string}`;

function parts(route: Route) {
  const [method, path = ''] = route.split(' ');
  return { method: method as ApiCall['method'], path, params: paramsOf(path) };
}

type OwnFields = Partial<Pick<ApiCall, 'data' | 'rate' | 'file' | 'example'>>;
type Needed = Omit<ApiCall, keyof OwnFields | keyof ReturnType<typeof parts>>;

/** A call of the programs' own. */
export const apiCall = <Call extends Needed & OwnFields>(
  route: Route,
  call: Call,
): Omit<ApiCall, 'request'> & Pick<Call, 'request' | 'name'> => ({
  rate: 'LISTS',
  data: z.unknown(),
  ...call,
  ...parts(route),
});

/** A call that is one of the contract's in the plain form. */
export interface DerivedCall<Wire extends EndpointName = EndpointName> extends ApiCall {
  wire: Wire;
  /** Of the contract's request, and of its response. */
  forms: { request: PlainForm; response: PlainForm };
}

/** Fields that name the caller, who is known by the key, and what screens send along. */
const NOT_ASKED = ['user_id', 'is_active'];

/**
 * Derives a call from one of the contract's: its fields in the plain form, those in the path taken out of the request.
 *
 * @param own.without fields that a person alone may say
 */
export function derivedCall<Wire extends KeyCallName>(
  wire: Wire,
  route: Route,
  { without = [], ...own }: Pick<OwnFields, 'example'> & { name?: string; without?: readonly string[] } = {},
): DerivedCall<Wire> {
  const endpoint: Endpoint = ENDPOINTS[wire];
  const forms = {
    request: plainForm(endpoint.request, WITH_QUESTION),
    response: plainForm(endpoint.response, WITH_QUESTION),
  };
  const called = parts(route);
  const taken = new Set([...NOT_ASKED, ...without, ...Object.keys(called.params.shape)]);
  const shape = forms.request.schema instanceof z.ZodObject ? forms.request.schema.shape : {};
  return {
    name: wire,
    rate: endpoint.rate,
    scope: KEY_CALLS[wire],
    ...own,
    wire,
    forms,
    ...called,
    request: z.strictObject(Object.fromEntries(Object.entries(shape).filter(([name]) => !taken.has(name)))),
    data: forms.response.schema,
  };
}
