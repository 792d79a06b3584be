import type { FastifyReply } from 'fastify';

/** Aborted when the caller goes away before its answer is sent: nobody waits for the work any more. */
export function onDisconnect(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const left = () => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  // Gone already, while its session was looked up.
  if (reply.raw.closed) left();
  else reply.raw.once('close', left);
  return gone.signal;
}
