/** Sign-up, verification, forgotten passwords, profiles and sub-users, over real mail. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, DAY_MS, dayOf, MAILS_TO_OPERATOR } from '@tidewaiter/contract';
import { DRAWN_ENGINES } from '@tidewaiter/testing/databases';
import { folderOfTest } from '@tidewaiter/testing/folder';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { code } from '../testing/refusals.js';
import { GOOD, HERE, invited, otpIn, person, startAccounts, tokenIn } from '../testing/start.js';
import { databaseOf } from './accounts.js';
import { users } from './database/schema.js';
import { portalSettings } from './site/settings.js';

describe.each(DRAWN_ENGINES)('people on %s can', async (engine) => {
  /** The same database in a portal where the operator verifies, or a mailed link. */
  const settings = (signUpVerification: 'operator' | 'mail') => ({
    settings: portalSettings('https://portal.example.com/', {
      ...{ signUpVerification, operatorEmail: 'operator@example.com', captchaWork: 4 },
    }),
  });
  const started = await startAccounts(engine, settings('operator'));
  const { smtp, clock, later, signIn, mailed } = started;
  let { accounts } = started;
  const reopen = async (...how: Parameters<typeof started.reopen>) => {
    accounts = await started.reopen(...how);
  };
  beforeEach(() => {
    smtp.messages.length = 0;
  });

  const opened = async (plan?: string) => started.opened(plan);
  const set = (token: string, password = GOOD) => code(accounts.access.passwords.set(token, password, HERE));
  const begin = (email: string) => accounts.access.passwordResets.begin(email, HERE);
  const verified = (id: string, otp: string) => code(accounts.access.passwordResets.verify(id, otp));
  const heldOf = (email: string) => databaseOf(accounts).select().from(users).where(eq(users.email, email));
  /** Tokens of all that was mailed; mails that are under way together arrive in any order. */
  const tokensTo = async (email: string) => (await mailed(email)).map((mail) => tokenIn(mail));

  it('sign up twice: the success is the same, and the owner of the address is told', async () => {
    const { user } = await opened();
    await accounts.people.signUps.take(person(user.email.toUpperCase()));
    expect((await mailed(user.email))[0]).toContain('You have one already');
    expect(await heldOf(user.email)).toHaveLength(1);
  });

  it('sign up while the portal dies: the next one goes on', async () => {
    const asked = person();
    await accounts.people.signUps.take(asked);
    await reopen();
    await Promise.all([accounts.mailer.idle(), accounts.mailer.idle()]);
    expect(await heldOf(asked.email)).toHaveLength(1);
    expect(await mailed('operator@example.com')).toHaveLength(1);
  });

  it('verify themselves by the link, where the operator says so', async () => {
    await reopen(settings('mail'));
    const asked = person();
    await accounts.people.signUps.take(asked);
    await accounts.mailer.idle();
    await accounts.people.firstLinks.sendAgain(await accounts.people.users.ofAddress(asked.email), null);
    const [first, second] = await tokensTo(asked.email);
    expect(await set(first ?? '')).toBe('LINK_EXPIRED');
    await accounts.access.passwords.set(second ?? '', GOOD, HERE);
    expect(await code(signIn(asked.email, GOOD))).toBe('no error');
    await reopen();
  });

  it('try a one-time password five times, for ten minutes', async () => {
    const { user } = await opened();
    const tries = await begin(user.email);
    const otp = otpIn((await mailed(user.email))[0]);
    const wrong = Array.from({ length: 8 }, () => verified(tries, '00000000'));
    expect(new Set(await Promise.all(wrong))).toEqual(new Set(['INVALID_OTP']));
    expect(await verified(tries, otp)).toBe('INVALID_OTP');
    const late = await begin(user.email);
    const lateOtp = otpIn((await mailed(user.email))[1]);
    later(10 * 60 * 1000 + 1);
    expect(await verified(late, lateOtp)).toBe('INVALID_OTP');
  });

  it('are mailed five one-time passwords an hour, whoever asks, and the last one stays good', async () => {
    const { user } = await opened();
    const ask = async () => {
      const id = await begin(user.email);
      await accounts.mailer.idle();
      later(1000);
      return id;
    };
    for (let n = 0; n < 5; n += 1) await ask();
    expect(await mailed(user.email)).toHaveLength(5);
    // What went before no longer lives, but for the last code: a stranger who asks cannot keep a person from a new password.
    later(30 * 60 * 1000);
    const [sixth, seventh] = [await ask(), await ask()];
    const sent = await mailed(user.email);
    expect(sent).toHaveLength(5);
    expect(await verified(sixth, otpIn(sent[0]))).toBe('INVALID_OTP');
    expect(await verified(sixth, otpIn(sent[4]))).toBe('no error');
    for (const id of [sixth, seventh, await ask()]) expect(await verified(id, otpIn(sent[4]))).toBe('INVALID_OTP');
    later(31 * 60 * 1000);
    await ask();
    expect(await mailed(user.email)).toHaveLength(6);
  });

  it('are mailed five codes also where they are asked for at once', async () => {
    const { user } = await opened();
    await Promise.all(Array.from({ length: 12 }, () => begin(user.email)));
    expect(await mailed(user.email)).toHaveLength(5);
  });

  it('are mailed five other messages an hour that anybody may have sent to them', async () => {
    const { user: owner } = await opened();
    const asked = person();
    for (let n = 0; n < 4; n += 1) {
      await accounts.people.signUps.take(asked);
      await accounts.mailer.idle();
    }
    const invite = (n: number) =>
      accounts.people.subUsers.create(owner, { ...invited(0, asked.email), firstname: `Eva ${n}` });
    const [first] = [await invite(1), await invite(2), await invite(3)];
    await accounts.people.subUsers.sendLinkAgain(owner, first.id);
    const mails = await mailed(asked.email);
    expect(mails).toHaveLength(5);
    // The operator's own are sent in any case, and of sign-ups the operator is told so many times an hour.
    await accounts.people.firstLinks.sendAgain(first, null);
    expect(await mailed(asked.email)).toHaveLength(6);
    const strangers = Array.from({ length: MAILS_TO_OPERATOR.points }, () => person());
    for (const stranger of strangers) await accounts.people.signUps.take(stranger);
    expect((await mailed('operator@example.com')).length).toBeLessThanOrEqual(MAILS_TO_OPERATOR.points);
  });

  it('invite sub-users up to the plan, with download points of the owner, also all at once', async () => {
    const team = { searches: 10, downloads: 100, workspaces: 2, subUserCount: 3 };
    await accounts.plans.catalogue.set('Team', { termMonths: null, ...team });
    const { user: owner } = await opened('Team');
    const invite = (downloadLimit: number) => accounts.people.subUsers.create(owner, invited(downloadLimit));
    expect(await code(invite(101))).toBe('DOWNLOAD_LIMIT_EXHAUSTED');
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => code(invite(20))));
    expect(outcomes.filter((outcome) => outcome === 'no error')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'SUB_USER_LIMIT_EXHAUSTED')).toHaveLength(3);
    const left = async () => (await accounts.plans.subscriptions.state(owner))?.downloadsLeft;
    expect(await left()).toBe(40);
    const [first, second] = await accounts.people.subUsers.list(owner);
    if (!first || !second) expect.fail('there are sub-users');
    await accounts.people.subUsers.setDownloadLimit(owner, first.user.id, 50);
    expect(await left()).toBe(10);
    expect(await code(accounts.people.subUsers.setDownloadLimit(owner, first.user.id, 61))).toBe(
      'DOWNLOAD_LIMIT_EXHAUSTED',
    );
    await accounts.people.subUsers.setActive(owner, second.user.id, false);
    expect(await left()).toBe(30);
    expect(await code(accounts.people.subUsers.setActive((await opened()).user, first.user.id, false))).toBe(
      'NOT_YOURS',
    );
    const subUser = await accounts.people.users.findById(first.user.id);
    if (!subUser) expect.fail('the sub-user is there');
    // The owner's searches, their own downloads (SPEC 6).
    expect(await accounts.plans.subscriptions.state(subUser)).toMatchObject({ searchesLeft: 10, downloadsLeft: 50 });
    // A new period gives the owner the plan's points and each active sub-user what the owner set.
    later(93 * DAY_MS);
    expect(await left()).toBe(30);
    expect((await accounts.people.subUsers.list(owner)).map(({ downloadsLeft }) => downloadsLeft)).toEqual([50, 0, 20]);
  });

  it('be sub-users by a mailed link, and end with their owner', async () => {
    const { user: owner } = await opened();
    const asked = person();
    await accounts.people.subUsers.create(owner, invited(5, asked.email));
    const [mail] = await mailed(asked.email);
    expect(mail).toContain('of Acme has made you a user');
    await accounts.access.passwords.set(tokenIn(mail), GOOD, HERE);
    const session = await signIn(asked.email, GOOD);
    expect(session.signedIn.uplineId).toBe(owner.id);
    await accounts.people.users.setDisabled(owner, true);
    expect(await code(accounts.access.sessions.resolve(session.signedIn.token))).toBe('SESSION_TIMEOUT');
    expect(await code(signIn(asked.email, GOOD))).toBe('INVALID_LOGIN');
  });

  it('be sent another link for a first password, after which the one before is dead', async () => {
    const { user: owner } = await opened();
    const asked = person();
    const { id } = await accounts.people.subUsers.create(owner, invited(0, asked.email));
    const [first = ''] = await tokensTo(asked.email);
    later(8 * DAY_MS);
    expect(await set(first)).toBe('LINK_EXPIRED');
    await accounts.people.subUsers.sendLinkAgain(owner, id);
    const [, second = ''] = await tokensTo(asked.email);
    await accounts.people.subUsers.sendLinkAgain(owner, id);
    const [, , third = ''] = await tokensTo(asked.email);
    expect(await set(second)).toBe('LINK_EXPIRED');
    await accounts.access.passwords.set(third, GOOD, HERE);
    expect(await code(signIn(asked.email, GOOD))).toBe('no error');
    expect(await code(accounts.people.subUsers.sendLinkAgain(owner, id))).toBe('LINK_NOT_NEEDED');
    expect(await code(accounts.people.subUsers.sendLinkAgain((await opened()).user, id))).toBe('NOT_YOURS');
    expect(await mailed(asked.email)).toHaveLength(3);
    const sent = (await accounts.audit.latest(20, { subjectId: id })).filter(({ event }) => event === 'LINK_SENT');
    expect(sent.map(({ actorId }) => actorId)).toEqual([owner.id, owner.id]);
  });

  it('be sent no link while they are disabled, nor to an address that has an account, whose owner alone hears of it', async () => {
    const [{ user: owner }, { user: known }] = [await opened(), await opened()];
    const sub = await accounts.people.subUsers.create(owner, invited(0, known.email));
    await accounts.people.subUsers.sendLinkAgain(owner, sub.id);
    const mails = await mailed(known.email);
    expect(mails).toHaveLength(2);
    expect(mails[0]).toContain('You have one already');
    for (const mail of mails) expect(mail).not.toContain('#token');
    expect((await accounts.people.subUsers.list(owner))[0]?.user).toMatchObject({
      email: known.email,
      verifiedAt: null,
    });
    expect((await accounts.people.users.findByEmail(known.email))?.id).toBe(known.id);
    await accounts.people.subUsers.setActive(owner, sub.id, false);
    expect(await code(accounts.people.subUsers.sendLinkAgain(owner, sub.id))).toBe('LINK_NOT_NEEDED');
  });

  it('be sent another link by the operator, once they are verified or where the link verifies', async () => {
    const asked = person();
    await accounts.people.signUps.take(asked);
    await accounts.mailer.idle();
    const again = async () =>
      accounts.people.firstLinks.sendAgain(await accounts.people.users.ofAddress(asked.email), null);
    await expect(again()).rejects.toThrow(`account verify ${asked.email}`);
    expect(await code(signIn(asked.email, ''))).toBe('INVALID_LOGIN');
    await accounts.people.signUps.verify(await accounts.people.users.ofAddress(asked.email));
    const [first = ''] = await tokensTo(asked.email);
    await again();
    const [, second = ''] = await tokensTo(asked.email);
    expect(await set(first)).toBe('LINK_EXPIRED');
    for (const weak of ['password1', `${asked.email}1`]) expect(await set(second, weak)).toBe('PASSWORD_REFUSED');
    expect(await set(second)).toBe('no error');
    expect(await code(again())).toBe('LINK_NOT_NEEDED');
  });

  it('hear of the end of their subscription ahead, once each time', async () => {
    const { user } = await opened();
    const day = (days: number) => addDays(dayOf(clock.now), days);
    await accounts.plans.subscriptions.subscribe(user.id, { plan: 'SME', expiresOn: day(31) });
    const notices = async () => {
      await Promise.all([accounts.plans.expiryNotices.send(), accounts.plans.expiryNotices.send()]);
      return (await mailed(user.email)).length;
    };
    expect(await notices()).toBe(0);
    const told: number[] = [];
    for (const days of [1, 3, 20, 6, 1]) {
      later(days * DAY_MS);
      told.push(await notices());
    }
    expect(told).toEqual([1, 1, 2, 3, 3]);
    later(DAY_MS);
    expect(await code(accounts.plans.subscriptions.active(user))).toBe('NO_SUBSCRIPTION');
    expect(await notices()).toBe(3);
    // The last day is a day of the subscription still.
    await accounts.plans.subscriptions.subscribe(user.id, { plan: 'SME', expiresOn: day(0) });
    expect(await code(accounts.plans.subscriptions.active(user))).toBe('no error');
    expect(await notices()).toBe(4);
  });

  it('ask for a plan, which the operator hears of', async () => {
    const { user } = await opened();
    await accounts.plans.subscriptions.request(user, 'SME');
    expect((await mailed('operator@example.com')).at(-1)).toContain('--plan SME');
    expect(await code(accounts.plans.subscriptions.request(user, 'Operator'))).toBe('VALIDATION');
  });

  it('read what no server took in the outbox', async () => {
    const { user } = await opened();
    const outbox = folderOfTest();
    await reopen({ mail: { smtpUrl: smtp.url, from: 'portal@example.com', outbox } });
    smtp.refuse();
    await begin(user.email);
    await accounts.mailer.idle();
    const [file = ''] = await readdir(outbox);
    expect(await readFile(join(outbox, file), 'utf8')).toContain(`To: ${user.email}`);
    expect((await stat(join(outbox, file))).mode & 0o077).toBe(0);
    const details = expect.objectContaining({ to: user.email, subject: 'Your one-time password', outbox });
    expect((await accounts.audit.latest(1))[0]).toMatchObject({ event: 'MAIL_FAILED', details });
    const [failed] = await accounts.jobs.list({ states: ['FAILED'], limit: 1 });
    expect(failed).toMatchObject({ kind: 'mail', error: expect.stringContaining('No server took it') });
  });
});
