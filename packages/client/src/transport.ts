/** How a call goes over the wire. */
import type { ApiCallName } from '@tidewaiter/contract/api';
import { CALLS } from './calls.js';
import { noAnswer, problemOf } from './problem.js';
import { type Patience, patiently } from './retries.js';
import type { OnceOptions } from './types.js';

export interface ClientOptions extends Partial<Patience> {
  /** Where the portal is, for instance `http://localhost:3000`. */
  url: string;
  /** An API key. */
  key: string;
  fetch?: typeof fetch;
}

type Fields = Readonly<Record<string, unknown>>;

/** Sends calls, and again those that were not answered. */
export interface Transport {
  json(name: ApiCallName, fields: Fields, options: OnceOptions): Promise<{ body: unknown; repeated: number }>;
  file(name: ApiCallName, fields: Fields, options: OnceOptions): Promise<ReadableStream<Uint8Array>>;
}

const NOTHING = new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });

export function transportOf({
  url,
  key,
  retries = 5,
  longestWait = 120,
  fetch: send = fetch,
}: ClientOptions): Transport {
  const root = `${url.replace(/\/+$/, '')}/api/v1`;

  function requestOf(name: ApiCallName, fields: Fields, { idempotencyKey, signal }: OnceOptions) {
    const [method, path] = CALLS[name];
    const rest = new Map(Object.entries(fields).filter(([, value]) => value !== undefined));
    const at = path.replace(/\{(\w+)\}/g, (_, param: string) => {
      const value = String(rest.get(param) ?? '');
      rest.delete(param);
      return encodeURIComponent(value);
    });
    const isInQuery = method === 'GET' || method === 'DELETE';
    const query = isInQuery
      ? String(new URLSearchParams(Object.fromEntries([...rest].map(([field, value]) => [field, String(value)]))))
      : '';
    const init: RequestInit = {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(!isInQuery && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      // A key is for the portal that was named, not for where it may point to.
      redirect: 'error',
      signal: signal ?? null,
      ...(!isInQuery && { body: JSON.stringify(Object.fromEntries(rest)) }),
    };
    return { address: `${root}${at}${query && `?${query}`}`, init };
  }

  function call<Result>(
    name: ApiCallName,
    fields: Fields,
    options: OnceOptions,
    read: (response: Response) => Promise<Result>,
  ) {
    const once = name === 'startExport' ? { idempotencyKey: crypto.randomUUID(), ...defined(options) } : options;
    const { address, init } = requestOf(name, fields, once);
    const work = async () => {
      const response = await send(address, init).catch((error: unknown) => {
        throw noAnswer(0, error);
      });
      if (!response.ok) throw await problemOf(response);
      return read(response).catch((error: unknown) => {
        throw noAnswer(0, error);
      });
    };
    const mayRepeat = CALLS[name][2] === 'AGAIN';
    return patiently(work, { mayRepeat, signal: options.signal }, { retries, longestWait });
  }

  return {
    async json(name, fields, options) {
      const { result: body, repeated } = await call(name, fields, options, (response) => response.json());
      return { body, repeated };
    },
    async file(name, fields, options) {
      const { result } = await call(name, fields, options, async ({ body }) => body ?? NOTHING);
      return result;
    },
  };
}

/** Without what is named and not said. */
const defined = (options: OnceOptions): OnceOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
