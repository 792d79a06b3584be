import { Counter, Histogram, type Registry } from 'prom-client';
import type { Services } from '../app/services.js';

/** Upper ends of what a statement may take, in seconds. */
const SECONDS = [0.005, 0.025, 0.1, 0.5, 1, 5, 30, 300];

/** Measures the statements of the record engine by their names, of which there are as many as the code has. */
export function measureStatements({ statements }: Pick<Services, 'statements'>, registry: Registry): void {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'tidewaiter_statement_seconds',
    help: 'What statements of the record engine took, their turn awaited',
    labelNames: ['name'],
    buckets: SECONDS,
    registers,
  });
  const failed = new Counter({
    name: 'tidewaiter_statements_failed_total',
    help: 'Statements of the record engine that failed or were given up',
    labelNames: ['name'],
    registers,
  });
  statements.push(({ name, ms, failed: hasFailed }) => {
    seconds.observe({ name }, ms / 1000);
    if (hasFailed) failed.inc({ name });
  });
}
