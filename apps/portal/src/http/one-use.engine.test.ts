/** What works once, for one person: used again, or by somebody else, it says so and nothing changes. */

import { contentsOf } from '@tidewaiter/testing/contents';
import { linkTokens, outbox } from '@tidewaiter/testing/outbox';
import { beforeEach, describe, expect, it } from 'vitest';
import { failure, raw } from '../../testing/calls.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { sharedPortal } from '../../testing/shared-portal.js';

const portal = sharedPortal();
let mine: SignedInAccount;
let other: SignedInAccount;
beforeEach(async () => {
  [mine, other] = [await portal.signIn(), await portal.signIn()];
});

const GOOD = 'correct ferry window 42';
const password = { password: GOOD, confirmPassword: GOOD };

const mails = async (to: string) => {
  await portal.services.accounts.mailer.idle();
  return outbox(portal.config.dataFolder, to);
};

/** A call that must be refused by a code, and change nothing but what it may. */
async function refused(code: string, call: () => Promise<unknown>, ...mayChange: string[]): Promise<void> {
  const before = await contentsOf(portal.services.accounts, ...mayChange);
  expect((await failure(call())).code).toBe(code);
  expect(await contentsOf(portal.services.accounts, ...mayChange)).toEqual(before);
}

const forgets = async ({ client, email }: SignedInAccount) => {
  const { requestId } = await client.forgotPassword({ userEmail: email });
  const otp = /password is (\d{8})/.exec((await mails(email)).at(-1) ?? '')?.[1] ?? '';
  return { requestId, otp };
};

/** The tokens of the links that confirm a new address, which each of some people asked for. */
async function moves(email: string, ...people: SignedInAccount[]): Promise<(string | undefined)[]> {
  const profile = { firstname: 'Ada', lastname: 'Bay', email, mobile: '+31201234567', company_name: 'Acme' };
  for (const { client, person, password: currentPassword } of people)
    await client.updateUser({ ...profile, currentPassword }, { params: { userId: person.userid } });
  return (await mails(email)).map((mail) => /#email=([\w-]{43})/.exec(mail)?.[1]);
}

it("a one-time password does not open another person's request", async () => {
  const [own, theirs] = [await forgets(mine), await forgets(other)];
  const swapped = { ...own, requestId: theirs.requestId };
  await refused('INVALID_OTP', () => mine.client.verifyOtp(swapped), 'password_resets');
  const { requestId } = await mine.client.forgotPassword({ userEmail: 'nobody@example.com' });
  await refused('INVALID_OTP', () => mine.client.verifyOtp({ ...own, requestId }), 'password_resets');
  expect(await other.client.verifyOtp(theirs)).toMatchObject({ token: expect.any(String) });
});

describe('a token', () => {
  it('sets the password of its own person, once, and of nobody else', async () => {
    const { token } = await mine.client.verifyOtp(await forgets(mine));
    const theirRow = async () =>
      (await contentsOf(portal.services.accounts)).filter((row) => row.includes(`"${other.email}"`));
    const before = await theirRow();
    await other.client.setPassword({ token, ...password });
    expect(await theirRow()).toEqual(before);
    expect((await failure(mine.client.noticeList({}))).code).toBe('SESSION_TIMEOUT');
    expect((await mails(mine.email)).at(-1)).toContain('has been changed');
    for (const [email, opens] of [[other.email, other.password] as const, [mine.email, GOOD] as const])
      expect(await other.client.login({ email, password: opens })).toMatchObject({ email });
    await refused('LINK_EXPIRED', () => mine.client.setPassword({ token, ...password }));
    await refused('LINK_EXPIRED', () => mine.client.setPassword({ token: '', ...password }));
  });

  it('for a new address sets no password, and one for a password confirms no address', async () => {
    const [toConfirm = ''] = await moves('moved@example.com', mine);
    await refused('LINK_EXPIRED', () => mine.client.setPassword({ token: toConfirm, ...password }));
    const { token } = await mine.client.verifyOtp(await forgets(mine));
    await refused('LINK_EXPIRED', () => mine.client.confirmEmail({ token }));
    await mine.client.confirmEmail({ token: toConfirm });
    await refused('LINK_EXPIRED', () => mine.client.confirmEmail({ token: toConfirm }));
  });

  it('for an address that somebody else has confirmed since is refused', async () => {
    const [first = '', second = ''] = await moves('wanted@example.com', mine, other);
    await mine.client.confirmEmail({ token: first });
    await refused('LINK_EXPIRED', () => other.client.confirmEmail({ token: second }));
  });

  it('of a mailed first password is its invited person alone', async () => {
    const email = 'invited@example.com';
    const person = { firstname: 'Eva', lastname: 'Tide', email, mobile: '+31201234567' };
    const { userid } = await mine.client.createSubUser(person);
    const [token = ''] = linkTokens(await mails(email));
    await other.client.setPassword({ token, ...password });
    expect(await other.client.login({ email, password: GOOD })).toMatchObject({
      userid,
      uplineId: mine.person.userid,
    });
    await refused('LINK_EXPIRED', () => other.client.setPassword({ token, ...password }));
  });
});

it("a session token of somebody else's speaks for its own session only", async () => {
  const { userid: userId, loginId, sessionId } = mine.person;
  const headers = { accessedby: other.person.token, 'content-type': 'application/json' };
  const before = await contentsOf(portal.services.accounts);
  const logout = { method: 'PUT', headers, body: JSON.stringify({ userId, loginId, sessionId }) };
  expect((await raw(portal, '/user-management/logout', logout)).body.errorCode).toBe('NOT_YOURS');
  const status = await raw(portal, `/user-management/user/loginstatus?loginId=${loginId}`, { headers });
  expect(status.body.errorCode).toBe('SIGN_IN_FIRST');
  expect(await contentsOf(portal.services.accounts)).toEqual(before);
  expect((await mine.client.userDetails({ userId })).email).toBe(mine.email);
});
