import type { FastifyReply } from 'fastify';

/** Aborted when the caller goes away before its answer is sent: nobody waits for the work any more. */
export function whenGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
