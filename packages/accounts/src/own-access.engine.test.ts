/** What people change of their own way in: password, address, sessions. Over real mail. */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@tidewaiter/contract';
import { account } from '@tidewaiter/testing/account';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { options } from '@tidewaiter/testing/options';
import { beforeEach, describe, expect, it } from 'vitest';
import { code } from '../testing/refusals.js';
import { GOOD, HERE, otpIn, person, startAccounts, tokenIn } from '../testing/start.js';
import type { User } from './users/user.js';

/** What the operator has set: fewer than the portal's own number. */
const SESSIONS = 4;

describe.each(DRAWN_ENGINES)('people on %s can', async (engine) => {
  const settings = { ...options().settings, sessionsPerPerson: SESSIONS };
  const { accounts, smtp, later, signIn, mailed } = await startAccounts(engine, { settings });
  const {
    access: { sessions, passwords, passwordResets },
    people: { profiles },
  } = accounts;
  beforeEach(async () => {
    // What the test before had mailed may still be on its way.
    await accounts.mailer.idle();
    smtp.messages.length = 0;
  });

  const opened = () => accounts.people.newAccounts.create(account());
  const now = async ({ id }: User) => (await accounts.people.users.findById(id)) ?? expect.fail();
  const resolved = ({ signedIn }: { signedIn: { token: string } }) => code(sessions.resolve(signedIn.token));
  const confirmed = (token: string) => code(profiles.confirmEmail(token, HERE));
  const undone = (token: string) => code(profiles.undoEmail(token, HERE));
  /** What shows that it is the person who moves their account; the session is one that stays. */
  const proof = (currentPassword: string, sessionId: string = randomUUID()) => ({
    ...{ currentPassword, sessionId, address: HERE },
  });
  const forgotten = async ({ email }: User) => {
    const id = await passwordResets.begin(email, HERE);
    return { id, otp: otpIn((await mailed(email)).at(-1)) };
  };
  const reset = async (user: User) => {
    const { id, otp } = await forgotten(user);
    return passwordResets.verify(id, otp);
  };

  it('change their password with the current one, which renews their session and ends the others', async () => {
    const { user, password } = await opened();
    const here = await signIn(user.email, password, { keepLoggedIn: true });
    const there = await signIn(user.email, password);
    const change = { password: GOOD, sessionId: here.signedIn.sessionId, address: HERE };
    const changed = (currentPassword: string) => code(passwords.change(user, { ...change, currentPassword }));
    expect(await changed('wrong')).toBe('INCORRECT_PASSWORD');
    const renewed = await passwords.change(user, { ...change, currentPassword: password });
    for (const before of [here, there]) {
      expect(await resolved(before)).toBe('SESSION_TIMEOUT');
      expect(await code(sessions.restore(before.restoreSecret))).toBe('SESSION_TIMEOUT');
    }
    expect(await resolved(renewed)).toBe('no error');
    expect(await sessions.restore(renewed.restoreSecret)).toEqual(renewed.signedIn);
    expect(await sessions.list(user)).toMatchObject([{ id: renewed.signedIn.sessionId, kept: true }]);
    // A second change by the password that was: it had been looked at when the first was written.
    expect(await changed(password)).toBe('INCORRECT_PASSWORD');
  });

  it('open no session by a password that is changed while it is looked at', async () => {
    const { user, password } = await opened();
    const { signedIn } = await signIn(user.email, password);
    const change = { password: GOOD, currentPassword: password, sessionId: signedIn.sessionId, address: '' };
    const [renewed] = await Promise.all([
      passwords.change(user, change),
      ...Array.from({ length: 8 }, () => code(signIn(user.email, password))),
    ]);
    expect((await sessions.list(user)).map(({ id }) => id)).toEqual([renewed.signedIn.sessionId]);
  });

  it('be known by the twenty browsers that they signed in with last', async () => {
    const { user } = await opened();
    const secrets: string[] = [];
    for (let n = 0; n < 21; n += 1) {
      later(1000);
      secrets.push(await accounts.access.knownBrowsers.remember(user.id, undefined));
    }
    const known = await Promise.all(secrets.map((secret) => accounts.access.knownBrowsers.knows(secret, user.email)));
    expect(known).toEqual(secrets.map((_, index) => index > 0));
  });

  it('choose another password than the operator read as one that they forgot', async () => {
    const forgets = await accounts.people.newAccounts.create(account({ mustChangePassword: true }));
    await passwords.set(await reset(forgets.user), GOOD, HERE);
    expect((await signIn(forgets.user.email, GOOD)).signedIn.mustChangePassword).toBe(false);
  });

  it('take back what they had mailed when they change or set their password: nobody else comes in by it', async () => {
    const { user, password } = await opened();
    const here = await signIn(user.email, password);
    // Somebody who has their session, or reads their mail, makes ready to come again.
    const intruder = person();
    await profiles.update(user, intruder, proof(password, here.signedIn.sessionId));
    const moved = tokenIn((await mailed(intruder.email))[0], 'email');
    const verified = await reset(user);
    const waiting = await forgotten(user);
    const change = { sessionId: here.signedIn.sessionId, address: HERE };
    await passwords.change(user, { ...change, currentPassword: password, password: GOOD });
    expect(await confirmed(moved)).toBe('LINK_EXPIRED');
    expect(await code(passwords.set(verified, GOOD, HERE))).toBe('LINK_EXPIRED');
    expect(await code(passwordResets.verify(waiting.id, waiting.otp))).toBe('INVALID_OTP');
    expect(await code(signIn(user.email, GOOD))).toBe('no error');

    const changed = await now(user);
    await profiles.update(changed, intruder, proof(GOOD));
    const again = tokenIn((await mailed(intruder.email)).at(-1), 'email');
    await passwords.set(await reset(user), GOOD, HERE);
    expect(await confirmed(again)).toBe('LINK_EXPIRED');
  });

  it('be sure that nothing is opened by a call that was under way as their password was changed', async () => {
    const { user, password } = await opened();
    await passwords.change(user, { currentPassword: password, password: GOOD, sessionId: randomUUID(), address: HERE });
    const [bucket, webhook] = [
      { kind: 'S3', endpoint: 'https://s3.example.com', region: 'us-east-1', bucket: 'files', folder: '' },
      { address: 'https://example.com/hook', events: ['data.new'] },
    ] as const;
    const place = { ...bucket, accessKeyId: 'key' };
    const openings = [
      (by: User) => accounts.webhooks.create(by, webhook, {}),
      (by: User) =>
        accounts.access.apiKeys.create(by, { name: 'Key', scopes: ['search'], expiresOn: null }, { actorId: by.id }),
      (by: User) =>
        accounts.following.destinations.create(by, { name: 'Store', place, secret: 's', publicKey: null }, {}),
    ];
    const changed = await now(user);
    for (const open of openings) {
      expect(await code(open(user)), String(open)).toBe('SESSION_TIMEOUT');
      expect(await code(open(changed)), String(open)).toBe('no error');
    }
  });

  it('have as many sessions as the operator sets, of which a new one ends the one that was used longest ago', async () => {
    const { user, password } = await opened();
    const all = [];
    for (let n = 0; n < SESSIONS + 2; n += 1) {
      later(1000);
      all.push(await signIn(user.email, password));
    }
    const standing = (await sessions.list(user)).map(({ id }) => id);
    const latest = all.slice(2).map(({ signedIn }) => signedIn.sessionId);
    expect(standing).toEqual(latest.reverse());
    expect(await code(sessions.resolve(all[0]?.signedIn.token ?? ''))).toBe('SESSION_TIMEOUT');
  });

  it('see and end their own sessions only', async () => {
    const [mine, other] = [await opened(), await opened()];
    const { email } = mine.user;
    const [first, second] = [await signIn(email, mine.password), await signIn(email, mine.password)];
    const foreign = await signIn(other.user.email, other.password);
    const ids = (await sessions.list(mine.user)).map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set([first.signedIn.sessionId, second.signedIn.sessionId]));
    expect(await code(sessions.endOwn(mine.user, foreign.signedIn.sessionId, ''))).toBe('NOT_YOURS');
    expect(await code(sessions.endOwn(mine.user, 'made up', ''))).toBe('NOT_YOURS');
    await sessions.endOwn(mine.user, second.signedIn.sessionId, '');
    expect(await sessions.list(mine.user)).toHaveLength(1);
    await accounts.people.users.setDisabled(mine.user, true);
    expect(await resolved(first)).toBe('SESSION_TIMEOUT');
    expect(await code(signIn(email, mine.password))).toBe('INVALID_LOGIN');
  });

  it('change their address once its link is opened, and to no address that is taken', async () => {
    const [{ user, password }, other] = [await opened(), await opened()];
    const next = { ...person(), firstname: 'Eva' };
    const [here, there] = [await signIn(user.email, password), await signIn(user.email, password)];
    const { sessionId, token: stays } = here.signedIn;
    const asItWas = await accounts.people.users.findById(user.id);
    expect(await code(profiles.update(user, next, proof('wrong', sessionId)))).toBe('INCORRECT_PASSWORD');
    expect(await accounts.people.users.findById(user.id)).toEqual(asItWas);
    expect(await resolved(there)).toBe('no error');
    const { toConfirm } = await profiles.update(user, next, proof(password, sessionId));
    expect(toConfirm).toBe(true);
    expect(await code(sessions.resolve(stays))).toBe('no error');
    expect(await resolved(there)).toBe('SESSION_TIMEOUT');
    const before = await accounts.people.users.findById(user.id);
    expect(before).toMatchObject({ firstname: 'Eva', email: user.email });
    const token = tokenIn((await mailed(next.email))[0], 'email');
    await profiles.confirmEmail(token, HERE);
    expect(await accounts.people.users.findById(user.id)).toMatchObject({ email: next.email });
    const [told, moved] = await mailed(user.email);
    expect(told).toContain(`wants it to use the address ${next.email}`);
    expect(moved).toContain(`Your account now uses the address ${next.email}`);
    // The old address was told before the new one had its link.
    expect(smtp.messages.map(({ to }) => to[0])).toEqual([user.email, next.email, user.email]);
    expect((await profiles.update(user, person(other.user.email), proof(password))).toConfirm).toBe(true);
    await accounts.mailer.idle();
    expect(smtp.messages.some(({ to, text }) => to.includes(other.user.email) && text.includes('#email'))).toBe(false);
  });

  it('undo a change of their address, by a link that no later change closes', async () => {
    const { user, password } = await opened();
    const [theirs, further] = [person(), person()];
    // Somebody who knows the password moves the account, twice, and sets another password.
    await profiles.update(user, theirs, proof(password));
    const undo = tokenIn((await mailed(user.email))[0], 'undo');
    await profiles.confirmEmail(tokenIn((await mailed(theirs.email))[0], 'email'), HERE);
    const moved = await now(user);
    const { signedIn } = await signIn(theirs.email, password);
    const change = { currentPassword: password, password: GOOD, sessionId: signedIn.sessionId, address: '' };
    await passwords.change(moved, change);
    const changed = await now(user);
    await profiles.update(changed, further, proof(GOOD));
    const backToTheirs = tokenIn((await mailed(theirs.email)).at(-1), 'undo');
    const toFurther = tokenIn((await mailed(further.email))[0], 'email');
    const intruder = await signIn(theirs.email, GOOD);

    later(13 * DAY_MS);
    const token = await profiles.undoEmail(undo, HERE);
    expect(await accounts.people.users.findById(user.id)).toMatchObject({ email: user.email });
    expect((await mailed(theirs.email)).at(-1)).toContain(`uses the address ${user.email} again`);
    expect(await resolved(intruder)).toBe('SESSION_TIMEOUT');
    for (const known of [password, GOOD]) expect(await code(signIn(user.email, known))).toBe('INVALID_LOGIN');
    expect(await confirmed(toFurther)).toBe('LINK_EXPIRED');
    for (const used of [undo, backToTheirs, toFurther, 'made up']) expect(await undone(used)).toBe('LINK_EXPIRED');
    const own = 'lantern by the harbour 7';
    await passwords.set(token, own, HERE);
    expect(await code(signIn(user.email, own))).toBe('no error');
  });

  it('undo a change that does not count yet; a link that is too old undoes nothing', async () => {
    const { user, password } = await opened();
    const next = person();
    await profiles.update(user, next, proof(password));
    const undo = tokenIn((await mailed(user.email))[0], 'undo');
    const confirm = tokenIn((await mailed(next.email))[0], 'email');
    await profiles.undoEmail(undo, HERE);
    expect(await confirmed(confirm)).toBe('LINK_EXPIRED');
    expect(await code(signIn(user.email, password))).toBe('INVALID_LOGIN');

    const late = await opened();
    await profiles.update(late.user, person(), proof(late.password));
    const old = tokenIn((await mailed(late.user.email))[0], 'undo');
    later(14 * DAY_MS + 1);
    expect(await undone(old)).toBe('LINK_EXPIRED');
  });
});
