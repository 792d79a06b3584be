/** Fetches files that are published: politely, going on where a connection broke, and keeping each as it came. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type AllowedTargets, callTarget, resolveTarget, TargetRefused } from '@tidewaiter/accounts';
import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';

/** Times that a file is tried, and the wait before the second, in milliseconds; each is twice the one before. */
const TRIES = 5;
const WAIT_MS = 2_000;

const REDIRECTS = 5;

/** The largest file that is taken, in bytes. */
const MOST_BYTES = 16 * 1024 ** 3;

/** What sends less than this many bytes in so many milliseconds is let go: it would hold a connection for days. */
const LEAST_BYTES = 64 * 1024;
const SLOW_MS = 60_000;

/** What is kept beside a file: by which words of its server it is known to be the same. */
const origin = z.object({ address: z.string(), etag: z.string(), modified: z.string() });
type Origin = z.output<typeof origin>;

export interface FetchOptions {
  allowed: AllowedTargets;
  signal?: AbortSignal | undefined;
  progress?: (done: number, total: number | undefined) => void;
  waitMs?: number;
  slowMs?: number;
  mostBytes?: number;
}

/**
 * Fetches a file to a path. What has come of it before is gone on with where its server says that it is still the same
 * (`If-Range`), and a file that is there already is not sent again where it has not changed.
 *
 * @returns what became of it; ABSENT where nothing is published at that address
 * @throws OperatorError in words for the operator; the file that was there stays
 */
export async function fetchFile(
  address: string,
  path: string,
  options: FetchOptions,
): Promise<'NEW' | 'UNCHANGED' | 'ABSENT'> {
  const { signal = new AbortController().signal, waitMs = WAIT_MS } = options;
  for (let tried = 1; ; tried++) {
    try {
      return await fetchOnce(new URL(address), path, { ...options, signal });
    } catch (error) {
      if (signal.aborted || error instanceof OperatorError) throw error;
      const why = error instanceof Error ? error.message : String(error);
      if (tried === TRIES || error instanceof TargetRefused) throw new OperatorError(`${address}: ${why}`);
      await wait(waitMs * 2 ** (tried - 1), undefined, { signal });
    }
  }
}

