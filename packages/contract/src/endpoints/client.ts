import type { ErrorBody } from '../rules/error-body.js';
import { PortalError } from '../rules/errors.js';
import type { Endpoint, ParamsOf, RequestOf, ResponseOf } from './endpoint.js';
import { ENDPOINTS, type Endpoints } from './index.js';

/** Whether a call's request is its query string, not its body. It stands here since the browser's client does without zod. */
export const travelsInQuery = ({ method, inQuery }: Pick<Endpoint, 'method' | 'inQuery'>) =>
  method === 'GET' || inQuery === true;

/** The query or body of a call, plus its path parameters; `signal` abandons it. */
type Call<E extends Endpoint> = (
  request: RequestOf<E>,
  options?: { params?: ParamsOf<E>; signal?: AbortSignal },
) => Promise<ResponseOf<E>>;

/** A method for each of some endpoints. */
export type ClientOf<All extends Record<string, Endpoint>> = { [Name in keyof All]: Call<All[Name]> };

/** By its name, so that what is inferred from it stays short. */
export interface PortalClient extends ClientOf<Endpoints> {}

/** Whose calls they are. */
type Bearer =
  | {
      /** The client application's basic credential, `name:secret`. */
      credential: string;
      /** The session token, or null when nobody is signed in. */
      token: () => string | null;
    }
  | {
      /** An API key, or an access token. */
      key: string;
    };

export type ClientOptions = Bearer & {
  /** `''` for the page's own origin. */
  baseUrl: string;
  fetch?: typeof fetch;
};

/** What proxies answer for a portal that does not. */
const WITHOUT_PORTAL: readonly number[] = [502, 503, 504];

/**
 * What a refusal says: in the contract's form, also one that a newer server words and this client has no code of; by `errorMsg` alone, as the
 * specification has it; or by nothing, for which it has words (SPEC 8).
 */
function refusalOf(status: number, body: unknown): PortalError {
  const { errorCode, errorMsg, details = [] } = (body ?? {}) as Partial<ErrorBody>;
  if (typeof errorMsg !== 'string') return new PortalError(WITHOUT_PORTAL.includes(status) ? 'NO_ANSWER' : 'INTERNAL');
  const isCode = typeof errorCode === 'string' && /^[A-Z_]+$/.test(errorCode);
  return new PortalError(isCode ? errorCode : 'INTERNAL', details, errorMsg);
}

/**
 * A client with one method per endpoint, derived from the same definitions the server registers.
 *
 * @param endpoints those of `All`, where these are not all that there are
 *
 * @throws PortalError for every failed call; a network failure or a page in the place of an answer becomes `NO_ANSWER`. An
 * abandoned call throws the signal's own reason.
 */
export function createClient<All extends Record<string, Endpoint> = Endpoints>(
  options: ClientOptions,
  endpoints: Record<string, Pick<Endpoint, 'method' | 'path' | 'inQuery'>> = ENDPOINTS,
): ClientOf<All> {
  const send = options.fetch ?? ((input, init) => fetch(input, init));

  async function call(
    endpoint: Pick<Endpoint, 'method' | 'path' | 'inQuery'>,
    request: unknown,
    extra: { params?: Record<string, string>; signal?: AbortSignal } = {},
  ): Promise<unknown> {
    const { method, path } = endpoint;
    let url =
      options.baseUrl + path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(extra.params?.[key] ?? ''));
    const authorization = 'key' in options ? `Bearer ${options.key}` : `Basic ${btoa(options.credential)}`;
    const headers: Record<string, string> = { authorization };
    const token = 'key' in options ? null : options.token();
    if (token !== null) headers.accessedby = token;
    const init: RequestInit = { method, headers, credentials: 'same-origin', signal: extra.signal ?? null };
    if (travelsInQuery(endpoint)) {
      const query = new URLSearchParams(request as Record<string, string>).toString();
      if (query) url += `?${query}`;
    } else if (request instanceof Blob) {
      // Bytes as they are, which say themselves that they are such.
      init.body = request;
    } else {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(request);
    }

    const response = await send(url, init).catch((error: unknown) => {
      if (extra.signal?.aborted) throw error;
      throw new PortalError('NO_ANSWER');
    });
    const body: unknown = await response.json().catch(() => {
      // Abandoned, broken off, or not ours: never an answer.
      if (extra.signal?.aborted) throw extra.signal.reason;
      if (response.ok) throw new PortalError('NO_ANSWER');
    });
    if (response.ok) return body;
    throw refusalOf(response.status, body);
  }

  return Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [
      name,
      (request: never, extra: never) => call(endpoint, request, extra),
    ]),
  ) as ClientOf<All>;
}
