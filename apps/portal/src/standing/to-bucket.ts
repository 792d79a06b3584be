/** Sends a file into a bucket of somebody's choice: to addresses that were looked at, following nothing, reading little. */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { lookupAmong } from '@tidewaiter/accounts';
import type { DestinationPlace } from '@tidewaiter/contract';
import { S3Error, S3mini, S3ServiceError } from 's3mini';
import { putFile } from '../app/bucket.js';
import { NotSent, saidByServer } from './not-sent.js';
import type { Sending, SentFile } from './sending.js';

/** Parts of a large file, in bytes: several are sent at once, to stores that may take their time. Of 10,000, a file has up to 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;

/** Largest answer that is read, in bytes: stores say in some hundred what they have done. */
const ANSWER_BYTES = 64 * 1024;

/** A connection over which nothing has come or gone for so many milliseconds is no more waited for. */
const SILENT_MS = 60_000;

/**
 * Puts a file into a folder of a bucket. What lies there under its name is replaced.
 *
 * @throws NotSent
 */
export async function sendToBucket(
  { endpoint, region, bucket, folder, accessKeyId }: Extract<DestinationPlace, { kind: 'S3' }>,
  secretAccessKey: string,
  { path, name }: SentFile,
  sending: Sending,
): Promise<void> {
  const store = new S3mini({
    ...{ accessKeyId, secretAccessKey, region, endpoint: `${endpoint}/${bucket}` },
    ...{ minPartSize: PART_BYTES, fetch: fetchFrom(sending) },
  });
  try {
    await putFile(store, folder === '' ? name : `${folder}/${name}`, path, PART_BYTES);
  } catch (error) {
    throw new NotSent(inWords(error), { cause: error });
  }
}

function inWords(error: unknown): string {
  if (error instanceof S3ServiceError)
    return `The store refused it: ${saidByServer(error.serviceCode ?? String(error.status))}.`;
  const cause = error instanceof S3Error && error.cause !== undefined ? error.cause : error;
  const { code } = cause as { code?: string };
  if (code === 'ECONNREFUSED') return 'The store refused the connection.';
  return `The store did not take it: ${saidByServer(cause instanceof Error ? cause.message : String(cause))}`;
}

/** A `fetch` that reaches some addresses only, whatever the name that is called leads to by then. */
function fetchFrom({ addresses, signal }: Sending): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const request = url.protocol === 'https:' ? requestHttps : requestHttp;
      const signals = init.signal ? [signal, init.signal] : [signal];
      const call = request(url, {
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers)),
        agent: false,
        lookup: lookupAmong(addresses),
        signal: AbortSignal.any(signals),
      });
      call.setTimeout(SILENT_MS, () => call.destroy(new Error(`Nothing came for ${SILENT_MS / 1000} seconds.`)));
      call.on('error', reject);
      call.on('response', (answer) => {
        const parts: Buffer[] = [];
        let bytes = 0;
        answer.on('error', reject);
        answer.on('data', (part: Buffer) => {
          bytes += part.length;
          if (bytes > ANSWER_BYTES) answer.destroy(new Error(`It answers more than ${ANSWER_BYTES} bytes.`));
          else parts.push(part);
        });
        answer.on('end', () => {
          try {
            resolve(responseOf(answer, Buffer.concat(parts)));
          } catch (error) {
            reject(error);
          }
        });
      });
      // Not asked for, and without a listener the call would end without a word.
      call.on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new Error('It answers in another protocol.'));
      });
      // What had an answer is settled by then.
      call.on('close', () => reject(new Error('It cut the connection.')));
      call.end(init.body ?? undefined);
    });
}

/** @throws RangeError for a status that there is not */
function responseOf({ statusCode, headers }: IncomingMessage, body: Buffer): Response {
  const said = Object.entries(headers).flatMap(([header, value]): [string, string][] =>
    typeof value === 'string' ? [[header, value]] : [],
  );
  return new Response(body.length === 0 ? null : body, { status: statusCode ?? 0, headers: said });
}
