import type { FastifyInstance } from 'fastify';
import { storesThatAnswer } from '../app/readiness.js';
import type { Services } from '../app/services.js';

/** Tells whoever keeps the portal running that it runs, and whether both of its stores answer. No call: nobody signs in for it. */
export function serveHealth(
  app: FastifyInstance,
  services: Pick<Services, 'records' | 'accounts' | 'isLeaving'>,
): void {
  const look = storesThatAnswer(services, app.log);
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
      const silent = Object.entries(await look())
        .filter(([, answers]) => !answers)
        .map(([name]) => name);
      reply.header('cache-control', 'no-store');
      if (services.isLeaving) return reply.code(503).send({ ready: false, reason: 'The portal is about to stop.' });
      if (silent.length === 0) return reply.send({ ready: true });
      return reply.code(503).send({ ready: false, reason: `The ${silent.join(' and the ')} do not answer.` });
    },
  });
}
