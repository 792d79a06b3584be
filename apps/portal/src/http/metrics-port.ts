import fastify, { type FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from '../app/config.js';
import type { ConnectionLimits } from '../app/connection-limits.js';
import type { Services } from '../app/services.js';
import { measureAnswers } from '../metrics/answers.js';
import { measureCalls } from '../metrics/calls.js';
import { measureLanes } from '../metrics/lanes.js';
import { measureStatements } from '../metrics/statements.js';
import { measureStores } from '../metrics/stores.js';
import { measureWork } from '../metrics/work.js';
import { answerOneByOne, drainAtEnd, giveUpSlow, limitConnections, timesOf } from './connections.js';
import { serveHealth } from './health.js';
import { lanesOf } from './lanes.js';

/**
 * Measures the portal where its settings name a port for it, and serves what was measured there for as long as the portal listens: before its routes are there.
 *
 * @param limits the portal's, which hold here by themselves
 */
export function serveMetrics(
  app: FastifyInstance,
  services: Services,
  { metrics: at, publicUrl }: Config,
  limits: ConnectionLimits,
): void {
  if (!at) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureCalls(app, registry);
  measureStatements(services, registry);
  measureLanes(() => lanesOf(services), registry);
  measureAnswers(services.records, registry);
  measureWork(services, registry);
  const takeStores = measureStores(services, publicUrl, registry);
  const port = fastify({ exposeHeadRoutes: false, ...timesOf(limits, limits.idle) });
  drainAtEnd(port, limitConnections(port.server, limits, true), limits);
  port.addHook('onRequest', answerOneByOne(limits));
  port.addHook('onSend', giveUpSlow(limits));
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
