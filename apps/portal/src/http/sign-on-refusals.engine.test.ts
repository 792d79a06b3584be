/** Who is refused who comes from their firm, and what they are told. */
import { describe, expect, it } from 'vitest';
import { failure } from '../../testing/calls.js';
import { firmPortal, refusal, refusedWith } from '../../testing/firm.js';

const { portal, test, knows, ownerRow, setUp, audited, execute, Browser } = firmPortal();

describe('is refused', () => {
  it('what a provider sent another browser, with a clear word', async () => {
    await setUp();
    const [mine, thiefs] = [new Browser(), new Browser()];
    const answer = await mine.comeBack();
    expect((await failure(thiefs.client.loginByFirm({ answer }))).code).toBe('CHALLENGE_GONE');
    // Also where the thief has begun as well, and puts their own state beside the code.
    await thiefs.comeBack();
    expect((await failure(thiefs.client.loginByFirm({ answer }))).code).toBe('CHALLENGE_GONE');
    const again = new Browser();
    const own = new URLSearchParams(await again.comeBack());
    own.set('code', new URLSearchParams(answer).get('code') ?? '');
    expect((await failure(again.client.loginByFirm({ answer: String(own) }))).code).toBe('SIGN_ON_REFUSED');
  });

  it('what was used: state, cookie and code are good once', async () => {
    await setUp();
    const browser = new Browser();
    const answer = await browser.comeBack();
    const cookies = new Map(browser.cookies);
    await browser.client.loginByFirm({ answer });
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect((await failure(browser.client.loginByFirm({ answer }))).code).toBe('CHALLENGE_GONE');
    expect((await failure(browser.client.loginByFirm({ answer: 'code=made-up' }))).code).toBe('CHALLENGE_GONE');
  });

  it('an answer of another provider than the one that was asked', async () => {
    await setUp();
    const browser = new Browser();
    const answer = new URLSearchParams(await browser.comeBack());
    answer.set('iss', 'https://other.example');
    expect((await failure(browser.client.loginByFirm({ answer: String(answer) }))).code).toBe('SIGN_ON_REFUSED');
  });

  it('who says no at the provider', async () => {
    await setUp();
    const browser = new Browser();
    const state = new URLSearchParams(await browser.comeBack()).get('state') ?? '';
    const answer = String(new URLSearchParams({ error: 'access_denied', state, iss: test.firm.issuer }));
    expect(await refusal(browser.client.loginByFirm({ answer }))).toEqual(refusedWith('did not let you in'));
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['an address that is not verified', { email_verified: false }, 'has not verified'],
    ['one of which that is not said', { email_verified: undefined }, 'has not verified'],
    ['no address', { email: undefined }, 'does not say what your e-mail address is'],
    ['one that is no address', { email: 'ada' }, 'does not say what your e-mail address is'],
    ['one of another domain', { email: 'ada@elsewhere.example' }, 'none of your firm’s account'],
  ])('%s', async (_, claims, words) => {
    await setUp();
    knows('ada', claims);
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith(words));
    expect((await test.owner.client.subUserList({})).userList).toEqual([]);
  });

  it('an address that is not said to be verified, but where the operator trusts the provider; never one that is said not to be', async () => {
    await setUp({ trustsAddresses: true });
    knows('ada', { email_verified: undefined });
    knows('eve', { email_verified: false });
    expect((await new Browser().signIn()).byFirm).toBe(true);
    expect(await refusal(new Browser().signIn('eve'))).toEqual(refusedWith('has not verified'));
  });

  it('an address of somebody of another account', async () => {
    await setUp();
    const stranger = await portal.signIn();
    await execute(`update users set email = 'ada@${test.domain}' where id = ${stranger.person.userid}`);
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith('of another account here'));
    expect(await audited()).toContain('SIGN_ON_REFUSED');
  });

  it('who is disabled, or whose account is', async () => {
    await setUp();
    const { userid } = await new Browser().signIn();
    const user = (await portal.services.accounts.people.users.findById(userid)) ?? expect.fail();
    await portal.services.accounts.people.users.setDisabled(user, true);
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith('is disabled'));
    await portal.services.accounts.people.users.setDisabled(user, false);
    await portal.services.accounts.people.users.setDisabled(await ownerRow(), true);
    expect(await refusal(new Browser().signIn())).toEqual(refusedWith('is disabled'));
  });

  it('who finds no place in the plan', async () => {
    await execute("update plans set sub_user_count = 1 where name = 'Operator'");
    await setUp();
    await new Browser().signIn();
    knows('eve', {});
    expect((await failure(new Browser().signIn('eve'))).code).toBe('SUB_USER_LIMIT_EXHAUSTED');
    // Who has a place keeps it.
    expect((await new Browser().signIn()).byFirm).toBe(true);
    await execute("update plans set sub_user_count = 10 where name = 'Operator'");
  });

  it('whose address was somebody else’s before, until the operator forgets that', async () => {
    await setUp();
    const { userid } = await new Browser().signIn();
    knows('successor', { email: `ada@${test.domain}` });
    expect(await refusal(new Browser().signIn('successor'))).toEqual(refusedWith('Somebody else of your firm'));
    const user = (await portal.services.accounts.people.users.findById(userid)) ?? expect.fail();
    await portal.services.accounts.access.signOns.unlink(user);
    expect((await new Browser().signIn('successor')).userid).toBe(userid);
  });
});
