/** What people change of their own way in: password, address, sessions. Over real mail. */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { options } from '@tidewaiter/testing/options';
import type { TestSmtp } from '@tidewaiter/testing/smtp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { code } from '../testing/refusals.js';
import { startAccounts } from '../testing/start.js';
import type { Accounts } from './accounts.js';

const GOOD = 'correct ferry window 42';

/** What the operator has set: fewer than the portal's own number. */
const SESSIONS = 4;

describe.each(DRAWN_ENGINES)('people on %s can', (engine) => {
  let smtp: TestSmtp;
  let accounts: Accounts;
  let now = new Date('2026-05-10T12:00:00Z');
  beforeAll(async () => {
    const started = await startAccounts(engine, {
      settings: { ...options().settings, sessionsPerPerson: SESSIONS },
      now: () => now,
    });
    ({ accounts, smtp } = started);
    return started.close;
  });
  beforeEach(async () => {
    // What the test before had mailed may still be on its way.
    await accounts.mailer.idle();
    smtp.messages.length = 0;
  });

  const person = (email = `p${Math.random().toString(36).slice(2)}@example.com`) => ({
    email,
    firstname: 'Ada',
    lastname: 'Bay',
    mobile: '+31 20 123456',
    companyName: 'Acme',
  });
  const opened = () => accounts.newAccounts.create(account());
  const signIn = (email: string, password: string, more: { keepLoggedIn?: boolean; restoreSecret?: string } = {}) =>
    accounts.sessions.login({ email, password, keepLoggedIn: false, address: '127.0.0.1', ...more });
  /** What shows that it is the person who moves their account; the session is one that stays. */
  const proof = (currentPassword: string, sessionId: string = randomUUID()) => ({
    currentPassword,
    sessionId,
    address: '127.0.0.1',
  });
  const mailed = async (to: string) => {
    await accounts.mailer.idle();
    return smtp.messages.filter((message) => message.to.includes(to)).map(({ text }) => text);
  };
  const tokenIn = (text: string | undefined, name: string) =>
    new RegExp(`#${name}=([\\w-]{43})`).exec(text ?? '')?.[1] ?? 'none';
  const otpIn = (text: string | undefined) => /password is (\d{8})/.exec(text ?? '')?.[1] ?? 'none';

  it('change their password with the current one, which renews their session and ends the others', async () => {
    const { user, password } = await opened();
    const [here, there] = [
      await signIn(user.email, password, { keepLoggedIn: true }),
      await signIn(user.email, password),
    ];
    const change = { password: GOOD, sessionId: here.signedIn.sessionId, address: '127.0.0.1' };
    expect(await code(accounts.passwords.change(user, { ...change, currentPassword: 'wrong' }))).toBe(
      'INCORRECT_PASSWORD',
    );
    const renewed = await accounts.passwords.change(user, { ...change, currentPassword: password });
    for (const before of [here, there]) {
      expect(await code(accounts.sessions.resolve(before.signedIn.token))).toBe('SESSION_TIMEOUT');
      expect(await code(accounts.sessions.restore(before.restoreSecret))).toBe('SESSION_TIMEOUT');
    }
    expect(await code(accounts.sessions.resolve(renewed.signedIn.token))).toBe('no error');
    expect(await accounts.sessions.restore(renewed.restoreSecret)).toEqual(renewed.signedIn);
    expect(await accounts.sessions.list(user)).toMatchObject([{ id: renewed.signedIn.sessionId, kept: true }]);
    // A second change by the password that was: it had been looked at when the first was written.
    expect(await code(accounts.passwords.change(user, { ...change, currentPassword: password }))).toBe(
      'INCORRECT_PASSWORD',
    );
  });

  it('open no session by a password that is changed while it is looked at', async () => {
    const { user, password } = await opened();
    const { signedIn } = await signIn(user.email, password);
    const change = { password: GOOD, currentPassword: password, sessionId: signedIn.sessionId, address: '' };
    const [renewed] = await Promise.all([
      accounts.passwords.change(user, change),
      ...Array.from({ length: 8 }, () => code(signIn(user.email, password))),
    ]);
    expect((await accounts.sessions.list(user)).map(({ id }) => id)).toEqual([renewed.signedIn.sessionId]);
  });

  it('end the session that their browser had when they sign in again, whoever it was of', async () => {
    const [mine, other] = [await opened(), await opened()];
    const first = await signIn(mine.user.email, mine.password);
    const { restoreSecret } = first;
    expect(await code(signIn(other.user.email, 'wrong', { restoreSecret }))).toBe('INVALID_LOGIN');
    expect(await code(accounts.sessions.resolve(first.signedIn.token))).toBe('no error');
    const second = await signIn(other.user.email, other.password, { restoreSecret });
    expect(await code(accounts.sessions.resolve(first.signedIn.token))).toBe('SESSION_TIMEOUT');
    expect(await code(signIn(mine.user.email, mine.password, { restoreSecret: 'made up' }))).toBe('no error');
    expect(await code(accounts.sessions.resolve(second.signedIn.token))).toBe('no error');
  });

  it('be known by the twenty browsers that they signed in with last', async () => {
    const { user } = await opened();
    const secrets: string[] = [];
    for (let n = 0; n < 21; n += 1) {
      now = new Date(now.getTime() + 1000);
      secrets.push(await accounts.knownBrowsers.remember(user.id, undefined));
    }
    const known = await Promise.all(secrets.map((secret) => accounts.knownBrowsers.knows(secret, user.email)));
    expect(known).toEqual(secrets.map((_, index) => index > 0));
  });

  it('sign in by the password that the operator read until they have chosen another one', async () => {
    const { user, password } = await accounts.newAccounts.create(account({ mustChangePassword: true }));
    const { signedIn } = await signIn(user.email, password);
    expect(signedIn.mustChangePassword).toBe(true);
    const change = { currentPassword: password, sessionId: signedIn.sessionId, address: '127.0.0.1' };
    expect(await code(accounts.passwords.change(user, { ...change, password }))).toBe('PASSWORD_REFUSED');
    const renewed = await accounts.passwords.change(user, { ...change, password: GOOD });
    expect(renewed.signedIn.mustChangePassword).toBe(false);
    expect((await signIn(user.email, GOOD)).signedIn.mustChangePassword).toBe(false);

    const forgets = await accounts.newAccounts.create(account({ mustChangePassword: true }));
    const id = await accounts.passwordResets.begin(forgets.user.email, '127.0.0.1');
    const token = await accounts.passwordResets.verify(id, otpIn((await mailed(forgets.user.email))[0]));
    await accounts.passwords.set(token, GOOD, '127.0.0.1');
    expect((await signIn(forgets.user.email, GOOD)).signedIn.mustChangePassword).toBe(false);
  });

  it('take back what they had mailed when they change or set their password: nobody else comes in by it', async () => {
    const { user, password } = await opened();
    const here = await signIn(user.email, password);
    // Somebody who has their session, or reads their mail, makes ready to come again.
    const intruder = person();
    await accounts.profiles.update(user, intruder, proof(password, here.signedIn.sessionId));
    const moved = tokenIn((await mailed(intruder.email))[0], 'email');
    const first = await accounts.passwordResets.begin(user.email, '127.0.0.1');
    const reset = await accounts.passwordResets.verify(first, otpIn((await mailed(user.email)).at(-1)));
    const waiting = await accounts.passwordResets.begin(user.email, '127.0.0.1');
    const otp = otpIn((await mailed(user.email)).at(-1));
    const change = { sessionId: here.signedIn.sessionId, address: '127.0.0.1' };
    await accounts.passwords.change(user, { ...change, currentPassword: password, password: GOOD });
    expect(await code(accounts.profiles.confirmEmail(moved, '127.0.0.1'))).toBe('LINK_EXPIRED');
    expect(await code(accounts.passwords.set(reset, GOOD, '127.0.0.1'))).toBe('LINK_EXPIRED');
    expect(await code(accounts.passwordResets.verify(waiting, otp))).toBe('INVALID_OTP');
    expect(await code(signIn(user.email, GOOD))).toBe('no error');

    const changed = (await accounts.users.findById(user.id)) ?? user;
    await accounts.profiles.update(changed, intruder, proof(GOOD));
    const again = tokenIn((await mailed(intruder.email)).at(-1), 'email');
    const id = await accounts.passwordResets.begin(user.email, '127.0.0.1');
    const token = await accounts.passwordResets.verify(id, otpIn((await mailed(user.email)).at(-1)));
    await accounts.passwords.set(token, GOOD, '127.0.0.1');
    expect(await code(accounts.profiles.confirmEmail(again, '127.0.0.1'))).toBe('LINK_EXPIRED');
  });

  it('have as many sessions as the operator sets, of which a new one ends the one that was used longest ago', async () => {
    const { user, password } = await opened();
    const all = [];
    for (let n = 0; n < SESSIONS + 2; n += 1) {
      now = new Date(now.getTime() + 1000);
      all.push(await signIn(user.email, password));
    }
    const standing = (await accounts.sessions.list(user)).map(({ id }) => id);
    const latest = all.slice(2).map(({ signedIn }) => signedIn.sessionId);
    expect(standing).toEqual(latest.reverse());
    expect(await code(accounts.sessions.resolve(all[0]?.signedIn.token ?? ''))).toBe('SESSION_TIMEOUT');
  });

  it('see and end their own sessions only', async () => {
    const [mine, other] = [await opened(), await opened()];
    const [first, second] = [
      await signIn(mine.user.email, mine.password),
      await signIn(mine.user.email, mine.password),
    ];
    const foreign = await signIn(other.user.email, other.password);
    const ids = (await accounts.sessions.list(mine.user)).map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set([first.signedIn.sessionId, second.signedIn.sessionId]));
    expect(await code(accounts.sessions.endOwn(mine.user, foreign.signedIn.sessionId, ''))).toBe('NOT_YOURS');
    expect(await code(accounts.sessions.endOwn(mine.user, 'made up', ''))).toBe('NOT_YOURS');
    await accounts.sessions.endOwn(mine.user, second.signedIn.sessionId, '');
    expect(await accounts.sessions.list(mine.user)).toHaveLength(1);
    await accounts.users.setDisabled(mine.user, true);
    expect(await code(accounts.sessions.resolve(first.signedIn.token))).toBe('SESSION_TIMEOUT');
    expect(await code(signIn(mine.user.email, mine.password))).toBe('INVALID_LOGIN');
  });

  it('change their address once its link is opened, and to no address that is taken', async () => {
    const [{ user, password }, other] = [await opened(), await opened()];
    const next = { ...person(), firstname: 'Eva' };
    const [here, there] = [await signIn(user.email, password), await signIn(user.email, password)];
    const { sessionId, token: stays } = here.signedIn;
    const asItWas = await accounts.users.findById(user.id);
    expect(await code(accounts.profiles.update(user, next, proof('wrong', sessionId)))).toBe('INCORRECT_PASSWORD');
    expect(await accounts.users.findById(user.id)).toEqual(asItWas);
    expect(await code(accounts.sessions.resolve(there.signedIn.token))).toBe('no error');
    const { toConfirm } = await accounts.profiles.update(user, next, proof(password, sessionId));
    expect(toConfirm).toBe(true);
    expect(await code(accounts.sessions.resolve(stays))).toBe('no error');
    expect(await code(accounts.sessions.resolve(there.signedIn.token))).toBe('SESSION_TIMEOUT');
    const before = await accounts.users.findById(user.id);
    expect(before).toMatchObject({ firstname: 'Eva', email: user.email });
    const token = tokenIn((await mailed(next.email))[0], 'email');
    await accounts.profiles.confirmEmail(token, '127.0.0.1');
    expect(await accounts.users.findById(user.id)).toMatchObject({ email: next.email });
    const [told, moved] = await mailed(user.email);
    expect(told).toContain(`wants it to use the address ${next.email}`);
    expect(moved).toContain(`Your account now uses the address ${next.email}`);
    // The old address was told before the new one had its link.
    expect(smtp.messages.map(({ to }) => to[0])).toEqual([user.email, next.email, user.email]);
    expect((await accounts.profiles.update(user, person(other.user.email), proof(password))).toConfirm).toBe(true);
    await accounts.mailer.idle();
    expect(smtp.messages.some(({ to, text }) => to.includes(other.user.email) && text.includes('#email'))).toBe(false);
  });

  it('undo a change of their address, by a link that no later change closes', async () => {
    const { user, password } = await opened();
    const [theirs, further] = [person(), person()];
    // Somebody who knows the password moves the account, twice, and sets another password.
    await accounts.profiles.update(user, theirs, proof(password));
    const undo = tokenIn((await mailed(user.email))[0], 'undo');
    await accounts.profiles.confirmEmail(tokenIn((await mailed(theirs.email))[0], 'email'), '127.0.0.1');
    const moved = (await accounts.users.findById(user.id)) ?? user;
    const { signedIn } = await signIn(theirs.email, password);
    const change = { currentPassword: password, password: GOOD, sessionId: signedIn.sessionId, address: '' };
    await accounts.passwords.change(moved, change);
    const changed = (await accounts.users.findById(user.id)) ?? user;
    await accounts.profiles.update(changed, further, proof(GOOD));
    const backToTheirs = tokenIn((await mailed(theirs.email)).at(-1), 'undo');
    const toFurther = tokenIn((await mailed(further.email))[0], 'email');
    const intruder = await signIn(theirs.email, GOOD);

    now = new Date(now.getTime() + 13 * DAY_MS);
    const token = await accounts.profiles.undoEmail(undo, '127.0.0.1');
    expect(await accounts.users.findById(user.id)).toMatchObject({ email: user.email });
    expect((await mailed(theirs.email)).at(-1)).toContain(`uses the address ${user.email} again`);
    expect(await code(accounts.sessions.resolve(intruder.signedIn.token))).toBe('SESSION_TIMEOUT');
    for (const known of [password, GOOD]) expect(await code(signIn(user.email, known))).toBe('INVALID_LOGIN');
    expect(await code(accounts.profiles.confirmEmail(toFurther, '127.0.0.1'))).toBe('LINK_EXPIRED');
    for (const used of [undo, backToTheirs, toFurther, 'made up']) {
      expect(await code(accounts.profiles.undoEmail(used, '127.0.0.1'))).toBe('LINK_EXPIRED');
    }
    const own = 'lantern by the harbour 7';
    await accounts.passwords.set(token, own, '127.0.0.1');
    expect(await code(signIn(user.email, own))).toBe('no error');
  });

  it('undo a change that does not count yet; a link that is too old undoes nothing', async () => {
    const { user, password } = await opened();
    const next = person();
    await accounts.profiles.update(user, next, proof(password));
    const undo = tokenIn((await mailed(user.email))[0], 'undo');
    const confirm = tokenIn((await mailed(next.email))[0], 'email');
    await accounts.profiles.undoEmail(undo, '127.0.0.1');
    expect(await code(accounts.profiles.confirmEmail(confirm, '127.0.0.1'))).toBe('LINK_EXPIRED');
    expect(await code(signIn(user.email, password))).toBe('INVALID_LOGIN');

    const late = await opened();
    await accounts.profiles.update(late.user, person(), proof(late.password));
    const old = tokenIn((await mailed(late.user.email))[0], 'undo');
    now = new Date(now.getTime() + 14 * DAY_MS + 1);
    expect(await code(accounts.profiles.undoEmail(old, '127.0.0.1'))).toBe('LINK_EXPIRED');
  });
});
