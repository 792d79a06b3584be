/** Processes that work on jobs: no job is lost, and none is completed twice. One, at last, is left alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openAccounts } from '@tidewaiter/accounts';
import { databaseOf, schema } from '@tidewaiter/accounts/database';
import { account } from '@tidewaiter/testing/account';
import { ENGINES, type Engine, startEngine } from '@tidewaiter/testing/databases';
import { options } from '@tidewaiter/testing/options';
import { eq } from 'drizzle-orm';
import { kill, mustBe, type Subject } from './harness.js';

const WORKER = fileURLToPath(new URL('../../dist/kills/job-worker.js', import.meta.url));

/** Jobs that each process enters. */
const JOBS = 25;

/** The latest moment of a kill, in milliseconds after the process entered its first job. */
const LATEST_KILL_MS = 2_000;

/** How many processes work at the same time, of which one is killed: a database in a folder is one process's. */
const AT_WORK: Record<Engine, number> = { PGlite: 1, PostgreSQL: 3 };

type Counts = Record<'entered' | 'done' | 'lost' | 'twice' | 'begunAgain' | 'balancesWrong', number>;

async function openJobs(engine: Engine) {
  const { location, stop } = await startEngine(engine);
  const before = await openAccounts(location, options());
  const { user } = await before.newAccounts.create(account());
  await before.close();
  const told: string[] = [];
  let entered = 0;
  /** Starts a process that enters so many jobs, and works on all there are. */
  const start = (count: number) => {
    const given = [JSON.stringify(location), String(user.id), String(entered), String(count)];
    entered += count;
    const child = spawn(process.execPath, [WORKER, ...given], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const begun = Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
    const done = once(child, 'close').then(() => {
      told.push(...said.split('\n').filter((line) => line.startsWith('entered ')));
      return said.includes('idle');
    });
    return { child, begun, done };
  };
  const others = Array.from({ length: AT_WORK[engine] - 1 }, () => start(0));

  return {
    /** @returns whether it had no work left when it was killed */
    async kill(moment: number): Promise<boolean> {
      const { child, begun, done } = start(JOBS);
      await begun;
      await sleep(moment);
      await kill(child);
      return done;
    },
    async end(): Promise<Counts> {
      await Promise.all(others.map(({ done }) => done));
      await start(JOBS).done;
      const after = await openAccounts(location, options());
      const found = await databaseOf(after).select().from(schema.jobs).where(eq(schema.jobs.kind, 'point'));
      const keys = found.filter(({ state }) => state === 'DONE').map(({ key }) => key);
      const points = await after.ledger.balance({ userId: user.id, allowance: 'SEARCHES' });
      const counts = {
        entered: told.length,
        done: keys.length,
        lost: told.filter((line) => !keys.includes(line.replace('entered', 'point'))).length,
        twice: points - keys.length,
        begunAgain: found.filter(({ tries }) => tries > 1).length,
        balancesWrong: (await after.store.unreconciled()).length,
      };
      await after.close();
      for (const wrong of ['lost', 'twice', 'balancesWrong'] as const) mustBe(`${engine}, ${wrong}`, counts[wrong], 0);
      if (counts.entered < JOBS || counts.done < counts.entered)
        throw new Error(`${engine}: ${JSON.stringify(counts)}`);
      return counts;
    },
    stop,
  };
}

export const jobs: Subject = {
  name: 'jobs',
  about: 'processes that work on jobs, on both databases: none is lost, and none done twice',
  rounds: 60,
  kinds: ENGINES,
  async open({ random }) {
    const opened = new Map<string, Awaited<ReturnType<typeof openJobs>>>();
    return {
      async kill(kind) {
        const engine = opened.get(kind) ?? (await openJobs(kind as Engine));
        opened.set(kind, engine);
        return engine.kill(random.next() * LATEST_KILL_MS);
      },
      async end() {
        const all: Record<string, number> = {};
        for (const [kind, engine] of opened)
          for (const [name, count] of Object.entries(await engine.end())) all[`${kind}: ${name}`] = count;
        return all;
      },
      async close() {
        for (const engine of opened.values()) await engine.stop();
      },
    };
  },
};
