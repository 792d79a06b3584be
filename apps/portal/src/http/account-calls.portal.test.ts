/** The account calls of the specification: sign-up, forgotten password, profile, subscription, and what a search costs. */
import { MESSAGES } from '@tidewaiter/contract';
import { linkTokens, outbox } from '@tidewaiter/testing/outbox';
import { answerToWork } from '@tidewaiter/testing/proof';
import { describe, expect, it } from 'vitest';
import { failure, payload, raw } from '../../testing/calls.js';
import type { SignedInAccount } from '../../testing/portal.js';
import { commonPortal } from '../../testing/shared-portal.js';

const portal = commonPortal();

const GOOD = 'correct ferry window 42';
const person = (email: string) => ({
  firstname: 'Eva',
  lastname: 'Tide',
  email,
  mobile: '+31 20 123 4567',
  company_name: 'Acme',
});

const mails = async (to: string) => {
  await portal.services.accounts.mailer.idle();
  return outbox(portal.config.dataFolder, to);
};

describe('signing up', () => {
  const signUp = async (changes: object = {}) => {
    const { client } = await portal.signIn();
    const { captchaId, challenge } = await client.captcha({});
    const request = {
      ...person('new@example.com'),
      termsAccepted: true as const,
      captchaId,
      captcha: await answerToWork(challenge),
    };
    return client.signUp({ ...request, ...changes });
  };

  it('refuses in the words of the specification', async () => {
    expect((await failure(signUp({ firstname: ' ' }))).message).toBe('Please enter first name');
    expect((await failure(signUp({ captcha: 'x' }))).message).toBe('Captcha not matched');
  });

  it('asks for work, or in words where the page came over plain HTTP: then an answer that comes at once is refused', async () => {
    const { client } = await portal.signIn();
    const work = await client.captcha({});
    expect(work).toMatchObject({ challenge: { algorithm: 'PBKDF2/SHA-256' }, waitSeconds: 0 });
    expect(work).not.toHaveProperty('question');
    const words = await client.captcha({ inWords: true });
    expect(words).not.toHaveProperty('challenge');
    expect(words.question).toMatch(/digits/);
    expect(words.waitSeconds).toBeGreaterThan(0);
  });

  it('succeeds in the same words for a known address, and mails what comes of it', async () => {
    const known = await portal.signIn();
    const message = 'Your registration is successful, after verification we will notify you for login credentials.';
    expect(await signUp()).toEqual({ message });
    expect(await signUp({ email: known.email })).toEqual({ message });
    expect((await mails('operator@example.com')).at(-1)).toContain('new@example.com');
    expect(await mails(known.email)).toHaveLength(1);
    const { signUps, users } = portal.services.accounts;
    await signUps.verify(await users.ofAddress('new@example.com'), { plan: 'Free', countries: ['KOR'] });
    const [token = ''] = linkTokens(await mails('new@example.com'));
    const set = { token, password: GOOD, confirmPassword: GOOD };
    expect((await failure(known.client.setPassword({ ...set, confirmPassword: 'x' }))).message).toBe(
      'New password and confirm Password is different',
    );
    expect(
      (await failure(known.client.setPassword({ ...set, password: 'short', confirmPassword: 'short' }))).code,
    ).toBe('VALIDATION');
    expect(await known.client.setPassword(set)).toEqual({ message: 'Password reset successful' });
    expect(await known.client.login({ email: 'new@example.com', password: GOOD })).toMatchObject({ uplineId: 0 });
  });
});

describe('a forgotten password', () => {
  it('is replaced by a one-time password, and the answer is the same for every address', async () => {
    const { client, email } = await portal.signIn();
    const known = await client.forgotPassword({ userEmail: email });
    const unknown = await client.forgotPassword({ userEmail: 'nobody@example.com' });
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    expect(known.message).toBe('An OTP has been sent to your registered email id.');
    expect(unknown.message).toBe(known.message);
    expect((await failure(client.forgotPassword({ userEmail: 'x' }))).message).toBe(
      'Invalid email-id, please try again.',
    );
    const otp = /password is (\d{8})/.exec((await mails(email))[0] ?? '')?.[1] ?? '';
    const wrong = await failure(client.verifyOtp({ requestId: unknown.requestId, otp }));
    expect(wrong.message).toBe('Invalid OTP');
    const { token } = await client.verifyOtp({ requestId: known.requestId, otp });
    await client.setPassword({ token, password: GOOD, confirmPassword: GOOD });
    expect((await failure(client.sessionList({}))).code).toBe('SESSION_TIMEOUT');
    expect(await client.login({ email, password: GOOD })).toMatchObject({ email });
  });
});

