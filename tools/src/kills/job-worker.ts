/**
 * Enters so many jobs and works on all there are, each of which adds a point to an account in the transaction that completes it; says
 * "idle" when none is left. It is killed from outside: a process of its own.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAccounts } from '@tidewaiter/accounts';
import { databaseOf } from '@tidewaiter/accounts/database';
import { options } from '@tidewaiter/testing/options';

const [location = '', userId = '', first = '', count = ''] = process.argv.slice(2);
const accounts = await openAccounts(JSON.parse(location), options({ leaseMs: 1_000 }));
const { jobs, ledger } = accounts;
const database = databaseOf(accounts);
const owner = { accountId: Number(userId), personId: Number(userId) };

jobs.handle<{ number: number }>('point', {
  atOnce: 4,
  retryAfterMs: Array.from({ length: 50 }, () => 10),
  async work(job) {
    await sleep(Math.random() * 100, undefined, { signal: job.signal });
    job.progress(job.payload.number);
    await database.transaction(async (transaction) => {
      // No key that would keep it from being entered twice: that is what the job's end in the same transaction is for.
      const act = { userId: owner.accountId, allowance: 'SEARCHES', amount: 1, cause: 'GRANT' } as const;
      await ledger.enter(transaction, { ...act, key: `point ${randomUUID()}` });
      await job.complete(job.payload.number, transaction);
    });
  },
});
await jobs.start();
for (let n = Number(first); n < Number(first) + Number(count); n += 1) {
  await jobs.enqueue({ key: `point ${n}`, kind: 'point', owner, payload: { number: n } });
  process.stdout.write(`entered ${n}\n`);
}
for (;;) {
  const [left] = await jobs.list({ kind: 'point', states: ['WAITING', 'RUNNING', 'FAILED'], limit: 1 });
  if (!left) break;
  // What two kills have set aside, as an operator does who finds nothing wrong with it.
  if (left.state === 'FAILED') await jobs.retry(left.id);
  await sleep(50);
}
process.stdout.write('idle\n');
await accounts.close();
