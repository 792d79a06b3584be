/** When a call is made again that was not answered. */
import { ENDPOINTS } from '@tidewaiter/contract';
import { KEY_CALLS, type KeyCallName } from '@tidewaiter/contract/api';

/** How patient a client is. */
export interface Patience {
  /** How often one call is made again at most. */
  retries: number;
  /** Whoever is told to come back later than this is told so instead, in seconds. */
  longestWait: number;
}

/** The first wait where nobody says how long, in milliseconds: it doubles. */
const FIRST_WAIT_MS = 500;

/** Callers who were told the same second do not come back in the same moment. */
const SPREAD_MS = 500;

/** What says that a call may have reached the portal or not: only what may be done twice is asked again. */
const UNCERTAIN = new Set([502, 503, 504]);

/** Calls that would do twice what they do. An export is none: its key makes it one. */
const WRITES = new Set(
  (Object.keys(KEY_CALLS) as KeyCallName[])
    .filter((name) => KEY_CALLS[name] === 'saved-items' || KEY_CALLS[name] === 'contacts')
    .map((name) => ENDPOINTS[name])
    .flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`])),
);

/** Seconds of a Retry-After: it may name a time instead. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

/** Waits, unless it is abandoned: then it throws the signal's reason. */
export function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abandon = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abandon);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abandon, { once: true });
  });
}

/**
 * Asks as `fetch` does, and again where nothing came of it or the portal says when to come back.
 *
 * @param onAgain hears of each call that is made again
 * @param body read before an answer counts as one, unless it is wanted as it comes
 */
export function patient(
  send: typeof fetch,
  { retries, longestWait }: Patience,
  onAgain: () => void = () => {},
  body: 'WHOLE' | 'AS_IT_COMES' = 'WHOLE',
): typeof fetch {
  const waitAfter = (response: Response | undefined, tries: number, mayRepeat: boolean) => {
    if (tries >= retries) return undefined;
    if (response?.status !== 429 && !(mayRepeat && (!response || UNCERTAIN.has(response.status)))) return undefined;
    const seconds = secondsOf(response?.headers.get('retry-after') ?? null);
    if (seconds === undefined) return FIRST_WAIT_MS * 2 ** tries * (0.5 + Math.random());
    return seconds > longestWait ? undefined : seconds * 1000 + Math.random() * SPREAD_MS;
  };

  /** A key is for the portal that was named, not for where it may point to. */
  const once = async (input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> => {
    const response = await send(input, { ...init, redirect: 'error' });
    if (body === 'AS_IT_COMES') return response;
    const { status, headers } = response;
    return new Response(await response.text(), { status, headers });
  };

  return async (input, init = {}) => {
    const mayRepeat = !WRITES.has(`${init.method} ${new URL(String(input)).pathname}`);
    for (let tries = 0; ; tries += 1) {
      init.signal?.throwIfAborted();
      const answer = await once(input, init).catch((error: Error) => error);
      init.signal?.throwIfAborted();
      const response = answer instanceof Error ? undefined : answer;
      const wait = waitAfter(response, tries, mayRepeat);
      if (wait === undefined && response) return response;
      if (wait === undefined) throw answer;
      onAgain();
      await pause(wait, init.signal);
    }
  };
}
