/** Signing in with one’s firm over HTTP, at a real provider in this process: who comes in, and what is theirs then. */
import { outbox } from '@tidewaiter/testing/outbox';
import { describe, expect, it } from 'vitest';
import { failure } from '../../testing/calls.js';
import { firmPortal, PUBLIC_URL, refusal, refusedWith } from '../../testing/firm.js';

const { portal, test, knows, ownerRow, setUp, audited, execute, Browser } = firmPortal();

describe('who comes in', () => {
  it('somebody new, who gets a place of the plan; and as the same person again', async () => {
    await setUp();
    const browser = new Browser();
    const signedIn = await browser.signIn();
    expect(signedIn).toMatchObject({
      firstname: 'Ada',
      lastname: 'Loomis',
      uplineId: test.owner.person.userid,
      byFirm: true,
    });
    expect((await test.owner.client.subUserList({})).userList).toHaveLength(1);
    expect(await audited()).toEqual(expect.arrayContaining(['SUB_USER_CREATED', 'SIGN_ON_LINKED', 'LOGIN']));
    // An address that the firm has changed since is the same person's.
    knows('ada', { email: 'other@elsewhere.example' });
    const { url } = await new Browser().client.beginSignOn({ email: `ada@${test.domain}` });
    expect(new URL(url).searchParams.get('code_challenge_method')).toBe('S256');
    expect((await new Browser().signIn()).userid).toBe(signedIn.userid);
  });

  it('a sub-user who is there already, invited or with a password, who is told by mail', async () => {
    await setUp();
    const { email } = await portal.signInSubUser(test.owner);
    await execute(`update users set email = 'ada@${test.domain}' where email = '${email}'`);
    await test.owner.client.createSubUser({
      ...{ email: `eve@${test.domain}`, firstname: 'Eve', lastname: 'Bay', mobile: '+31201234567', downloadLimit: 0 },
    });
    knows('eve', {});
    await new Browser().signIn();
    await new Browser().signIn('eve');
    expect((await test.owner.client.subUserList({})).userList).toHaveLength(2);
    await portal.services.accounts.mailer.idle();
    const mails = await outbox(portal.config.dataFolder, `ada@${test.domain}`);
    expect(JSON.stringify(mails)).toContain('You have signed in with your firm');
  });

  it('a public client with PKCE alone', async () => {
    await setUp({ clientId: 'public', clientSecret: undefined });
    expect((await new Browser().signIn()).byFirm).toBe(true);
  });

  it('two at once are one person', async () => {
    await setUp();
    const [one, two] = await Promise.all([new Browser().signIn(), new Browser().signIn()]);
    expect(one.userid).toBe(two.userid);
  });

  it('a member of the group alone, where there is one', async () => {
    await setUp({ group: 'trade' });
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith('has not opened this portal to you'));
    knows('ada', { groups: ['everybody', 'trade'] });
    expect((await new Browser().signIn()).byFirm).toBe(true);
  });

  it('who is asked for a second factor has shown the firm what the firm asks', async () => {
    await setUp();
    await portal.services.accounts.access.factors.demand(await ownerRow(), true, 'OPERATOR', { actorId: null });
    const browser = new Browser();
    expect((await browser.signIn()).mustAddFactor).toBe(false);
    expect((await browser.client.restoreSession({})).byFirm).toBe(true);
    expect((await browser.client.noticeList({})).noticeList).toEqual([]);
  });
});

it('an account that asks for it lets no sub-user in by a password, and the main account still', async () => {
  const subUser = await portal.signInSubUser(test.owner);
  await setUp({ enforced: true });
  expect((await failure(subUser.client.noticeList({}))).code).toBe('SESSION_TIMEOUT');
  const stranger = portal.clientOf(() => null);
  const { email, password } = subUser;
  expect((await failure(stranger.login({ email, password: 'wrong' }))).code).toBe('INVALID_LOGIN');
  expect((await failure(stranger.login({ email, password }))).code).toBe('SIGN_ON_ONLY');
  expect((await stranger.login({ email: test.owner.email, password: test.owner.password })).userid).toBe(
    test.owner.person.userid,
  );
});

describe('leaving', () => {
  it('says where the firm’s provider is left, which the session’s end does not wait for', async () => {
    await setUp();
    const browser = new Browser();
    const { userid: userId, loginId, sessionId } = await browser.signIn();
    const { signOutUrl = '' } = await browser.client.logout({ userId, loginId, sessionId });
    const { origin, searchParams } = new URL(signOutUrl);
    expect(origin).toBe(test.firm.issuer);
    expect(searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/login`);
    expect((await fetch(signOutUrl)).status).toBe(200);
    expect((await failure(browser.client.noticeList({}))).code).toBe('SESSION_TIMEOUT');
    const { person, client } = test.owner;
    const own = { userId: person.userid, loginId: person.loginId, sessionId: person.sessionId };
    expect(await client.logout(own)).not.toHaveProperty('signOutUrl');
  });

  it('is for all whom it let in when the account’s provider is removed', async () => {
    await setUp();
    const browser = new Browser();
    await browser.signIn();
    await portal.services.accounts.access.signOns.remove(await ownerRow());
    expect((await failure(browser.client.noticeList({}))).code).toBe('SESSION_TIMEOUT');
    expect((await test.owner.client.noticeList({})).noticeList).toEqual([]);
    expect(await new Browser().client.signOnOffer({ domain: test.domain })).toEqual({ offered: false });
  });
});

it('confirming takes a sign-in for which the provider has just asked who it is', async () => {
  await setUp();
  const browser = new Browser();
  await browser.signIn();
  // Whoever is at this browser may have been asked nothing by the provider for hours.
  const makeKey = () => browser.client.createApiKey({ name: 'Nightly', scopes: ['search'] });
  expect((await failure(makeKey())).code).toBe('CONFIRM_FIRST');
  await browser.signIn('ada', { fresh: true });
  expect((await makeKey()).key).toMatch(/^tw_live_/);
});

it('the offer tells that a domain has one, and no more', async () => {
  await setUp();
  const { client } = new Browser();
  expect(await client.signOnOffer({ domain: test.domain.toUpperCase() })).toEqual({ offered: true });
  expect(await client.signOnOffer({ domain: 'unknown.example' })).toEqual({ offered: false });
  await expect(client.signOnOffer({ domain: 'a\0b' })).rejects.toMatchObject({ code: 'VALIDATION' });
  expect((await failure(client.beginSignOn({ email: 'ada@unknown.example' }))).code).toBe('SIGN_ON_REFUSED');
});

it('an erased person is known to no provider', async () => {
  await setUp();
  const { userid } = await new Browser().signIn();
  const { accounts } = portal.services;
  await accounts.people.erasures.erase((await accounts.people.users.findById(userid)) ?? expect.fail(), 'they asked');
  const again = await new Browser().signIn();
  expect(again.userid).not.toBe(userid);
  await accounts.people.erasures.erase(await ownerRow(), 'they asked');
  expect(await new Browser().client.signOnOffer({ domain: test.domain })).toEqual({ offered: false });
});
