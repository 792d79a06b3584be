import type { FastifyReply, FastifyRequest } from 'fastify';

/** A statement that failed, as the query builder reports it: its message and its fields hold the values that went with it. */
interface FailedStatement extends Error {
  query: string;
  params: unknown;
}

const isFailedStatement = (error: Error): error is FailedStatement => 'query' in error && 'params' in error;

/** What is logged of a fault. Never the values of a statement: they are people's data, and hashes of secrets. */
function err(error: Error): { type: string; message: string; stack: string; statement?: string } {
  const failed = isFailedStatement(error);
  const told = failed && error.cause instanceof Error ? error.cause : error;
  const message = failed && told === error ? 'a statement failed' : told.message;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: told.name,
    message,
    stack: [message, ...frames].join('\n'),
    ...(failed && { statement: error.query }),
  };
}

/** What is logged of a call. Not its query string: there are e-mail addresses and ids in some. */
function req({ method, url, ip }: FastifyRequest): { method: string; path: string; remoteAddress: string } {
  return { method, path: url.split('?')[0] ?? '', remoteAddress: ip };
}

/** What is logged of an answer, and by their numbers whose call it was where the operator wants that. */
const res =
  (accounts: boolean) =>
  ({ statusCode, request }: Pick<FastifyReply, 'statusCode'> & Partial<FastifyReply>) => {
    const user = accounts ? request?.caller?.user : undefined;
    return { statusCode, ...(user && { account: user.uplineId ?? user.id, person: user.id }) };
  };

/** How the log shows a fault, a call and its answer. */
export const loggedBy = (accounts: boolean) => ({ err, req, res: res(accounts) });
