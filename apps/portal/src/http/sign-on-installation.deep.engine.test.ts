/** One provider for the whole installation: whoever has an account here comes in by it, unless their account has one of its own. */
import { ENDPOINTS } from '@tidewaiter/contract';
import { outbox } from '@tidewaiter/testing/outbox';
import { afterEach, describe, expect, it } from 'vitest';
import { failure, raw } from '../../testing/calls.js';
import { firmPortal, refusal, refusedWith } from '../../testing/firm.js';

const { portal, test, knows, ownerRow, setUp, audited, execute, Browser } = firmPortal();

const signOns = () => portal.services.accounts.access.signOns;
const setUpForAll = (changes: Record<string, unknown> = {}) => setUp(changes, null);

// One portal has one: each test its own.
afterEach(async () => {
  if (await signOns().of(null)) await signOns().remove(null);
});

/** Gives somebody the address by which the provider knows Ada. */
async function callAda(email: string): Promise<void> {
  await execute(`update users set email = 'ada@${test.domain}' where email = '${email}'`);
}

describe('who comes in', () => {
  it('a main account by its address, as itself and told by mail, and the same one when the address has changed', async () => {
    await setUpForAll();
    await callAda(test.owner.email);
    const { userid } = test.owner.person;
    expect(await new Browser().signIn()).toMatchObject({ userid, byFirm: true });
    expect(await audited()).toContain('SIGN_ON_LINKED');
    await portal.services.accounts.mailer.idle();
    expect(JSON.stringify(await outbox(portal.config.dataFolder, `ada@${test.domain}`))).toContain(
      'You have signed in with your firm',
    );
    knows('ada', { email: 'other@elsewhere.example' });
    expect((await new Browser().signIn()).userid).toBe(userid);
  });

  it('a sub-user of any account, one too who was only invited', async () => {
    await setUpForAll();
    const { email, person } = await portal.signInSubUser(test.owner);
    await callAda(email);
    expect((await new Browser().signIn()).userid).toBe(person.userid);
    await test.owner.client.createSubUser({
      ...{ email: `eve@${test.domain}`, firstname: 'Eve', lastname: 'Bay', mobile: '+31201234567', downloadLimit: 0 },
    });
    knows('eve', {});
    expect(await new Browser().signIn('eve')).toMatchObject({ email: `eve@${test.domain}`, byFirm: true });
  });

  it('nobody new: whose sub-user would they be?', async () => {
    await setUpForAll();
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith('Nobody here has your e-mail address'));
    expect((await test.owner.client.subUserList({})).userList).toEqual([]);
    expect(await audited()).toContain('SIGN_ON_REFUSED');
  });

  it('nobody whose address is not verified, who is disabled, or who waits', async () => {
    await setUpForAll();
    await callAda(test.owner.email);
    knows('ada', { email_verified: false });
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith('has not verified'));
    knows('ada', {});
    const { users } = portal.services.accounts.people;
    await users.setDisabled(await ownerRow(), true);
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith('is disabled'));
    await users.setDisabled(await ownerRow(), false);
    await execute(`update users set verified_at = null where id = ${test.owner.person.userid}`);
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith('waits to be verified'));
  });

  it('of several whom accounts have invited by one address, nobody: it cannot be said which', async () => {
    await setUpForAll();
    const eve = { email: `eve@${test.domain}`, firstname: 'Eve', lastname: 'Bay', mobile: '+31201234567' };
    for (const { client } of [test.owner, await portal.signIn()])
      await client.createSubUser({ ...eve, downloadLimit: 0 });
    knows('eve', {});
    expect(await refusal(new Browser().signIn('eve'))).toEqual(refusedWith('Nobody here has your e-mail address'));
  });
});

describe('an account that has one of its own', () => {
  it('is not come into by the installation’s, neither by address nor by who was linked before', async () => {
    await setUpForAll();
    await callAda(test.owner.email);
    const before = new Browser();
    await before.signIn();
    // What the installation’s has opened ends when the account gets its own.
    await setUp({ domains: ['own.example'] });
    expect((await failure(before.client.noticeList({}))).code).toBe('SESSION_TIMEOUT');
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith('has a sign-in of its own'));
    await signOns().unlink(await ownerRow());
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith('has a sign-in of its own'));
  });

  it('is offered its own, and follows its own rule', async () => {
    await setUp();
    await setUpForAll({ enforced: true });
    const subUser = await portal.signInSubUser(test.owner);
    const stranger = portal.clientOf(() => null);
    const { email, password } = subUser;
    expect((await stranger.login({ email, password })).userid).toBe(subUser.person.userid);
    expect((await new Browser().signIn()).uplineId).toBe(test.owner.person.userid);
  });
});

describe('where it is enforced', () => {
  it('nobody comes in by a password, but who can mend it', async () => {
    const [subUser, operator] = [await portal.signInSubUser(test.owner), await portal.signIn()];
    const { users } = portal.services.accounts.people;
    await users.setOperator(await users.ofAddress(operator.email), true);
    await setUpForAll({ enforced: true });
    const stranger = portal.clientOf(() => null);
    for (const { client, email, password } of [test.owner, subUser]) {
      expect((await failure(client.noticeList({}))).code).toBe('SESSION_TIMEOUT');
      expect((await failure(stranger.login({ email, password }))).code).toBe('SIGN_ON_ONLY');
    }
    expect((await failure(operator.client.noticeList({}))).code).not.toBe('SESSION_TIMEOUT');
    expect((await stranger.login({ email: operator.email, password: operator.password })).userid).toBe(
      operator.person.userid,
    );
    // It lets them in as well, without the operator’s right: whoever runs a provider does not run the portal.
    await callAda(operator.email);
    const browser = new Browser();
    const { token } = await browser.signIn();
    const answer = await raw(portal, ENDPOINTS.operatorJobs.path, { headers: { accessedby: token } });
    expect(answer).toMatchObject({ status: 403, body: { errorCode: 'NOT_OPERATOR' } });
  });

  it('but for addresses of other domains than it has', async () => {
    const { client, email, password } = test.owner;
    await setUpForAll({ enforced: true, domains: ['other.example'] });
    expect((await client.noticeList({})).noticeList).toEqual([]);
    expect((await portal.clientOf(() => null).login({ email, password })).email).toBe(email);
  });
});

it('of two who set it up at once, one is told to look again', async () => {
  const both = await Promise.allSettled([setUpForAll(), setUpForAll()]);
  expect(await signOns().of(null)).toMatchObject({ ownerId: null, domains: [], clientSecret: expect.any(String) });
  for (const { status, ...rest } of both)
    if (status === 'rejected') expect(String((rest as { reason?: unknown }).reason)).toContain('has just set it up');
});
