import { Counter, Histogram, type Registry } from 'prom-client';
import type { Services } from '../app/services.js';

/** Upper ends of what a try of a job may take, in seconds. */
const SECONDS = [0.1, 0.5, 1, 5, 15, 60, 300, 1800];

/** Counts what is done and paid for: tries of jobs and commands by what became of them, and entries of the ledger. */
export function measureWork({ accounts, commands }: Pick<Services, 'accounts' | 'commands'>, registry: Registry): void {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `tidewaiter_${name}`, help, labelNames, registers: [registry] });
  const tries = counter('job_tries_total', 'Tries of jobs by what became of them', 'kind', 'outcome');
  const seconds = new Histogram({
    name: 'tidewaiter_job_seconds',
    help: 'What tries of jobs took',
    labelNames: ['kind'],
    buckets: SECONDS,
    registers: [registry],
  });
  const ran = counter('commands_total', 'Commands that ran inside the portal', 'command', 'outcome');
  const spent = counter('allowance_spent_total', 'What was taken from allowances', 'allowance', 'cause');
  const given = counter('allowance_given_total', 'What was added to allowances, or given back', 'allowance', 'cause');
  accounts.jobs.around.push(async ({ kind }, work) => {
    const end = seconds.startTimer({ kind });
    const tried = await work();
    end();
    tries.inc({ kind, outcome: tried.outcome });
    return tried;
  });
  commands.push(({ command, outcome }) => ran.inc({ command, outcome }));
  accounts.plans.ledger.listeners.push(({ allowance, cause, amount }) =>
    (amount < 0 ? spent : given).inc({ allowance, cause }, Math.abs(amount)),
  );
}