async function fetchOnce(url: URL, path: string, options: FetchOptions & { signal: AbortSignal }) {
  const { allowed, signal, progress, slowMs = SLOW_MS, mostBytes = MOST_BYTES } = options;
  const part = `${path}.part`;
  const [begun, there] = [await originOf(part, url), await originOf(path, url)];
  const had = begun && (begun.etag || begun.modified) ? await sizeOf(part) : 0;
  const headers = {
    'user-agent': 'Tidewaiter',
    'accept-encoding': 'identity',
    ...(begun && had > 0 && { range: `bytes=${had}-`, 'if-range': begun.etag || begun.modified }),
    ...(had === 0 && there?.etag && { 'if-none-match': there.etag }),
    ...(had === 0 && there?.modified && { 'if-modified-since': there.modified }),
  };
  const anew = async (why: string): Promise<never> => {
    await rm(part, { force: true });
    throw new Error(why);
  };
  let total: number | undefined;
  const take = async (answer: IncomingMessage) => {
    const { statusCode, headers: told } = answer;
    if (statusCode !== 200 && statusCode !== 206) return;
    if ((told['content-encoding'] ?? 'identity') !== 'identity') throw refused(url, 'it is packed on its way.');
    if (/^text\/html/i.test(told['content-type'] ?? '')) throw refused(url, A_PAGE);
    const now: Origin = {
      address: String(url),
      etag: told.etag?.startsWith('W/') ? '' : (told.etag ?? ''),
      modified: told['last-modified'] ?? '',
    };
    let from = 0;
    if (statusCode === 206) {
      const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(told['content-range'] ?? '');
      const isSame = now.etag === begun?.etag && now.modified === begun?.modified;
      if (Number(range?.[1]) !== had || !isSame) await anew('It has changed since it was begun.');
      [from, total] = [had, Number(range?.[2])];
    } else if (told['content-length'] !== undefined) total = Number(told['content-length']);
    if ((total ?? 0) > mostBytes) throw refused(url, `it has more than ${mostBytes} bytes.`);
    await writeFile(`${part}.from`, JSON.stringify(now));
    let done = from;
    let lately = 0;
    const slow = setInterval(() => {
      if (lately < LEAST_BYTES) answer.destroy(new Error(`It sends less than ${LEAST_BYTES} bytes a minute.`));
      lately = 0;
    }, slowMs);
    const file = await open(part, from === 0 ? 'w' : 'a');
    try {
      for await (const bytes of answer as AsyncIterable<Buffer>) {
        if (done === 0 && PAGE.test(bytes.subarray(0, 256).toString('latin1'))) throw refused(url, A_PAGE);
        done += bytes.length;
        lately += bytes.length;
        if (done > mostBytes) throw refused(url, `it has more than ${mostBytes} bytes.`);
        await file.writeFile(bytes);
        progress?.(done, total);
      }
      await file.sync();
    } catch (error) {
      if (answer.errored?.message !== 'aborted') throw error;
      throw new Error(`The connection ended after ${done} of ${total ?? 'unknown'} bytes.`);
    } finally {
      clearInterval(slow);
      await file.close();
    }
    const there = await sizeOf(part);
    if (there !== (total ?? done)) await anew(`It has ${there} bytes, and was said to have ${total ?? done}.`);
  };
  const status = await callFollowing(url, headers, take, allowed, signal);
  if (status === 304) return 'UNCHANGED';
  if (status === 404 || status === 410) return 'ABSENT';
  if (status === 416) return anew('Its server sends no part of it.');
  if (status >= 500 || status === 429) throw new Error(`It answers ${status}.`);
  if (status !== 200 && status !== 206) throw refused(url, `it answers ${status}.`);
  // Some servers know no way to say that a file is the same.
  const isSame = there !== undefined && (await hashOf(path)) === (await hashOf(part));
  await rename(`${part}.from`, `${path}.from`);
  if (isSame) await rm(part);
  else await rename(part, path);
  return isSame ? 'UNCHANGED' : 'NEW';
}

/** What a file of records does not begin with. */
const PAGE = /^\s*<(!doctype\s+html|html)/i;
const A_PAGE = 'a page of the web stands in its place. Open the address in a browser, and fetch the file by hand.';

const refused = (url: URL, why: string) => new OperatorError(`${url}: ${why}`);

/** @returns the status of the answer at the end of its redirects, each of which is looked at as the address was */
async function callFollowing(
  first: URL,
  headers: Record<string, string>,
  take: (answer: IncomingMessage) => Promise<void>,
  allowed: AllowedTargets,
  signal: AbortSignal,
): Promise<number> {
  let url = first;
  for (let followed = 0; followed <= REDIRECTS; followed++) {
    const addresses = await resolveTarget(url, allowed);
    const { status, headers: told } = await callTarget(url, { method: 'GET', headers, take }, addresses, signal);
    if (status < 300 || status > 399 || status === 304 || told.location === undefined) return status;
    url = new URL(told.location, url);
  }
  throw refused(first, `it leads on more than ${REDIRECTS} times.`);
}

/** Where a file came from; undefined where there is none, or where it came from another address. */
async function originOf(path: string, url: URL): Promise<Origin | undefined> {
  if ((await sizeOf(path)) === 0) return undefined;
  try {
    const read = origin.parse(JSON.parse(await readFile(`${path}.from`, 'utf8')));
    return read.address === String(url) ? read : undefined;
  } catch {
    // Where a kill has left none, or half of it, the file is fetched whole.
    return undefined;
  }
}

const sizeOf = async (path: string) => (await stat(path).catch(() => ({ size: 0 }))).size;

/** The SHA-256 of a file, in hexadecimal digits. */
export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** What a file is called by its address. */
export const fileNameOf = (address: string) => basename(new URL(address).pathname);
