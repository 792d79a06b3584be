import type { FastifyInstance } from 'fastify';
import type { Services } from '../app/services.js';

/** How long a store may take to answer before the portal counts as not ready, in milliseconds. */
const PATIENCE_MS = 2_000;

/** Looks whether a store answers in time. A look that never ends is not joined by another: whoever asks meanwhile waits for the same one. */
function lookAt(ask: () => Promise<unknown>): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  return async () => {
    underWay ??= ask()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        underWay = undefined;
      });
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE_MS);
    });
    return Promise.race([underWay, tooLate]).finally(() => clearTimeout(timer));
  };
}

/** Tells whoever keeps the portal running that it runs, and whether both of its stores answer. No call: nobody signs in for it. */
export function serveHealth(
  app: FastifyInstance,
  services: Pick<Services, 'records' | 'accounts' | 'isLeaving'>,
): void {
  const { records, accounts } = services;
  const stores = {
    records: lookAt(() => records.store.identity()),
    accounts: lookAt(() => accounts.store.answers()),
  };
  const options = { method: ['GET', 'HEAD'], schema: { hide: true } };
  app.route({
    ...options,
    url: '/health/live',
    handler: async (_, reply) => reply.header('cache-control', 'no-store').send({ live: true }),
  });
  app.route({
    ...options,
    url: '/health/ready',
    async handler(_, reply) {
      const answered = await Promise.all(Object.entries(stores).map(async ([name, look]) => [name, await look()]));
      const silent = answered.filter(([, answers]) => !answers).map(([name]) => name);
      reply.header('cache-control', 'no-store');
      if (services.isLeaving) return reply.code(503).send({ ready: false, reason: 'The portal is about to stop.' });
      if (silent.length === 0) return reply.send({ ready: true });
      return reply.code(503).send({ ready: false, reason: `The ${silent.join(' and the ')} do not answer.` });
    },
  });
}
