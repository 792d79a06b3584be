/** Processes that work on jobs, each killed at a random moment; one, at last, is left alone. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openAccounts } from '@tidewaiter/accounts';
import { databaseOf, schema } from '@tidewaiter/accounts/database';
import { account } from '@tidewaiter/testing/account';
import { type Engine, startEngine } from '@tidewaiter/testing/databases';
import { options } from '@tidewaiter/testing/options';
import { eq } from 'drizzle-orm';

const WORKER = fileURLToPath(new URL('../dist/job-worker.js', import.meta.url));

/** Jobs that each process enters. */
const JOBS = 25;

/** The latest moment of a kill, in milliseconds after the process entered its first job. */
const LATEST_KILL_MS = 2_000;

export interface JobKillCounts {
  /** Entered, as far as somebody was told. */
  entered: number;
  done: number;
  /** Entered and not done at the end. */
  lost: number;
  /** Points of more than one completion. */
  twice: number;
  /** Taken on more than once, since a kill interrupted them. */
  begunAgain: number;
  balancesWrong: number;
}

/** @param portals how many processes work at the same time, of which one is killed each time; more than one on PostgreSQL only */
export async function jobKillRounds(engine: Engine, kills: number, portals = 1): Promise<JobKillCounts> {
  const started = await startEngine(engine);
  try {
    const location = JSON.stringify(started.location);
    const before = await openAccounts(started.location, options());
    const { user } = await before.newAccounts.create(account());
    await before.close();
    const told: string[] = [];
    const start = (count: number, first = 0) => {
      const child = spawn(process.execPath, [WORKER, location, String(user.id), String(first), String(count)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      const begun = new Promise<void>((resolve) => {
        child.stdout.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          resolve();
        });
        child.once('close', () => resolve());
      });
      const ended = new Promise<void>((resolve) =>
        child.once('close', () => {
          told.push(...said.split('\n').filter((line) => line.startsWith('entered ')));
          resolve();
        }),
      );
      return { child, begun, ended };
    };
    const others = Array.from({ length: portals - 1 }, () => start(0));
    for (let kill = 0; kill < kills; kill += 1) {
      const { child, begun, ended } = start(JOBS, kill * JOBS);
      await begun;
      await sleep(Math.random() * LATEST_KILL_MS);
      child.kill('SIGKILL');
      await ended;
    }
    await Promise.all(others.map(({ ended }) => ended));
    await start(JOBS, kills * JOBS).ended;
    const after = await openAccounts(started.location, options());
    const found = await databaseOf(after).select().from(schema.jobs).where(eq(schema.jobs.kind, 'point'));
    const done = found.filter(({ state }) => state === 'DONE').map(({ key }) => key);
    const points = await after.ledger.balance({ userId: user.id, allowance: 'SEARCHES' });
    const counts = {
      entered: told.length,
      done: done.length,
      lost: told.filter((line) => !done.includes(line.replace('entered', 'point'))).length,
      twice: points - done.length,
      begunAgain: found.filter(({ tries }) => tries > 1).length,
      balancesWrong: (await after.store.unreconciled()).length,
    };
    await after.close();
    return counts;
  } finally {
    await started.stop();
  }
}
