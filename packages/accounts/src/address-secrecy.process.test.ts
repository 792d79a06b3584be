/**
 * What is done before an answer is the same for every address: the same statements, the same password hashes. That the answer
 * takes as long follows; that it says the same: `apps/portal/src/http/address-secrecy.deep.engine.test.ts`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { account } from '@tidewaiter/testing/account';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { describe, expect, it, vi } from 'vitest';
import { type Driver, driverOf } from '../testing/driver.js';
import { HERE, invited, person, startAccounts } from '../testing/start.js';
import type { Accounts } from './accounts.js';
import { portalSettings } from './site/settings.js';

/** What was done, in order. */
const done = vi.hoisted((): string[] => []);

// The real functions, which are written down when they are called.
vi.mock('@node-rs/argon2', async (original) => {
  const { hash, verify, ...rest } = await original<typeof import('@node-rs/argon2')>();
  const noted =
    <Parameters extends unknown[], Result>(name: string, work: (...parameters: Parameters) => Result) =>
    (...parameters: Parameters) => {
      done.push(name);
      return work(...parameters);
    };
  return { ...rest, hash: noted('hash', hash), verify: noted('verify', verify) };
});

function noteStatements(accounts: Accounts): void {
  const driver = driverOf(accounts);
  const query = driver.query.bind(driver);
  vi.spyOn(driver, 'query').mockImplementation((...parameters) => {
    const [statement] = parameters;
    done.push(typeof statement === 'string' ? statement : statement.text);
    return query(...parameters);
  });
  const begin = driver.transaction ? 'transaction' : 'connect';
  const really = driver[begin]?.bind(driver) as (...parameters: unknown[]) => unknown;
  vi.spyOn(driver as Required<Driver>, begin).mockImplementation((...parameters: unknown[]) => {
    done.push('a transaction');
    return really(...parameters);
  });
}

describe.each(DRAWN_ENGINES)('the work before an answer on %s', async (engine) => {
  const settings = portalSettings('http://portal.example.com', { signUpVerification: 'mail' });
  const { accounts, signIn } = await startAccounts(engine, { settings });
  const { user: known } = await accounts.people.newAccounts.create(account({ email: 'known@example.com' }));
  const { user: disabled } = await accounts.people.newAccounts.create(account({ email: 'disabled@example.com' }));
  await accounts.people.users.setDisabled(disabled, true);
  await accounts.people.signUps.take(person('waiting@example.com'));
  await accounts.people.subUsers.create(known, invited(0, 'invited@example.com'));
  await accounts.mailer.idle();
  const addresses = [known.email, disabled.email, 'waiting@example.com', 'invited@example.com', 'nobody@example.com'];
  noteStatements(accounts);

  it.each([
    ['a sign-up', (email) => accounts.people.signUps.take(person(email))],
    ['a sign-in with a wrong password', (email) => signIn(email, 'wrong')],
    ['a forgotten password', (email) => accounts.access.passwordResets.begin(email, HERE)],
  ] satisfies [string, (email: string) => Promise<unknown>][])(
    'of %s is the same for every address',
    async (_, ask) => {
      const work: string[][] = [];
      for (const email of addresses) {
        done.length = 0;
        await ask(email).catch(() => undefined);
        work.push([...done]);
        // Nothing goes on behind the answer, where the caller's next call would notice it.
        await sleep(50);
        expect(done).toEqual(work.at(-1));
        await accounts.mailer.idle();
      }
      expect(work[0]?.length).toBeGreaterThan(0);
      for (const one of work) expect(one).toEqual(work[0]);
    },
  );

  it('of a wrong one-time password is the same for every address', async () => {
    const work: string[][] = [];
    for (const email of addresses) {
      const id = await accounts.access.passwordResets.begin(email, HERE);
      await accounts.mailer.idle();
      done.length = 0;
      await accounts.access.passwordResets.verify(id, '-').catch(() => undefined);
      work.push([...done]);
    }
    expect(work[0]).toContain('verify');
    for (const one of work) expect(one).toEqual(work[0]);
  });
});
