import { ENDPOINTS } from '@tidewaiter/contract';
import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Upper ends of what a call may take, in seconds. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Refusals that say that there is too much to do, or that something is away. */
const REFUSALS = new Set([429, 503]);

/** Counts the calls of a server by the template of their path, never by what stands in it: there are as many series as there are routes. */
export function measureCalls(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const labelNames = ['method', 'route', 'status'] as const;
  const calls = new Counter({
    name: 'tidewaiter_calls_total',
    help: 'Calls that were answered',
    labelNames,
    registers,
  });
  const refusals = new Counter({
    name: 'tidewaiter_refusals_total',
    help: 'Calls that were refused for now (429, 503)',
    labelNames,
    registers,
  });
  const errors = new Counter({
    name: 'tidewaiter_errors_total',
    help: 'Calls that were answered with an error, by its code',
    labelNames: ['status', 'code'],
    registers,
  });
  const signIns = new Counter({
    name: 'tidewaiter_sign_ins_total',
    help: 'Tries to sign in: LET_IN, or the error that they were answered with',
    labelNames: ['outcome'],
    registers,
  });
  const seconds = new Histogram({
    name: 'tidewaiter_call_seconds',
    help: 'What calls took until their answer was sent',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers,
  });
  app.addHook('onResponse', async ({ method, routeOptions, refusedWith: code }, { statusCode, elapsedTime }) => {
    const route = { method, route: routeOptions.url ?? 'other' };
    calls.inc({ ...route, status: statusCode });
    if (REFUSALS.has(statusCode)) refusals.inc({ ...route, status: statusCode });
    if (code) errors.inc({ status: statusCode, code });
    if (route.route === ENDPOINTS.login.path) signIns.inc({ outcome: code ?? 'LET_IN' });
    seconds.observe(route, elapsedTime / 1000);
  });
}
