/** What is written down: every login, every change of a password, an address, a limit, a plan, a state and a grant. */

import { account } from '@tidewaiter/testing/account';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import type { TestSmtp } from '@tidewaiter/testing/smtp';
import { beforeAll, describe, expect, it } from 'vitest';
import { startAccounts } from '../../testing/start.js';
import type { Accounts } from '../accounts.js';
import { portalSettings } from './settings.js';

const GOOD = 'correct ferry window 42';
const BETTER = 'harbour lantern 4271';
const ADDRESS = '203.0.113.7';

describe.each(DRAWN_ENGINES)('the audit log on %s holds', (engine) => {
  let smtp: TestSmtp;
  let accounts: Accounts;
  beforeAll(async () => {
    const settings = portalSettings('http://portal.example.com', { signUpVerification: 'operator' });
    const started = await startAccounts(engine, { settings });
    ({ accounts, smtp } = started);
    return started.close;
  });

  const found = async (to: string, pattern: RegExp) => {
    await accounts.mailer.idle();
    const mails = smtp.messages.filter((message) => message.to.includes(to));
    return pattern.exec(mails.at(-1)?.text ?? '')?.[1] ?? 'none';
  };
  const TOKEN = /#(?:token|email)=([\w-]{43})/;

  /** What an act leaves in the log, oldest first: the event, whom it happened to, who did it and from where. */
  async function left(act: () => Promise<unknown>) {
    const before = (await accounts.audit.latest(1))[0]?.id ?? 0;
    await act().catch(() => undefined);
    await accounts.mailer.idle();
    const entries = (await accounts.audit.latest(20)).filter(({ id }) => id > before).reverse();
    return entries.map(({ event, subjectId, actorId, address }) => [event, subjectId, actorId, address]);
  }

  it('each act once, with whom it happened to, who did it, and the network address', async () => {
    const { user: owner, password } = await accounts.newAccounts.create(account());
    const me = owner.id;
    const login = (email: string, given: string) =>
      accounts.sessions.login({ email, password: given, keepLoggedIn: false, address: ADDRESS });
    expect(await left(() => login(owner.email, password))).toEqual([['LOGIN', me, me, ADDRESS]]);
    expect(await left(() => login(owner.email, 'wrong'))).toEqual([['LOGIN_REFUSED', me, null, ADDRESS]]);
    expect(await left(() => login('nobody@example.com', 'x'))).toEqual([['LOGIN_REFUSED', null, null, ADDRESS]]);

    const { signedIn } = await login(owner.email, password);
    const { sessionId } = signedIn;
    await login(owner.email, password);
    expect(await left(() => accounts.sessions.endOthers(owner, sessionId, ADDRESS))).toEqual([
      ['SESSION_ENDED', me, me, ADDRESS],
    ]);
    const change = { currentPassword: password, password: GOOD, sessionId, address: ADDRESS };
    let renewed = '';
    const changed = async () => {
      ({ sessionId: renewed } = (await accounts.passwords.change(owner, change)).signedIn);
    };
    expect(await left(changed)).toEqual([['PASSWORD_CHANGED', me, me, ADDRESS]]);
    expect(await left(() => accounts.sessions.endOwn(owner, renewed, ADDRESS))).toEqual([
      ['SESSION_ENDED', me, me, ADDRESS],
    ]);
    const before = await login(owner.email, GOOD);
    const again = { email: owner.email, password: GOOD, keepLoggedIn: false, address: ADDRESS };
    expect(await left(() => accounts.sessions.login({ ...again, restoreSecret: before.restoreSecret }))).toEqual([
      ['SESSION_ENDED', me, me, ADDRESS],
      ['LOGIN', me, me, ADDRESS],
    ]);

    let id = '';
    const forget = async () => {
      id = await accounts.passwordResets.begin(owner.email, ADDRESS);
    };
    expect(await left(forget)).toEqual([['PASSWORD_RESET_ASKED', me, null, ADDRESS]]);
    const token = await accounts.passwordResets.verify(id, await found(owner.email, /password is (\d{8})/));
    expect(await left(() => accounts.passwords.set(token, BETTER, ADDRESS))).toEqual([
      ['PASSWORD_SET', me, me, ADDRESS],
    ]);

    const profile = { firstname: 'Ada', lastname: 'Bay', mobile: '+31201234567', companyName: 'Acme' };
    const now = (await accounts.users.findById(me)) ?? owner;
    const proof = { currentPassword: BETTER, sessionId, address: ADDRESS };
    const asked = () => accounts.profiles.update(now, { ...profile, email: 'moved@example.com' }, proof);
    expect(await left(asked)).toEqual([['EMAIL_CHANGE_ASKED', me, me, ADDRESS]]);
    const undo = await found(owner.email, /#undo=([\w-]{43})/);
    const moved = await found('moved@example.com', TOKEN);
    expect(await left(() => accounts.profiles.confirmEmail(moved, ADDRESS))).toEqual([
      ['EMAIL_CHANGED', me, me, ADDRESS],
    ]);
    expect(await left(() => accounts.profiles.undoEmail(undo, ADDRESS))).toEqual([
      ['EMAIL_CHANGE_UNDONE', me, me, ADDRESS],
    ]);
  });

  it('what owners do with their sub-users', async () => {
    const { user: owner } = await accounts.newAccounts.create(account());
    const person = { firstname: 'Eva', lastname: 'Tide', email: 'sub@example.com', mobile: '+31201234567' };
    let sub = 0;
    const invite = async () => {
      ({ id: sub } = await accounts.subUsers.create(owner, { ...person, downloadLimit: 5 }));
    };
    const [created, limited] = await left(invite);
    expect([created, limited]).toEqual([
      ['SUB_USER_CREATED', sub, owner.id, null],
      ['LIMIT_SET', sub, owner.id, null],
    ]);
    expect(await left(() => accounts.subUsers.sendLinkAgain(owner, sub))).toEqual([['LINK_SENT', sub, owner.id, null]]);
    expect(await left(() => accounts.subUsers.setDownloadLimit(owner, sub, 9))).toEqual([
      ['LIMIT_SET', sub, owner.id, null],
    ]);
    expect(await left(() => accounts.subUsers.setActive(owner, sub, false))).toEqual([
      ['LIMIT_SET', sub, owner.id, null],
      ['ACCOUNT_DISABLED', sub, owner.id, null],
    ]);
    expect(await left(() => accounts.subUsers.setActive(owner, sub, true))).toEqual([
      ['ACCOUNT_ENABLED', sub, owner.id, null],
    ]);
    const { user: stranger } = await accounts.newAccounts.create(account());
    expect(await left(() => accounts.subUsers.setDownloadLimit(stranger, sub, 1))).toEqual([]);
    expect(await left(() => accounts.subscriptions.request(owner, 'SME'))).toEqual([
      ['PLAN_REQUESTED', owner.id, owner.id, null],
    ]);
  });

  it('what the operator does', async () => {
    const { user } = await accounts.newAccounts.create(account());
    const { id } = user;
    const { users, newAccounts, subscriptions, grants, plans, signUps, firstLinks } = accounts;
    expect(await left(() => newAccounts.create(account({ email: 'made@example.com' })))).toEqual(
      ['ACCOUNT_CREATED', 'SUBSCRIBED'].map((event) => [event, expect.any(Number), null, null]),
    );
    expect(await left(() => subscriptions.subscribe(id, { plan: 'SME' }))).toEqual([['SUBSCRIBED', id, null, null]]);
    expect(await left(() => grants.give(user, 'SEARCHES', 5, 'as agreed'))).toEqual([['GRANTED', id, null, null]]);
    expect(await left(() => users.setDisabled(user, true))).toEqual([['ACCOUNT_DISABLED', id, null, null]]);
    expect(await left(() => users.setDisabled(user, false))).toEqual([['ACCOUNT_ENABLED', id, null, null]]);
    expect(await left(() => plans.set('Port', { searches: 5 }))).toEqual([['PLAN_SET', null, null, null]]);
    const asked = { email: 'asks@example.com', firstname: 'Eva', lastname: 'Tide', mobile: '', companyName: 'Acme' };
    await signUps.take(asked);
    await accounts.mailer.idle();
    const waiting = await users.ofAddress(asked.email);
    expect(await left(() => signUps.verify(waiting))).toEqual([['ACCOUNT_VERIFIED', waiting.id, null, null]]);
    const verified = await users.ofAddress(asked.email);
    expect(await left(() => firstLinks.sendAgain(verified, null))).toEqual([['LINK_SENT', waiting.id, null, null]]);
  });

  it('what is refused, with the address that was tried, but not each of many repetitions and strangers', async () => {
    const { user } = await accounts.newAccounts.create(account());
    const tried =
      (email: string, address = ADDRESS) =>
      async () => {
        await accounts.sessions.login({ email, password: 'wrong', keepLoggedIn: false, address });
      };
    await left(tried(user.email));
    expect((await accounts.audit.latest(1))[0]).toMatchObject({
      event: 'LOGIN_REFUSED',
      subjectId: user.id,
      details: { email: user.email },
    });
    const forbidden = (address: string) =>
      accounts.audit.refused({
        event: 'FORBIDDEN',
        subjectId: user.id,
        actorId: user.id,
        address,
        details: { call: 'GET /x', code: 'NOT_YOURS' },
      });
    const before = (await accounts.audit.latest(1))[0]?.id ?? 0;
    for (let n = 0; n < 120; n += 1) await forbidden('203.0.113.8');
    for (let n = 0; n < 700; n += 1) await forbidden(`198.18.${n >> 8}.${n & 255}`);
    const written = (await accounts.audit.latest(1000, undefined)).filter(({ id }) => id > before).reverse();
    expect(written.slice(0, 3).map(({ address, details }) => [address, details])).toEqual([
      ['203.0.113.8', { call: 'GET /x', code: 'NOT_YOURS' }],
      ['203.0.113.8', { call: 'GET /x', code: 'NOT_YOURS', times: 10 }],
      ['203.0.113.8', { call: 'GET /x', code: 'NOT_YOURS', times: 100 }],
    ]);
    const unlisted = written.filter(({ event }) => event === 'REFUSALS_UNLISTED');
    expect(unlisted.map(({ details }) => details)).toEqual([1, 10, 100].map((times) => ({ of: 'FORBIDDEN', times })));
    expect(written).toHaveLength(500 + 2 + 3);
    // A flood of the one leaves room for the other.
    expect(await left(tried('stranger@example.com'))).toEqual([['LOGIN_REFUSED', null, null, ADDRESS]]);
  });

  it('no secret', async () => {
    const log = JSON.stringify(await accounts.audit.latest(1000));
    for (const secret of [GOOD, BETTER, 'argon2', '#token', '#email']) expect(log).not.toContain(secret);
    const tokens = smtp.messages.flatMap(({ text }) => [...text.matchAll(/[\w-]{43}|\b\d{8}\b/g)].map(([one]) => one));
    expect(tokens.length).toBeGreaterThan(3);
    for (const token of tokens) expect(log).not.toContain(token);
  });
});
