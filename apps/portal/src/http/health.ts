import type { FastifyInstance } from 'fastify';
import { storesThatAnswer } from '../app/readiness.js';
import type { Services } from '../app/services.js';

/** On a busy machine any look at a store may take seconds, and a proxy that took all portals for away then would have nobody left to ask. */
const SILENCE_MS = 10_000;

/** Tells whoever keeps the portal running that it runs, and whether both of its stores answer. No call: nobody signs in for it. */
export function serveHealth(
  app: FastifyInstance,
  services: Pick<Services, 'records' | 'accounts' | 'isLeaving'>,
): void {
  const look = storesThatAnswer(services, { log: app.log, silenceMs: SILENCE_MS });
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
      reply.header('cache-control', 'no-store');
      // At once, whatever the stores take: it stops soon.
      if (services.isLeaving) return reply.code(503).send({ ready: false, reason: 'The portal is about to stop.' });
      const silent = Object.entries(await look())
        .filter(([, answers]) => !answers)
        .map(([name]) => name);
      if (silent.length === 0) return reply.send({ ready: true });
      return reply.code(503).send({ ready: false, reason: `The ${silent.join(' and the ')} do not answer.` });
    },
  });
}
