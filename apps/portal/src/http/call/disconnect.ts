import type { FastifyReply } from 'fastify';

/** Runs once a call is over: at once where it is already, since its end is told no second time. */
export function onceOver({ raw }: FastifyReply, end: () => void): void {
  if (raw.closed) end();
  else raw.once('close', end);
}

/** Aborted when the caller goes away before its answer is sent: nobody waits for the work any more. */
export function onDisconnect(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  onceOver(reply, () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
