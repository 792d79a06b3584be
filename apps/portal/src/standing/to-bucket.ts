/** Sends a file into a bucket of somebody's choice: to addresses that were looked at, following nothing, reading little. */
import { callTarget } from '@tidewaiter/accounts';
import type { DestinationPlace } from '@tidewaiter/contract';
import { S3Error, S3mini, S3ServiceError } from 's3mini';
import { putFile } from '../app/bucket.js';
import { NotSent, saidByServer } from './not-sent.js';
import type { Sending, SentFile } from './sending.js';

/** Parts of a large file, in bytes: several are sent at once, to stores that may take their time. Of 10,000, a file has up to 80 GB. */
const PART_BYTES = 8 * 1024 * 1024;

/** Largest answer that is read, in bytes: stores say in some hundred what they have done. */
const ANSWER_BYTES = 64 * 1024;

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

/**
 * A `fetch` that reaches some addresses only, whatever the name that is called leads to by then.
 *
 * @throws RangeError for a status that there is not
 */
function fetchFrom({ addresses, signal }: Sending): typeof fetch {
  return async (input, init = {}) => {
    const { status, headers, body } = await callTarget(
      new URL(input instanceof Request ? input.url : input),
      {
        ...{ method: init.method ?? 'GET', headers: Object.fromEntries(new Headers(init.headers)) },
        ...{ body: (init.body as string | Uint8Array | null) ?? undefined, mostBytes: ANSWER_BYTES },
      },
      addresses,
      AbortSignal.any(init.signal ? [signal, init.signal] : [signal]),
    );
    const said = Object.entries(headers).flatMap(([header, value]): [string, string][] =>
      typeof value === 'string' ? [[header, value]] : [],
    );
    return new Response(body.length === 0 ? null : body, { status, headers: said });
  };
}
