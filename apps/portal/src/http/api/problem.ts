import { ERRORS, type ErrorCode, type PortalError } from '@tidewaiter/contract';
import { plainName } from '@tidewaiter/contract/api';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Challenge } from '../../oauth/resource.js';
import { refusalOf } from '../call/errors.js';

/** The body of every call of a program that failed (RFC 9457). */
export interface Problem {
  /** Names the kind of problem; it stays. */
  type: string;
  title: string;
  status: number;
  /** What is wrong, in words for a person. */
  detail: string;
  /** The same kind in one word. */
  code: string;
  /** Fields that were refused, by JSON pointer. */
  errors?: { pointer: string; detail: string }[];
  retry_after?: number;
}

const typeOf = (code: ErrorCode) => `urn:tidewaiter:problem:${plainName(code)}`;

const pointerOf = (field: string) =>
  field === ''
    ? ''
    : `/${field
        .split('.')
        .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
        .join('/')}`;

type Refused = Pick<PortalError, 'code' | 'status' | 'message' | 'details'> & {
  retryAfterSeconds?: number | undefined;
};

export function problemOf(refusal: Refused): Problem {
  const { code, status, message, details, retryAfterSeconds } = refusal;
  return {
    type: typeOf(code),
    title: ERRORS[code].message,
    status,
    detail: message,
    code: plainName(code),
    ...(details.length > 0 && {
      errors: details.map(({ field, message: detail }) => ({ pointer: pointerOf(field), detail })),
    }),
    ...(retryAfterSeconds !== undefined && { retry_after: retryAfterSeconds }),
  };
}

/** Answers every failure of a program's call as a problem. */
export function answerProblem(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  challenge?: Challenge,
): void {
  const refusal = refusalOf(error, request, reply);
  const wanted = challenge?.(refusal, request);
  if (wanted !== undefined) reply.header('www-authenticate', wanted);
  reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(problemOf(refusal));
}
