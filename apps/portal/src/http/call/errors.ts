import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { isDatabaseAway } from '@tidewaiter/accounts';
import { type ErrorDetail, MESSAGES, PortalError, RetryLater } from '@tidewaiter/contract';
import { isDamaged } from '@tidewaiter/records';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isDiskFull } from '../../app/failures.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that the call was answered with. */
    refusedWith: PortalError['code'] | undefined;
  }
}

/** What the framework refuses before a handler sees the call, in the contract's terms. */
const FRAMEWORK_ERRORS: Record<string, PortalError['code']> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'NOT_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'NOT_JSON',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_BAD_URL: 'UNKNOWN_ROUTE',
  FST_ERR_MAX_PARAM_LENGTH: 'UNKNOWN_ROUTE',
};

/** Refused fields that an answer names, and how much of each text: whoever sends thousands is not sent them back. */
const FIELDS_NAMED = 20;
const LETTERS_NAMED = 200;

const shortened = (text: string) => (text.length > LETTERS_NAMED ? `${text.slice(0, LETTERS_NAMED)}…` : text);

/** What a field of a request is called where its caller has sent it. */
type PlaceOf = (path: readonly PropertyKey[]) => readonly PropertyKey[];

/** One refused field a line; an unknown field is named by its own path. */
function detailsOf(issue: z.core.$ZodIssue, placeOf: PlaceOf): ErrorDetail[] {
  const path = placeOf(issue.path).map(String);
  if (issue.code !== 'unrecognized_keys') return [{ field: path.join('.'), message: issue.message }];
  return issue.keys.map((key) => ({ field: [...path, key].join('.'), message: MESSAGES.unknownField }));
}

/** A request that its schema refused: the first refused fields, and the first of them as the message. */
export function validationError(error: z.core.$ZodError, placeOf: PlaceOf = (path) => path): PortalError {
  const details = error.issues
    .slice(0, FIELDS_NAMED)
    .flatMap((issue) => detailsOf(issue, placeOf))
    .slice(0, FIELDS_NAMED)
    .map(({ field, message }) => ({ field: shortened(field), message: shortened(message) }));
  const [first] = details;
  const message =
    first?.message === MESSAGES.unknownField ? `${MESSAGES.unknownField}: ${first.field}` : first?.message;
  return new PortalError('VALIDATION', details, message);
}

function toPortalError(error: FastifyError): PortalError | undefined {
  if (error instanceof PortalError) return error;
  const code = FRAMEWORK_ERRORS[error.code];
  if (code) return new PortalError(code);
  // A body that the JSON reader refused; its error carries a status and no code of the framework's.
  if (error instanceof SyntaxError && error.statusCode === 400) return new PortalError('NOT_JSON');
  const { statusCode = 500 } = error;
  if (statusCode === 403 || statusCode === 404) return new PortalError('UNKNOWN_ROUTE');
  return statusCode >= 400 && statusCode < 500 ? new PortalError('VALIDATION') : undefined;
}

/** When to try again on a full disk, in seconds: an operator has to free some of it. */
const DISK_FULL_RETRY_S = 60;

/** When to try again where a database is away, in seconds: one that was started anew answers by then. */
const AWAY_RETRY_S = 5;

/** When to try again where files of the records are damaged, in seconds: an operator has to bring them back. */
const DAMAGED_RETRY_S = 60;

/** What passes by itself or by an operator's hand, and when to come back; undefined for a fault of ours. */
function passing(error: unknown): RetryLater | undefined {
  if (isDiskFull(error)) return new RetryLater('DISK_FULL', DISK_FULL_RETRY_S);
  if (isDamaged(error)) return new RetryLater('RECORDS_MISSING', DAMAGED_RETRY_S);
  return isDatabaseAway(error) ? new RetryLater('DATABASE_AWAY', AWAY_RETRY_S) : undefined;
}

/** A caller that went away is no fault of anybody's. */
const GONE = new Set(['ECONNRESET', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE']);

/** How long a refused connection stays for its answer to be read, in milliseconds. */
const LINGER_MS = 500;

/** Node's own mark of the answer that a connection is in the middle of. */
interface Answering {
  _httpMessage?: { headersSent: boolean } | null;
}

/**
 * Answers what is not even HTTP, or takes too long to arrive, in the contract's form, and closes the connection: by itself the server
 * would wait for the other side to do so, for ever.
 */
export function answerMalformed(error: ConnectionError, socket: Socket): void {
  const isSlow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  // A browser opens connections ahead that it may never use: words on those would be taken for the answer of its first call.
  const saidNothing = isSlow && socket.bytesRead === 0;
  const isAnswered = (socket as Socket & Answering)._httpMessage?.headersSent === true;
  if (!socket.writable || GONE.has(error.code ?? '') || saidNothing || isAnswered) return void socket.destroy();
  const refusal = new PortalError(isSlow ? 'REQUEST_TOO_SLOW' : 'VALIDATION');
  const body = JSON.stringify(refusal.toBody());
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
  // Not at once: bytes that were not read turn the close into a reset, which takes the answer with it.
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** What a caller is told of a failure, and when to come back. Faults of ours are logged, and nothing of them leaves. */
export function refusalOf(error: FastifyError, request: FastifyRequest, reply: FastifyReply): PortalError {
  const known = toPortalError(error);
  // The call of a caller that went away was stopped, which is no failure.
  if (!known && !reply.raw.closed && !GONE.has(error.code)) request.log.error({ err: error }, 'a call failed');
  const answer = known ?? passing(error) ?? new PortalError('INTERNAL');
  request.refusedWith = answer.code;
  if (answer instanceof RetryLater) reply.header('retry-after', answer.retryAfterSeconds);
  return answer;
}

/** Answers every failure in the contract's form. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const answer = refusalOf(error, request, reply);
  reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(answer.toBody());
}
