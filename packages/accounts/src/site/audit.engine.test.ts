/** What is written down: every login, every change of a password, an address, a limit, a plan, a state and a grant. */

import { account } from '@tidewaiter/testing/account';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { describe, expect, it } from 'vitest';
import { GOOD, invited, otpIn, person, startAccounts, tokenIn } from '../../testing/start.js';

const BETTER = 'harbour lantern 4271';
const ADDRESS = '203.0.113.7';

describe.each(DRAWN_ENGINES)('the audit log on %s holds', async (engine) => {
  const { accounts, smtp, mailed } = await startAccounts(engine);
  const latest = async (to: string) => (await mailed(to)).at(-1);

  /** What an act leaves in the log, oldest first: the event, whom it happened to, who did it and from where. */
  async function left(act: () => Promise<unknown>) {
    const before = (await accounts.audit.latest(1))[0]?.id ?? 0;
    await act().catch(() => undefined);
    await accounts.mailer.idle();
    const entries = (await accounts.audit.latest(20)).filter(({ id }) => id > before).reverse();
    return entries.map(({ event, subjectId, actorId, address }) => [event, subjectId, actorId, address]);
  }

  /** What was done, one after another, and what each act leaves of the one whom it happened to. */
  async function leaves(acts: readonly (readonly [() => Promise<unknown>, ...events: unknown[][]])[]) {
    for (const [act, ...events] of acts) expect(await left(act)).toEqual(events);
  }

  it('each act once, with whom it happened to, who did it, and the network address', async () => {
    const { user: owner, password } = await accounts.people.newAccounts.create(account());
    const me = owner.id;
    const login = (email: string, given: string, restoreSecret?: string) =>
      accounts.access.sessions.login({ email, password: given, keepLoggedIn: false, address: ADDRESS, restoreSecret });
    const mine = (event: string) => [event, me, me, ADDRESS];
    const { sessionId } = (await login(owner.email, password)).signedIn;
    const change = { currentPassword: password, password: GOOD, sessionId, address: ADDRESS };
    let [renewed, id] = ['', ''];
    await leaves([
      [() => login(owner.email, password), mine('LOGIN')],
      [() => login(owner.email, 'wrong'), ['LOGIN_REFUSED', me, null, ADDRESS]],
      [() => login('nobody@example.com', 'x'), ['LOGIN_REFUSED', null, null, ADDRESS]],
      [() => accounts.access.sessions.endOthers(owner, sessionId, ADDRESS), mine('SESSION_ENDED')],
      [
        async () => {
          renewed = (await accounts.access.passwords.change(owner, change)).signedIn.sessionId;
        },
        mine('PASSWORD_CHANGED'),
      ],
      [() => accounts.access.sessions.endOwn(owner, renewed, ADDRESS), mine('SESSION_ENDED')],
    ]);
    const { restoreSecret } = await login(owner.email, GOOD);
    const forget = async () => {
      id = await accounts.access.passwordResets.begin(owner.email, ADDRESS);
    };
    await leaves([
      [() => login(owner.email, GOOD, restoreSecret), mine('SESSION_ENDED'), mine('LOGIN')],
      [() => login(owner.email, GOOD, restoreSecret), mine('LOGIN')],
      [forget, ['PASSWORD_RESET_ASKED', me, null, ADDRESS]],
    ]);
    const token = await accounts.access.passwordResets.verify(id, otpIn(await latest(owner.email)));
    await leaves([[() => accounts.access.passwords.set(token, BETTER, ADDRESS), mine('PASSWORD_SET')]]);

    const now = (await accounts.people.users.findById(me)) ?? owner;
    const proof = { currentPassword: BETTER, sessionId, address: ADDRESS };
    const asked = () => accounts.people.profiles.update(now, person('moved@example.com'), proof);
    await leaves([[asked, mine('EMAIL_CHANGE_ASKED')]]);
    const undo = tokenIn(await latest(owner.email), 'undo');
    const moved = tokenIn(await latest('moved@example.com'), 'email');
    await leaves([
      [() => accounts.people.profiles.confirmEmail(moved, ADDRESS), mine('EMAIL_CHANGED')],
      [() => accounts.people.profiles.undoEmail(undo, ADDRESS), mine('EMAIL_CHANGE_UNDONE')],
    ]);
  });

  it('what owners do with their sub-users', async () => {
    const { user: owner } = await accounts.people.newAccounts.create(account());
    const { user: stranger } = await accounts.people.newAccounts.create(account());
    const { subUsers } = accounts.people;
    let sub = 0;
    const created = await left(async () => {
      sub = (await subUsers.create(owner, invited(5))).id;
    });
    const ofSub = (event: string) => [event, sub, owner.id, null];
    expect(created.slice(0, 2)).toEqual([ofSub('SUB_USER_CREATED'), ofSub('LIMIT_SET')]);
    await leaves([
      [() => subUsers.sendLinkAgain(owner, sub), ofSub('LINK_SENT')],
      [() => subUsers.setDownloadLimit(owner, sub, 9), ofSub('LIMIT_SET')],
      [() => subUsers.setActive(owner, sub, false), ofSub('LIMIT_SET'), ofSub('ACCOUNT_DISABLED')],
      [() => subUsers.setActive(owner, sub, true), ofSub('ACCOUNT_ENABLED')],
      [() => subUsers.setDownloadLimit(stranger, sub, 1)],
      [() => accounts.plans.subscriptions.request(owner, 'SME'), ['PLAN_REQUESTED', owner.id, owner.id, null]],
    ]);
  });

  it('what is refused, with the address that was tried, but not each of many repetitions and strangers', async () => {
    const { user } = await accounts.people.newAccounts.create(account());
    const { id, email } = user;
    const tried = (email: string) => () =>
      accounts.access.sessions.login({ email, password: 'wrong', keepLoggedIn: false, address: ADDRESS });
    await left(tried(email));
    const refused = { event: 'LOGIN_REFUSED', subjectId: id, details: { email } };
    expect((await accounts.audit.latest(1))[0]).toMatchObject(refused);
    const call = { call: 'GET /x', code: 'NOT_YOURS' };
    const forbidden = (address: string) =>
      accounts.audit.refused({ event: 'FORBIDDEN', subjectId: id, actorId: id, address, details: call });
    const before = (await accounts.audit.latest(1))[0]?.id ?? 0;
    for (let n = 0; n < 120; n += 1) await forbidden('203.0.113.8');
    for (let n = 0; n < 700; n += 1) await forbidden(`198.18.${n >> 8}.${n & 255}`);
    const written = (await accounts.audit.latest(1000)).filter(({ id }) => id > before).reverse();
    expect(written.slice(0, 3).map(({ address, details }) => [address, details])).toEqual(
      [{}, { times: 10 }, { times: 100 }].map((times) => ['203.0.113.8', { ...call, ...times }]),
    );
    const unlisted = written.filter(({ event }) => event === 'REFUSALS_UNLISTED');
    expect(unlisted.map(({ details }) => details)).toEqual([1, 10, 100].map((times) => ({ of: 'FORBIDDEN', times })));
    expect(written).toHaveLength(500 + 2 + 3);
    // A flood of the one leaves room for the other.
    expect(await left(tried('stranger@example.com'))).toEqual([['LOGIN_REFUSED', null, null, ADDRESS]]);
  });

  it('what is asked for: by the act, by whom it names, by its days', async () => {
    const { user } = await accounts.people.newAccounts.create(account());
    const { user: other } = await accounts.people.newAccounts.create(account());
    const note = (event: 'SITE_SET' | 'RATES_LOADED', subjectId: number, actorId: number | null = null) =>
      accounts.audit.write({ event, subjectId, actorId });
    await note('SITE_SET', other.id, user.id);
    await note('RATES_LOADED', other.id);
    const asked = async (...[entries]: Parameters<typeof accounts.audit.page>[1][]) => {
      const { entries: found, total } = await accounts.audit.page({ number: 0, size: 50 }, entries);
      expect(total).toBe(found.length);
      expect((await accounts.audit.latest(50, entries)).map(({ id }) => id)).toEqual(found.map(({ id }) => id));
      return found.map(({ event }) => event);
    };
    expect(await asked({ subjectId: other.id, sought: 'rates load' })).toEqual(['RATES_LOADED']);
    expect(await asked({ sought: user.email })).toEqual(['SITE_SET', 'SUBSCRIBED', 'ACCOUNT_CREATED']);
    expect(await asked({ sought: '%' })).toEqual([]);
    const today = '2026-05-10';
    const ofOther = { subjectId: other.id };
    expect(await asked({ ...ofOther, from: today, to: today })).toEqual(await asked(ofOther));
    expect(await asked({ ...ofOther, to: '2020-01-01' })).toEqual([]);
    expect(await asked({ ...ofOther, from: '2149-01-01' })).toEqual([]);
  });

  it('no secret', async () => {
    const log = JSON.stringify(await accounts.audit.latest(1000));
    for (const secret of [GOOD, BETTER, 'argon2', '#token', '#email']) expect(log).not.toContain(secret);
    const tokens = smtp.messages.flatMap(({ text }) => [...text.matchAll(/[\w-]{43}|\b\d{8}\b/g)].map(([one]) => one));
    expect(tokens.length).toBeGreaterThan(3);
    for (const token of tokens) expect(log).not.toContain(token);
  });
});
