/** What was answered stands where the process is killed right after its answer, or in the middle of its work: points, and mail. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { account } from '@tidewaiter/testing/account';
import { ENGINES } from '@tidewaiter/testing/databases';
import { describe, expect, it } from 'vitest';
import { startAccounts } from '../testing/start.js';
import { portalSettings } from './site/settings.js';

/** Runs a program of `packages/testing/src` as it is built, and tells the lines that it said until it ended. */
const linesOf = (program: string, ...args: readonly unknown[]) =>
  new Promise<string[]>((resolve, reject) => {
    const path = fileURLToPath(new URL(`../../testing/dist/${program}.js`, import.meta.url));
    const child = spawn(process.execPath, [path, ...args.map(String)], { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.once('error', reject);
    child.once('close', () => resolve(said.split('\n').filter(Boolean)));
  });

describe.each(ENGINES)('a portal that is killed on %s', async (engine) => {
  const settings = portalSettings('http://portal.example.com', {
    ...{ operatorEmail: 'operator@example.com', signUpVerification: 'operator' },
  });
  const { accounts, smtp, location, reopen } = await startAccounts(engine, { settings, now: () => new Date() });
  const database = JSON.stringify(location);

  it('has spent exactly its points, in the middle of 200 spends', async () => {
    const plan = { period: 'QUARTER', searches: 100, downloads: 1000, workspaces: 4 } as const;
    await accounts.plans.catalogue.set('Hundred', { termMonths: null, ...plan });
    const { user } = await accounts.people.newAccounts.create(account({ plan: 'Hundred' }));
    await accounts.plans.subscriptions.active(user);
    let before: string[] = [];
    let after: string[] = [];
    // The embedded database is one process's at a time.
    const { plans } = await reopen(undefined, async () => {
      before = await linesOf('spender', database, user.id, 200, 20);
      after = await linesOf('spender', database, user.id, 200);
    });
    const made = before.filter((outcome) => outcome === 'charged').length;
    expect(made).toBeGreaterThan(0);
    expect([before.length < 200, after.length]).toEqual([true, 200]);
    // What was charged before the kill stands, also where nobody was told; the rest is charged now; 100 are refused.
    expect(after.filter((outcome) => outcome === 'stood').length).toBeGreaterThanOrEqual(made);
    expect(after.filter((outcome) => outcome === 'SEARCH_LIMIT_EXHAUSTED')).toHaveLength(100);
    expect(await plans.ledger.balance({ userId: user.id, allowance: 'SEARCHES' })).toBe(0);
  });

  it('owes no mail to anybody once it is started again', async () => {
    const owed: string[] = [];
    const mail = { smtpUrl: smtp.url, from: 'portal@example.com', outbox: 'none' };
    const { mailer } = await reopen({ mail }, async () => {
      // After so many answers each process is killed.
      for (const [round, killAfter] of [1, 5].entries())
        owed.push(...(await linesOf('mail-asker', database, smtp.url, round, killAfter)));
    });
    expect(owed).toHaveLength(6);
    await mailer.idle();
    const came = owed.map((line) => {
      const [to = '', text = ''] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
      return [line, smtp.messages.filter((message) => message.to.includes(to) && message.text.includes(text)).length];
    });
    // Never more than once either: the processes are killed before they send anything, or long after.
    expect(came).toEqual(owed.map((line) => [line, 1]));
  });
});
