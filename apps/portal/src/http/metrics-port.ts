import fastify, { type FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from '../app/config.js';
import type { Services } from '../app/services.js';
import { measureCalls } from '../metrics/calls.js';
import { measureStatements } from '../metrics/statements.js';
import { measureStores } from '../metrics/stores.js';
import { serveHealth } from './health.js';

/** Measures the portal, and serves what was measured on a port of its own for as long as the portal listens: before its routes are there. */
export function serveMetrics(app: FastifyInstance, services: Services, at: NonNullable<Config['metrics']>): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureCalls(app, registry);
  measureStatements(services, registry);
  const takeStores = measureStores(services, registry);
  const port = fastify({ exposeHeadRoutes: false });
  serveHealth(port, services);
  port.get('/metrics', async (_, reply) => {
    await takeStores();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  // A port that is taken ends the start; once the portal listens, an error would only be logged.
  app.addHook('onReady', async () => {
    await port.listen(at);
  });
  app.addHook('onClose', () => port.close());
}
