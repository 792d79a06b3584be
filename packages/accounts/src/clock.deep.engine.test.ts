/** A clock that jumps, ahead or back: nobody is kept in, nobody is kept out, and nothing that was paid for is lost. */
import { RATE_LIMITS, SESSION, searchQuery } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { ENGINES } from '@tidewaiter/testing/databases';
import { answerToWork } from '@tidewaiter/testing/proof';
import type { TestSmtp } from '@tidewaiter/testing/smtp';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { code } from '../testing/refusals.js';
import { startAccounts } from '../testing/start.js';
import type { Accounts } from './accounts.js';
import type { User } from './users/user.js';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const GOOD = 'correct ferry window 42';
const ADDRESS = '127.0.0.1';

describe.each(ENGINES)('after a jump of the clock, on %s', (engine) => {
  let smtp: TestSmtp;
  let accounts: Accounts;
  const start = new Date('2026-05-10T12:00:00Z');
  let now = start;
  const jump = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };

  beforeAll(async () => {
    const started = await startAccounts(engine, { now: () => now });
    ({ accounts, smtp } = started);
    await accounts.plans.set('Quarterly', { termMonths: null, searches: 10, downloads: 100, workspaces: 2 });
    return started.close;
  });
  beforeEach(() => {
    now = start;
    smtp.messages.length = 0;
  });
  afterEach(() => vi.useRealTimers());

  const signIn = async (keepLoggedIn = false) => {
    const { user, password } = await accounts.newAccounts.create(account());
    const { signedIn } = await accounts.sessions.login({
      email: user.email,
      password,
      keepLoggedIn,
      address: ADDRESS,
    });
    return () => code(accounts.sessions.resolve(signedIn.token));
  };

  describe('a session', () => {
    it('stands when it goes back a little, and is idle from then on', async () => {
      const ask = await signIn();
      jump(-HOUR);
      expect(await ask()).toBe('no error');
      jump(SESSION.idleMs + 1);
      expect(await ask()).toBe('SESSION_TIMEOUT');
    });

    it('ends when it goes back further than a session may be idle: nobody knows how long it has lasted', async () => {
      const [ask, kept, keptLonger] = [await signIn(), await signIn(true), await signIn(true)];
      jump(-SESSION.idleMs - MINUTE);
      expect(await ask()).toBe('SESSION_TIMEOUT');
      expect(await kept()).toBe('no error');
      now = new Date(start.getTime() - SESSION.keptIdleMs - MINUTE);
      expect(await keptLonger()).toBe('SESSION_TIMEOUT');
    });

    it('that ended when it went ahead stays ended; one that nobody asked about meanwhile goes on', async () => {
      const [asked, unasked] = [await signIn(), await signIn()];
      jump(DAY);
      expect(await asked()).toBe('SESSION_TIMEOUT');
      now = start;
      expect(await asked()).toBe('SESSION_TIMEOUT');
      expect(await unasked()).toBe('no error');
    });
  });

  describe('a one-time password', () => {
    const sent = async () => {
      smtp.messages.length = 0;
      const { user } = await accounts.newAccounts.create(account());
      const id = await accounts.passwordResets.begin(user.email, ADDRESS);
      await accounts.mailer.idle();
      const otp = /password is (\d{8})/.exec(smtp.messages[0]?.text ?? '')?.[1] ?? 'none';
      return { id, otp };
    };

    it('is too old when it goes ahead, and is not made to last when it goes back', async () => {
      const [early, late] = [await sent(), await sent()];
      jump(11 * MINUTE);
      expect(await code(accounts.passwordResets.verify(early.id, early.otp))).toBe('INVALID_OTP');
      now = start;
      jump(-HOUR);
      expect(await code(accounts.passwordResets.verify(late.id, late.otp))).toBe('INVALID_OTP');
      jump(HOUR - MINUTE);
      expect(await code(accounts.passwordResets.verify(late.id, late.otp))).toBe('no error');
    });

    it('is used once, wherever it goes', async () => {
      const { id, otp } = await sent();
      expect(await code(accounts.passwordResets.verify(id, otp))).toBe('no error');
      for (const ms of [-5 * MINUTE, 5 * MINUTE, DAY, -2 * DAY]) {
        jump(ms);
        expect(await code(accounts.passwordResets.verify(id, otp))).toBe('INVALID_OTP');
      }
    });
  });

  it('a captcha is too old when it goes ahead, and is not made to last when it goes back', async () => {
    const solved = async ({ id, challenge }: Awaited<ReturnType<typeof accounts.captchas.ofWork>>) =>
      code(accounts.captchas.solve(id, await answerToWork(challenge)));
    const [early, late, later] = [
      await accounts.captchas.ofWork(),
      await accounts.captchas.ofWork(),
      await accounts.captchas.ofWork(),
    ];
    jump(11 * MINUTE);
    expect(await solved(early)).toBe('CAPTCHA_NOT_MATCHED');
    now = start;
    jump(-HOUR);
    expect(await solved(late)).toBe('CAPTCHA_NOT_MATCHED');
    now = start;
    jump(-MINUTE);
    expect(await solved(later)).toBe('no error');
  });

  it('a mailed link is too old when it goes ahead, is not made to last when it goes back, and works once', async () => {
    const { user: owner } = await accounts.newAccounts.create(account());
    const link = async () => {
      const email = `p${Math.random().toString(36).slice(2)}@example.com`;
      const person = { email, firstname: 'Eva', lastname: 'Tide', mobile: '+31201234567', downloadLimit: 0 };
      await accounts.subUsers.create(owner, person);
      await accounts.mailer.idle();
      const mail = smtp.messages.find(({ to }) => to.includes(email))?.text ?? '';
      return /#token=([\w-]{43})/.exec(mail)?.[1] ?? 'none';
    };
    const [early, late, later] = [await link(), await link(), await link()];
    const set = (token: string) => code(accounts.passwords.set(token, GOOD, ADDRESS));
    jump(8 * DAY);
    expect(await set(early)).toBe('LINK_EXPIRED');
    now = start;
    jump(-30 * DAY);
    expect(await set(late)).toBe('LINK_EXPIRED');
    now = start;
    jump(-HOUR);
    expect(await set(later)).toBe('no error');
    for (const ms of [HOUR, DAY, -2 * DAY]) {
      jump(ms);
      expect(await set(later)).toBe('LINK_EXPIRED');
    }
  });

  describe('a period', () => {
    const open = async (): Promise<User> => {
      const { user } = await accounts.newAccounts.create(account({ plan: 'Quarterly' }));
      await accounts.subscriptions.active(user);
      return user;
    };
    const left = async (user: User) => (await accounts.subscriptions.state(user))?.searchesLeft;
    const search = (user: User, word: string) =>
      accounts.searches.charge(
        { user },
        searchQuery.parse({
          ...{ tradeType: 'IMPORT', searchBy: 'PRODUCT', matchType: 'C', searchValue: [word], countryCode: ['KOR'] },
          ...{ fromDate: '2020-01-01', toDate: '2020-12-31' },
        }),
      );

    it('that was begun too early goes on when the clock comes back: nothing lapses twice, nothing is given twice', async () => {
      const user = await open();
      await search(user, 'tile');
      expect(await left(user)).toBe(9);
      jump(100 * DAY);
      expect(await left(user)).toBe(10);
      await search(user, 'brick');
      now = start;
      expect(await left(user)).toBe(9);
      expect((await accounts.subscriptions.state(user))?.downloadsLeft).toBe(100);
      jump(100 * DAY);
      expect(await left(user)).toBe(9);
      jump(100 * DAY);
      expect(await left(user)).toBe(10);
    });

    it('is the first one for a subscription that begins tomorrow', async () => {
      const user = await open();
      await search(user, 'tile');
      jump(-400 * DAY);
      expect(await left(user)).toBe(9);
    });

    it('that is renewed while its plan changes how long periods are is renewed on the days of the new ones', async () => {
      await accounts.plans.set('Changing', { termMonths: null, searches: 10, period: 'MONTH' });
      const { user } = await accounts.newAccounts.create(account({ plan: 'Changing' }));
      for (const days of [0, 31, 62]) {
        now = new Date(start.getTime() + days * DAY);
        expect(await left(user)).toBe(10);
        await search(user, 'tile');
      }
      await accounts.plans.set('Changing', { period: 'QUARTER' });
      expect(await left(user)).toBe(9);
      now = new Date('2026-08-09T12:00:00Z');
      expect(await left(user)).toBe(9);
      for (const day of ['2026-08-10', '2026-11-10', '2027-02-10']) {
        now = new Date(`${day}T12:00:00Z`);
        expect(await left(user)).toBe(10);
        await search(user, 'tile');
        expect(await left(user)).toBe(9);
      }
      await accounts.plans.set('Changing', { period: 'MONTH' });
      now = new Date('2027-03-09T12:00:00Z');
      expect(await left(user)).toBe(9);
      now = new Date('2027-03-10T12:00:00Z');
      expect(await left(user)).toBe(10);
    });

    it('a question is paid for once a day, whichever day is come back to', async () => {
      const user = await open();
      await search(user, 'tile');
      jump(DAY);
      await search(user, 'tile');
      expect(await left(user)).toBe(8);
      jump(-DAY);
      expect((await search(user, 'tile')).charge).toBeUndefined();
      expect(await left(user)).toBe(8);
    });
  });

  // The limits count by the machine's own clock.
  it('a limit on calls lets people in again when it goes ahead, and holds nobody longer when it goes back', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const { points, seconds } = RATE_LIMITS.CAPTCHA;
    const exhaust = async (who: string) => {
      for (let n = 0; n < points; n += 1) await accounts.rateLimiter.count('CAPTCHA', who);
      expect(await code(accounts.rateLimiter.count('CAPTCHA', who))).toBe('TOO_MANY_REQUESTS');
    };
    await exhaust('203.0.113.1');
    vi.setSystemTime(start.getTime() + seconds * 1000 + 1);
    expect(await code(accounts.rateLimiter.count('CAPTCHA', '203.0.113.1'))).toBe('no error');
    await exhaust('203.0.113.2');
    vi.setSystemTime(start.getTime() - DAY);
    expect(await code(accounts.rateLimiter.count('CAPTCHA', '203.0.113.2'))).toBe('no error');
    expect(await accounts.rateLimiter.countTry('WRONG_PASSWORDS', 'a@example.com')).toBe(1);
  });
});
