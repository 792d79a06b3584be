import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** One statement as it came over HTTP. */
export interface GatewayRequest {
  id: string;
  database: string;
  sql: string;
  /** Values as the client wrote them, by placeholder. */
  values: [string, string][];
  settings: [string, string][];
  /** The answer is sent when it is complete, so that a failure comes before it. */
  waits: boolean;
  /** The statement is stopped when its client goes away. */
  stopsWithClient: boolean;
  /** Whether the body was data, now in a file. */
  hasData: boolean;
}

const PARAMETERS = new Set(['query', 'query_id', 'database', 'default_format', 'session_id', 'user', 'password']);

/** What the server's HTTP part reads itself; the engine knows nothing of it. */
const HTTP_ONLY = new Set([
  'wait_end_of_query',
  'cancel_http_readonly_queries_on_client_close',
  'enable_http_compression',
]);

async function text(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** The parts of a multipart body that holds texts only. */
function parts(body: string, contentType: string): [string, string][] {
  const boundary = /boundary=(\S+)/.exec(contentType)?.[1] ?? '';
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n');
      return [/name="([^"]*)"/.exec(head)?.[1] ?? '', rest.join('\r\n\r\n').slice(0, -2)];
    });
}

/**
 * Reads a request of the HTTP interface: the statement in the URL and its data in the body, the statement in the body, or
 * statement and values in a multipart body.
 *
 * @param dataFile where data goes
 */
export async function readRequest(request: IncomingMessage, dataFile: string): Promise<GatewayRequest> {
  const { searchParams } = new URL(request.url ?? '/', 'http://gateway');
  const inUrl = searchParams.get('query');
  const contentType = request.headers['content-type'] ?? '';
  const fields: [string, string][] = [...searchParams];
  if (inUrl !== null) await pipeline(request, createWriteStream(dataFile));
  else if (contentType.startsWith('multipart/')) fields.push(...parts(await text(request), contentType));
  else fields.push(['query', await text(request)]);
  const field = (name: string) => fields.find(([key]) => key === name)?.[1] ?? '';
  const isValue = ([name]: [string, string]) => name.startsWith('param_');
  return {
    id: field('query_id'),
    database: field('database') || 'default',
    sql: field('query'),
    values: fields.filter(isValue),
    settings: fields.filter((entry) => !isValue(entry) && !PARAMETERS.has(entry[0]) && !HTTP_ONLY.has(entry[0])),
    waits: field('wait_end_of_query') === '1',
    stopsWithClient: field('cancel_http_readonly_queries_on_client_close') === '1',
    hasData: inUrl !== null,
  };
}