describe('a person', () => {
  it('changes their profile and password by the rules of the specification', async () => {
    const { client, person: me, email, password } = await portal.signIn();
    const params = { params: { userId: me.userid } };
    const { message, user } = await client.updateUser({ ...person(email), user_type: 'USER' }, params);
    expect(message).toBe('Your profile information has been updated successfully.');
    expect(user).toMatchObject({ userid: me.userid, firstname: 'Eva', mobile: '+31 20 123 4567' });
    expect((await failure(client.updateUser({ firstname: 'Eva' }, params))).message).toBe('Please enter last name');
    expect((await failure(client.updateUser({ password: GOOD, currentPassword: 'wrong' }, params))).message).toBe(
      'Incorrect Password',
    );
    expect((await failure(client.updateUser({ password: 'password1', currentPassword: password }, params))).code).toBe(
      'PASSWORD_REFUSED',
    );
    expect(
      (await failure(client.updateUser({ password: GOOD, currentPassword: password, firstname: 'X' }, params))).code,
    ).toBe('VALIDATION');
    const change = { password: GOOD, currentPassword: password };
    expect((await failure(client.updateUser({ currentPassword: password }, params))).message).toBe(
      'Please enter password',
    );
    const { session } = await client.updateUser(change, params);
    expect((await failure(client.sessionList({}))).code).toBe('SESSION_TIMEOUT');
    const renewed = portal.clientOf(() => session?.token ?? null);
    expect(await renewed.userDetails({ userId: me.userid })).toMatchObject({ firstname: 'Eva', uplineId: 0 });
    const { sessionList } = await renewed.sessionList({});
    expect(sessionList).toMatchObject([{ sessionId: session?.sessionId, current: true }]);
    expect(session?.sessionId).not.toBe(me.sessionId);
  });

  it('chooses how their screens write numbers, for every session of theirs and nobody else', async () => {
    const { client, person: me, email, password } = await portal.signIn();
    const params = { params: { userId: me.userid } };
    expect(me.numberSystem).toBe('INDIAN');
    const { user } = await client.updateUser({ numberSystem: 'INTERNATIONAL' }, params);
    expect(user.numberSystem).toBe('INTERNATIONAL');
    const subUser = await portal.signInSubUser({ client, person: me, email, password });
    expect(subUser.person.numberSystem).toBe('INDIAN');
    const again = await portal.clientOf(() => null).login({ email, password });
    expect(again.numberSystem).toBe('INTERNATIONAL');

    const roman = { numberSystem: 'ROMAN' } as never;
    expect((await failure(client.updateUser(roman, params))).code).toBe('VALIDATION');
    const two = { numberSystem: 'INDIAN', downloadLimit: 5 } as const;
    expect((await failure(client.updateUser(two, params))).message).toBe(MESSAGES.oneKindOfChange);
    const theirs = { params: { userId: subUser.person.userid } };
    expect((await failure(client.updateUser({ numberSystem: 'INTERNATIONAL' }, theirs))).code).toBe('NOT_YOURS');
  });

  it('shows the current password for a new address, and only for one', async () => {
    const { client, person: me, email, password } = await portal.signIn();
    const params = { params: { userId: me.userid } };
    const [same, moved] = [person(email.toUpperCase()), person(`moved-${email}`)];
    expect((await client.updateUser(same, params)).message).toContain('updated successfully');
    expect((await failure(client.updateUser(moved, params))).toBody()).toMatchObject({
      errorCode: 'VALIDATION',
      errorMsg: 'Please enter password',
      details: [{ field: 'currentPassword' }],
    });
    const wrong = client.updateUser({ ...moved, firstname: 'Nobody', currentPassword: 'wrong' }, params);
    expect((await failure(wrong)).message).toBe('Incorrect Password');
    expect(await client.userDetails({ userId: me.userid })).toMatchObject({ firstname: 'Eva', email });
    expect(await mails(moved.email)).toEqual([]);
    const there = await client.login({ email, password });
    await client.updateUser({ ...moved, currentPassword: password }, params);
    const [told = ''] = await mails(email);
    const elsewhere = portal.clientOf(() => there.token);
    expect((await failure(elsewhere.sessionList({}))).code).toBe('SESSION_TIMEOUT');
    const { token } = await client.undoEmail({ token: /#undo=([\w-]{43})/.exec(told)?.[1] ?? '' });
    expect((await failure(client.sessionList({}))).code).toBe('SESSION_TIMEOUT');
    expect((await failure(client.login({ email, password }))).code).toBe('INVALID_LOGIN');
    await client.setPassword({ token, password: GOOD, confirmPassword: GOOD });
    expect(await client.login({ email, password: GOOD })).toMatchObject({ email });
  });

  it('ends their other sessions', async () => {
    const { client, email, password } = await portal.signIn();
    const there = await client.login({ email, password });
    expect((await client.sessionList({})).sessionList).toHaveLength(2);
    await client.endSession({}, { params: { sessionId: there.sessionId } });
    expect((await client.sessionList({})).sessionList).toHaveLength(1);
    await client.login({ email, password });
    await client.endOtherSessions({});
    expect((await client.sessionList({})).sessionList).toHaveLength(1);
  });
});

describe('a subscription', () => {
  const stateOf = async ({ client, person: me }: SignedInAccount) =>
    (await client.activeSubscriptions({ userId: me.userid })).userSubscriptionList[0];

  it('gives the points of its period from the first call on', async () => {
    const account = await portal.signIn(['KOR'], 'Startup');
    const { downloadLimit, ...me } = await account.client.userDetails({ userId: account.person.userid });
    expect(downloadLimit).toBeGreaterThan(0);
    expect(downloadLimit).toBe((await stateOf(account))?.downloadLimit);
    expect(me).toMatchObject({ company_name: 'Acme', companyName: 'Acme' });
    expect(account.person).toMatchObject({ company_name: 'Acme', companyName: 'Acme' });
  });

  it('says what is left, whatever it is told', async () => {
    const account = await portal.signIn(['KOR'], 'Free');
    const state = await stateOf(account);
    expect(state).toMatchObject({
      name: 'Free',
      accountExpireDate: null,
      queryPerDay: 75,
      totalWorkspace: 4,
      subUserCount: 0,
      countries: ['KOR'],
      period: 'QUARTER',
    });
    const params = { params: { subscriptionId: state?.id ?? 0 } };
    const reported = await account.client.updateSubscription({ queryPerDay: 1_000_000, downloadLimit: 5 }, params);
    expect(reported).toEqual({ queryPerDay: 75, downloadLimit: state?.downloadLimit, totalWorkspace: 4 });
    expect(await stateOf(account)).toEqual(state);
  });

  it('is picked from the plans that are offered, and the operator hears of it', async () => {
    const { client, email } = await portal.signIn();
    const { planList } = await client.planList({});
    expect(planList.map(({ name, priceUsd, users, searches }) => [name, priceUsd, users, searches])).toEqual([
      ['Free', 0, 1, 75],
      ['Startup', 999, 10, 75],
      ['SME', 3999, 100, 75],
    ]);
    await client.requestPlan({ plan: 'SME' });
    expect((await mails('operator@example.com')).at(-1)).toContain(email);
    for (const plan of ['Gold', 'Operator', 'a\u0000b', "' OR 1=1"]) {
      expect((await failure(client.requestPlan({ plan }))).code).toBe('VALIDATION');
    }
  });
});

describe('a search', () => {
  const account = async (searches: number) => {
    await portal.services.accounts.plans.set(`Of ${searches}`, { searches, countries: null, termMonths: null });
    const signedIn = await portal.signIn(undefined, `Of ${searches}`);
    const left = async () =>
      (await signedIn.client.activeSubscriptions({ userId: signedIn.person.userid })).userSubscriptionList[0]
        ?.queryPerDay;
    return { ...signedIn, left };
  };

  it('costs one, with its count and lists, pages, sorting, filters and repetitions free', async () => {
    const { client, left } = await account(3);
    await Promise.all([
      client.search(payload()),
      client.searchCount(payload()),
      client.listImporters(payload()),
      client.listHsCodes(payload()),
      client.listDistinctColumnValue({ ...payload(), columnName: 'incoterm' }),
    ]);
    expect(await left()).toBe(2);
    const { searchId } = await client.search(payload({ pageNumber: 1, orderByColumn: 'hs_code', orderByMode: 'asc' }));
    await client.search(payload({ searchId, searchValue: ['6907', '0901', '8517'], hsCodeList: ['851712'] }));
    await client.listMonthwise(payload());
    expect(await left()).toBe(2);
    await client.search(payload({ searchValue: ['8517'] }));
    expect(await left()).toBe(1);
  });

  it('is free where it lies within one of that day, also at zero, and says so before it is asked', async () => {
    const { client, left } = await account(1);
    expect(await client.searchCost(payload())).toBe(1);
    await client.search(payload());
    const within = payload({ fromDate: '2020-02-01', toDate: '2020-02-29' });
    expect(await client.searchCost(within)).toBe(0);
    await client.search(within);
    await client.listImporters(within);
    expect(await left()).toBe(0);
    const outside = payload({ countryCode: ['KOR', 'VNM'] });
    expect(await client.searchCost(outside)).toBe(1);
    expect((await failure(client.search(outside))).code).toBe('SEARCH_LIMIT_EXHAUSTED');
  });

  it('of which there are no records is given back, and stays free that day; filters that leave nothing cost as before', async () => {
    const { client, left } = await account(2);
    const nowhere = payload({ searchValue: ['9999'] });
    await Promise.all([client.search(nowhere), client.searchCount(nowhere), client.listImporters(nowhere)]);
    expect(await left()).toBe(2);
    expect(await client.searchCost(nowhere)).toBe(0);
    const { totalRecords } = await client.ledger({ numberOfRecords: 1 });
    await client.search(nowhere);
    expect((await client.ledger({ numberOfRecords: 1 })).totalRecords).toBe(totalRecords);
    await client.search(payload({ hsCodeList: ['999999'] }));
    expect(await left()).toBe(1);
  });

  it('that is new is refused at zero, and what was asked that day stays free', async () => {
    const { client, left } = await account(1);
    await client.search(payload());
    expect(await left()).toBe(0);
    expect(await client.searchCount(payload())).toBe(4);
    const next = payload({ searchValue: ['8517'] });
    for (const call of [client.search, client.searchCount, client.listImporters]) {
      expect((await failure(call(next))).toBody()).toEqual({
        errorCode: 'SEARCH_LIMIT_EXHAUSTED',
        errorMsg: 'Your Search Limit Exhausted',
      });
    }
    const { ledgerList, totalRecords } = await client.ledger({ numberOfRecords: 1 });
    expect(ledgerList).toMatchObject([{ allowance: 'SEARCHES', amount: -1, cause: 'SEARCH', balance: 0 }]);
    expect(totalRecords).toBeGreaterThan(1);
  });

  it('that is refused as invalid, or fails, costs nothing', async () => {
    const { client, left, person: me } = await account(2);
    await failure(client.search(payload({ searchValue: [] })));
    expect(await left()).toBe(2);
    const { searches, users } = portal.services.accounts;
    const user = await users.findById(me.userid);
    if (!user) expect.fail('the person is there');
    const { engine } = portal.services.records.staging;
    await engine.run({ name: 'test.away', sql: 'RENAME TABLE records TO records_away' });
    try {
      expect((await failure(client.search(payload({ searchValue: ['4202'] })))).code).toBe('INTERNAL');
    } finally {
      await engine.run({ name: 'test.back', sql: 'RENAME TABLE records_away TO records' });
    }
    expect(await left()).toBe(2);
    expect(await searches.latest(user)).toEqual([]);
  });

  it('sees the countries of a Free account that were chosen for it, and no others', async () => {
    const none = await portal.signIn(undefined, 'Free');
    expect(await none.client.searchCount(payload())).toBe(0);
    // Nothing of it may be seen, so nothing is paid for it.
    const { userSubscriptionList } = await none.client.activeSubscriptions({ userId: none.person.userid });
    expect(userSubscriptionList[0]?.queryPerDay).toBe(75);
    expect(await (await portal.signIn(['KOR'], 'Free')).client.searchCount(payload())).toBe(4);
    expect(await (await portal.signIn(['VNM'], 'Free')).client.searchCount(payload())).toBe(0);
  });

  it('sees the data-access window of the plan', async () => {
    const { plans } = portal.services.accounts;
    const rights = { searches: 9, countries: null, termMonths: null };
    await plans.set('Early', { ...rights, dataAccessUpto: '2020-01-31', dataAccessInMonth: 1 });
    const { client } = await portal.signIn(undefined, 'Early');
    const { countryList } = await client.countryListByTrade({}, { params: { trade: 'I' } });
    const all = await (await portal.signIn()).client.countryListByTrade({}, { params: { trade: 'I' } });
    const korea = (list: typeof countryList) => list.find(({ shortcode }) => shortcode === 'KOR');
    expect(korea(countryList)?.importUpto).not.toBe(korea(all.countryList)?.importUpto);
    expect(await client.searchCount(payload())).toBeLessThan(4);
  });

  it('needs no more than its question to be free elsewhere: a link opened by a sub-user costs nothing', async () => {
    const owner = await portal.signIn();
    const subUser = await portal.signInSubUser(owner);
    await owner.client.search(payload());
    const left = async () =>
      (await owner.client.activeSubscriptions({ userId: owner.person.userid })).userSubscriptionList[0]?.queryPerDay;
    const before = await left();
    await subUser.client.search(payload());
    expect(await left()).toBe(before);
  });
});

it('a body without JSON is refused before anything is charged', async () => {
  const { person: me } = await portal.signIn();
  const headers = { accessedby: me.token, 'content-type': 'text/plain' };
  const { body } = await raw(portal, '/search-management/search', { method: 'POST', headers, body: 'x' });
  expect(body.errorCode).toBe('UNSUPPORTED_MEDIA_TYPE');
});
