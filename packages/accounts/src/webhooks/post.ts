import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type AllowedTargets, lookupAmong, resolveTarget, TargetRefused } from './targets.js';

/** Milliseconds for a whole call: its receiver takes the message in, and works on it afterwards. */
const ANSWERED_WITHIN_MS = 15_000;

/** The largest head of an answer, in bytes. */
const HEAD_BYTES = 16 * 1024;

/** A connection over which nothing has come or gone for so many milliseconds is no more waited for. */
const SILENT_MS = 60_000;

/** What became of a call. */
export interface Answered {
  status: number;
  tookMs: number;
}

/** A call that had no answer, in words for whoever gave the address. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered';

  constructor(
    message: string,
    readonly tookMs: number,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/**
 * Posts a message to an address of somebody's choice. Nothing of the answer is followed or read but its status.
 *
 * @param options.signal ends the call, as the portal's end does
 * @throws NotAnswered
 */
export async function post(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  {
    allowed,
    signal,
    withinMs = ANSWERED_WITHIN_MS,
  }: { allowed: AllowedTargets; signal: AbortSignal; withinMs?: number },
): Promise<Answered> {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  const url = new URL(address);
  const deadline = AbortSignal.timeout(withinMs);
  const ended = AbortSignal.any([signal, deadline]);
  try {
    const called = resolveTarget(url, allowed).then((addresses) => {
      ended.throwIfAborted();
      return callTarget(url, { method: 'POST', headers, body }, addresses, ended);
    });
    const { status } = await unlessEnded(called, ended);
    return { status, tookMs: took() };
  } catch (error) {
    if (signal.aborted) throw error;
    throw new NotAnswered(
      deadline.aborted ? `No answer within ${withinMs / 1000} seconds.` : inWords(error),
      took(),
      error,
    );
  }
}

/** What work comes to, which is waited for no longer than until a signal, whatever it hangs on. @throws the signal's reason */
export const unlessEnded = <Done>(work: Promise<Done>, signal: AbortSignal): Promise<Done> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);

/** What is asked of a target, and how many bytes of its answer are read at most: none where nobody says. */
interface TargetCall {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
  mostBytes?: number;
  /** Reads the body; without it, that is kept up to `mostBytes`. */
  take?: (answer: IncomingMessage) => Promise<void>;
}

interface TargetAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Calls an address of somebody's choice over a connection of its own, to places that were looked at. Nothing of the answer is followed.
 *
 * @throws the connection's error, or one of an answer that is larger
 */
export function callTarget(
  url: URL,
  { method, headers, body, mostBytes = 0, take }: TargetCall,
  addresses: readonly { address: string; family: number }[],
  signal: AbortSignal,
): Promise<TargetAnswer> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const lookup = lookupAmong(addresses);
    let isTaken = false;
    const call = request(url, { method, headers, agent: false, lookup, maxHeaderSize: HEAD_BYTES, signal });
    call.setTimeout(SILENT_MS, () => call.destroy(new Error(`Nothing came for ${SILENT_MS / 1000} seconds.`)));
    call.on('response', (answer) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const done = () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) });
      if (take) {
        isTaken = true;
        void take(answer)
          .then(done, reject)
          .finally(() => answer.destroy());
        return;
      }
      answer.on('error', reject);
      answer.on('end', done);
      answer.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > mostBytes) answer.destroy(new Error(`It answers more than ${mostBytes} bytes.`));
        else parts.push(part);
      });
      if (mostBytes > 0) return;
      done();
      answer.destroy();
    });
    // Not asked for, and without a listener the call would end without a word.
    call.on('upgrade', ({ statusCode = 0, headers }, socket) => {
      resolve({ status: statusCode, headers, body: Buffer.alloc(0) });
      socket.destroy();
    });
    call.on('error', reject);
    // What had an answer is settled by then, but for a body that is still being written down.
    call.on('close', () => isTaken || reject(new Error('It cut the connection.')));
    call.end(body);
  });
}

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was cut.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The host cannot be reached.',
  HPE_HEADER_OVERFLOW: 'The head of the answer is too large.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate is for another host.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is signed by nobody who is known.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is signed by nobody who is known.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is signed by nobody who is known.',
};

function inWords(error: unknown): string {
  if (error instanceof TargetRefused) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('HPE_')) return CODES[code] ?? 'What it answered is not HTTP.';
  return CODES[code] ?? `The call failed${code === '' ? '' : ` (${code})`}.`;
}
