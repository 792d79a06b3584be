/** A clock that jumps, ahead or back: nobody is kept in, nobody is kept out, and nothing that was paid for is lost. */
import { DAY_MS, RATE_LIMITS, SESSION } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { ENGINES } from '@tidewaiter/testing/databases';
import { answerToWork } from '@tidewaiter/testing/proof';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { code } from '../testing/refusals.js';
import { GOOD, HERE, invited, otpIn, question, startAccounts, tokenIn } from '../testing/start.js';
import type { User } from './users/user.js';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

describe.each(ENGINES)('after a jump of the clock, on %s', async (engine) => {
  const { accounts, clock, later: jump, mailed, opened, signIn } = await startAccounts(engine);
  const start = clock.now;
  await accounts.plans.catalogue.set('Quarterly', { termMonths: null, searches: 10, downloads: 100, workspaces: 2 });
  beforeEach(() => {
    clock.now = start;
  });
  afterEach(() => vi.useRealTimers());
  /** So long after the start, whatever was before. */
  const at = (ms: number) => {
    clock.now = new Date(start.getTime() + ms);
  };
  const newPerson = () => accounts.people.newAccounts.create(account());

  describe('a session', () => {
    const session = async (keepLoggedIn = false) => {
      const { user, password } = await newPerson();
      const { signedIn } = await signIn(user.email, password, { keepLoggedIn });
      return () => code(accounts.access.sessions.resolve(signedIn.token));
    };

    it('stands when it goes back a little, and is idle from then on', async () => {
      const ask = await session();
      jump(-HOUR);
      expect(await ask()).toBe('no error');
      jump(SESSION.idleMs + 1);
      expect(await ask()).toBe('SESSION_TIMEOUT');
    });

    it('ends when it goes back further than a session may be idle: nobody knows how long it has lasted', async () => {
      const [ask, kept, keptLonger] = [await session(), await session(true), await session(true)];
      at(-SESSION.idleMs - MINUTE);
      expect([await ask(), await kept()]).toEqual(['SESSION_TIMEOUT', 'no error']);
      at(-SESSION.keptIdleMs - MINUTE);
      expect(await keptLonger()).toBe('SESSION_TIMEOUT');
    });

    it('that ended when it went ahead stays ended; one that nobody asked about meanwhile goes on', async () => {
      const [asked, unasked] = [await session(), await session()];
      at(DAY_MS);
      expect(await asked()).toBe('SESSION_TIMEOUT');
      at(0);
      expect([await asked(), await unasked()]).toEqual(['SESSION_TIMEOUT', 'no error']);
    });
  });

  /** What is good for a while, and once: how one is made, which shows it, and what is said of one that is no good. */
  const SHORT_LIVED: [string, () => Promise<() => Promise<unknown>>, number, number, string][] = [
    [
      'a one-time password',
      async () => {
        const { user } = await newPerson();
        const id = await accounts.access.passwordResets.begin(user.email, HERE);
        const otp = otpIn((await mailed(user.email))[0]);
        return () => code(accounts.access.passwordResets.verify(id, otp));
      },
      ...([11 * MINUTE, -HOUR, 'INVALID_OTP'] as const),
    ],
    [
      'a captcha',
      async () => {
        const { id, challenge } = await accounts.access.captchas.ofWork();
        const answer = await answerToWork(challenge);
        return () => code(accounts.access.captchas.solve(id, answer));
      },
      ...([11 * MINUTE, -HOUR, 'CAPTCHA_NOT_MATCHED'] as const),
    ],
    [
      'a mailed link',
      async () => {
        const asked = invited();
        await accounts.people.subUsers.create((await newPerson()).user, asked);
        const token = tokenIn((await mailed(asked.email))[0]);
        return () => code(accounts.access.passwords.set(token, GOOD, HERE));
      },
      ...([8 * DAY_MS, -30 * DAY_MS, 'LINK_EXPIRED'] as const),
    ],
  ];

  it.each(SHORT_LIVED)(
    '%s is too old when it goes ahead, is not made to last when it goes back, and works once',
    async (_, make, tooOld, back, refused) => {
      const [early, late, later] = [await make(), await make(), await make()];
      at(tooOld);
      expect(await early()).toBe(refused);
      at(back);
      expect(await late()).toBe(refused);
      at(-MINUTE);
      expect(await later()).toBe('no error');
      for (const ms of [-5 * MINUTE, 5 * MINUTE, DAY_MS, -2 * DAY_MS]) {
        jump(ms);
        expect(await later()).toBe(refused);
      }
    },
  );

  describe('a period', () => {
    const open = async () => (await opened('Quarterly')).user;
    const left = async (user: User) => (await accounts.plans.subscriptions.state(user))?.searchesLeft;
    /** Asks, and has an answer. @returns whether it was paid for */
    async function search(user: User, word: string): Promise<boolean> {
      const { charge } = await accounts.saved.searches.charge({ user }, question(word), []);
      await charge?.keep(true);
      return charge !== undefined;
    }

    it('that was begun too early goes on when the clock comes back: nothing lapses twice, nothing is given twice', async () => {
      const user = await open();
      await search(user, 'tile');
      expect(await left(user)).toBe(9);
      at(100 * DAY_MS);
      expect(await left(user)).toBe(10);
      await search(user, 'brick');
      at(0);
      expect(await left(user)).toBe(9);
      expect((await accounts.plans.subscriptions.state(user))?.downloadsLeft).toBe(100);
      for (const [days, searches] of [
        [100, 9],
        [200, 10],
      ] as const) {
        at(days * DAY_MS);
        expect(await left(user)).toBe(searches);
      }
    });

    it('is the first one for a subscription that begins tomorrow', async () => {
      const user = await open();
      await search(user, 'tile');
      jump(-400 * DAY_MS);
      expect(await left(user)).toBe(9);
    });

    it('that is renewed while its plan changes how long periods are is renewed on the days of the new ones', async () => {
      const set = (period: 'MONTH' | 'QUARTER') =>
        accounts.plans.catalogue.set('Changing', { termMonths: null, searches: 10, period });
      await set('MONTH');
      const { user } = await accounts.people.newAccounts.create(account({ plan: 'Changing' }));
      const leftOn = async (day: string) => {
        clock.now = new Date(`${day}T12:00:00Z`);
        return left(user);
      };
      for (const day of ['2026-05-10', '2026-06-10', '2026-07-11']) {
        expect(await leftOn(day)).toBe(10);
        await search(user, 'tile');
      }
      await set('QUARTER');
      expect([await left(user), await leftOn('2026-08-09')]).toEqual([9, 9]);
      for (const day of ['2026-08-10', '2026-11-10', '2027-02-10']) {
        expect(await leftOn(day)).toBe(10);
        await search(user, 'tile');
        expect(await left(user)).toBe(9);
      }
      await set('MONTH');
      expect([await leftOn('2027-03-09'), await leftOn('2027-03-10')]).toEqual([9, 10]);
    });

    it('a question is paid for once a day, whichever day is come back to', async () => {
      const user = await open();
      await search(user, 'tile');
      jump(DAY_MS);
      await search(user, 'tile');
      expect(await left(user)).toBe(8);
      jump(-DAY_MS);
      expect(await search(user, 'tile')).toBe(false);
      expect(await left(user)).toBe(8);
    });
  });

  // The limits count by the machine's own clock.
  it('a limit on calls lets people in again when it goes ahead, and holds nobody longer when it goes back', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const { points, seconds } = RATE_LIMITS.CAPTCHA;
    const count = (who: string) => code(accounts.access.rateLimiter.count('CAPTCHA', who));
    const exhaust = async (who: string) => {
      for (let n = 0; n < points; n += 1) await count(who);
      expect(await count(who)).toBe('TOO_MANY_REQUESTS');
    };
    await exhaust('203.0.113.1');
    vi.setSystemTime(start.getTime() + seconds * 1000 + 1);
    expect(await count('203.0.113.1')).toBe('no error');
    await exhaust('203.0.113.2');
    vi.setSystemTime(start.getTime() - DAY_MS);
    expect(await count('203.0.113.2')).toBe('no error');
    expect(await accounts.access.rateLimiter.countTry('WRONG_PASSWORDS', 'a@example.com')).toBe(1);
  });
});
