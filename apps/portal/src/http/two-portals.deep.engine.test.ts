import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAccounts } from '@tidewaiter/accounts';
import { RATE_LIMITS, WRONG_PASSWORDS } from '@tidewaiter/contract';
import { type Gateway, startGateway } from '@tidewaiter/testing/gateway';
import { options } from '@tidewaiter/testing/options';
import { outbox } from '@tidewaiter/testing/outbox';
import { POSTGRES, startPostgres, type TemporaryPostgres } from '@tidewaiter/testing/postgres';
import { answerToWork } from '@tidewaiter/testing/proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, payload, raw } from '../../testing/calls.js';
import { start, wanted } from '../../testing/exporting.js';
import { type SignedInAccount, startPortal, type TestPortal, userOf } from '../../testing/portal.js';
import { startBackgroundWork } from '../jobs/housekeeping.js';

if (POSTGRES === undefined) process.stdout.write('Skipped: two portals. No PostgreSQL server is installed here.\n');

describe.skipIf(POSTGRES === undefined)('two portals on one database and one record server', () => {
  let database: TemporaryPostgres;
  let gateway: Gateway;
  let here: TestPortal;
  let there: TestPortal;
  let background: { stop(): void };
  beforeAll(async () => {
    if (POSTGRES === undefined) return;
    database = await startPostgres(POSTGRES);
    gateway = await startGateway();
    const shared = {
      DATABASE_URL: database.url,
      CLICKHOUSE_URL: gateway.url(),
      RATE_LIMITS: 'on',
      TRUST_PROXY: 'on',
      EXPORT_DIR: await mkdtemp(join(tmpdir(), 'tidewaiter-exports-')),
    };
    // Both at once, on an empty database: one of them makes the tables.
    const opened = await Promise.all([0, 1].map(() => openAccounts({ databaseUrl: database.url }, options())));
    await Promise.all(opened.map((accounts) => accounts.close()));
    here = await startPortal(shared);
    there = await startPortal(shared);
    background = await startBackgroundWork(there.services, there.config, there.app.log);
  });
  afterAll(async () => {
    background.stop();
    await here.close();
    await there.close();
    await rm(here.config.exports.folder, { recursive: true, force: true });
    await gateway.stop();
    await database.stop();
  });

  /** The same session, spoken for at the other portal. */
  const elsewhere = (account: SignedInAccount) => there.clientOf(() => account.person.token);

  it('know the same session, and end it for each other', async () => {
    const mine = await here.signIn();
    const { userid: userId, loginId, sessionId } = mine.person;
    expect((await elsewhere(mine).userDetails({ userId })).email).toBe(mine.email);
    await elsewhere(mine).logout({ userId, loginId, sessionId });
    expect((await failure(mine.client.userDetails({ userId }))).code).toBe('SESSION_TIMEOUT');
  });

  it('let a person sign in several times at once', async () => {
    const { email, password } = await here.signIn();
    for (let round = 0; round < 5; round += 1)
      await Promise.all(
        [here, there, here, there].map(({ clientOf }) => clientOf(() => null).login({ email, password })),
      );
  });

  /** The two of them in turn, at the accounts themselves. */
  const at = (n: number) => (n % 2 ? here : there).services.accounts;

  it('never spend the same point', async () => {
    const accounts = at(0);
    await accounts.plans.catalogue.set('Hundred', { termMonths: null, searches: 100 });
    const user = await userOf(here, await here.signIn(undefined, 'Hundred'));
    await Promise.all([0, 1].map((n) => at(n).plans.subscriptions.active(user)));
    const holder = { userId: user.id, allowance: 'SEARCHES' } as const;
    const spends = Array.from({ length: 200 }, (_, n) =>
      at(n).plans.ledger.charge(holder, { key: `spend ${n}`, points: 1, cause: 'SEARCH' }),
    );
    const outcomes = await Promise.allSettled(spends);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
    expect(await accounts.plans.ledger.balance(holder)).toBe(0);
    expect(await accounts.store.unreconciled()).toEqual([]);
  });

  it('never hand out more records of a paid search together than its plan says', async () => {
    await at(0).plans.catalogue.set('Hundred records', { termMonths: null, freeRecords: 100 });
    const { person } = await here.signIn(undefined, 'Hundred records');
    const idsOf = (n: number) =>
      Array.from({ length: 5 }, (_, id) => `${(n * 3 + id).toString(16).padStart(16, 'f')}${'0'.repeat(16)}`);
    const taken = await Promise.all(
      Array.from({ length: 60 }, (_, n) => at(n).saved.freeReads.take(person.userid, 'search of a day', idsOf(n))),
    );
    expect(new Set(taken.flatMap(({ free }) => [...free])).size).toBe(100);
  });

  it('give out the file of an export that either has made, each with a ticket of the other', async () => {
    const mine = await here.signIn();
    await mine.client.search(payload());
    const { exportId } = await start(mine.client, wanted());
    await expect.poll(async () => (await mine.client.exportDetails({ exportId })).state).toBe('READY');
    for (const [asked, fetched] of [
      [mine.client, there],
      [elsewhere(mine), here],
    ] as const) {
      const { url } = await asked.fetchExport({ exportId });
      const answer = await fetch(fetched.url + url);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('8517');
    }
  });

  it('count wrong passwords and calls together', async () => {
    const mine = await here.signIn();
    const login = (portal: TestPortal, address: string) =>
      raw(portal, '/user-management/login', {
        method: 'POST',
        headers: { 'x-forwarded-for': address, 'content-type': 'application/json' },
        body: JSON.stringify({ email: mine.email, password: 'wrong' }),
      });
    const tries = Array.from({ length: WRONG_PASSWORDS.free }, (_, n) => login(n % 2 ? here : there, '203.0.113.9'));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    for (const { services } of [here, there]) {
      expect(await services.accounts.access.rateLimiter.countTry('WRONG_PASSWORDS', mine.email)).toBeGreaterThan(
        WRONG_PASSWORDS.free,
      );
    }
    const counts = Array.from({ length: RATE_LIMITS.SEARCH.points }, () =>
      here.services.accounts.access.rateLimiter.count('SEARCH', String(mine.person.userid)),
    );
    await Promise.all(counts);
    expect((await failure(elsewhere(mine).searchCount(payload()))).code).toBe('TOO_MANY_REQUESTS');
  });

  it('take a captcha and a one-time password that the other gave, once', async () => {
    const mine = await here.signIn();
    const other = elsewhere(mine);
    const { captchaId, challenge } = await mine.client.captcha({});
    const signUp = {
      ...{ firstname: 'Eva', lastname: 'Tide', email: 'new@example.com', mobile: '+31201234567', company_name: 'Acme' },
      ...{ termsAccepted: true as const, captchaId, captcha: await answerToWork(challenge) },
    };
    await other.signUp(signUp);
    expect((await failure(mine.client.signUp(signUp))).code).toBe('CAPTCHA_NOT_MATCHED');

    const { requestId } = await mine.client.forgotPassword({ userEmail: mine.email });
    await here.services.accounts.mailer.idle();
    // Whichever of them sends it: the other one works in the background.
    const mails = async () =>
      (await Promise.all([here, there].map(({ config }) => outbox(config.dataFolder, mine.email))))
        .flat()
        .filter((text) => text.includes('password is'));
    await expect.poll(async () => (await mails()).length).toBe(1);
    const [mail = ''] = await mails();
    const otp = /password is (\d{8})/.exec(mail)?.[1] ?? '';
    const tokens = await Promise.allSettled([
      mine.client.verifyOtp({ requestId, otp }),
      other.verifyOtp({ requestId, otp }),
    ]);
    expect(tokens.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
