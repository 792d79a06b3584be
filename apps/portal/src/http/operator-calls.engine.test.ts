import { databaseOf } from '@tidewaiter/accounts/database';
import { type Endpoint, PortalError } from '@tidewaiter/contract';
import { CALLS } from '@tidewaiter/testing/named-calls';
import { linkTokens, outbox } from '@tidewaiter/testing/outbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, raw } from '../../testing/calls.js';
import { addApp, userOf } from '../../testing/portal.js';
import { sharedAccount, sharedPortal } from '../../testing/shared-portal.js';
import { loadTestRows } from '../../testing/test-rows.js';

const portal = sharedPortal();
const person = sharedAccount(portal);
const operator = sharedAccount(portal);
beforeAll(async () => {
  await addApp(operator);
  await portal.services.accounts.people.users.setOperator(await userOf(portal, operator), true);
});

const codeOf = async (promise: Promise<unknown>) => (await failure(promise)).code;
const refused = async (promise: Promise<unknown>) => expect(await codeOf(promise)).toBe('OPERATOR_REFUSED');

const OPERATORS = CALLS.filter((endpoint) => endpoint.operator);

/** Sends something to a call, which is not valid for most: who may not make it is to be told so before that is looked at. */
async function send({ method, path }: Endpoint, token: string | undefined, authorization?: string) {
  const headers = {
    ...(token !== undefined && { accessedby: token }),
    ...(authorization !== undefined && { authorization }),
    'content-type': 'application/json',
  };
  const body = method === 'GET' ? {} : { body: '{"nothing": "of use"}' };
  const { status, body: answer } = await raw(portal, path.replace(/:\w+/g, '1'), { method, headers, ...body });
  return { status, code: answer.errorCode };
}

it('there are calls to be attacked, under one path', () => {
  expect(OPERATORS.length).toBeGreaterThan(20);
  for (const { name, path, access, operator: isOperators = false } of CALLS) {
    expect(path.startsWith('/operator-management/'), name).toBe(isOperators);
    if (path.startsWith('/operator-management/')) expect(access, name).toBe('session');
  }
});

describe.each(OPERATORS.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  it('is refused to strangers, to people, to sub-users, to programs and to who has the right and no second factor', async () => {
    expect(await send(endpoint, undefined)).toMatchObject({ status: 401, code: 'SIGN_IN_FIRST' });
    expect(await send(endpoint, 'made up')).toMatchObject({ status: 401, code: 'SIGN_IN_FIRST' });
    expect(await send(endpoint, person.person.token)).toEqual({ status: 403, code: 'NOT_OPERATOR' });
    const { subUser, key, unproven } = await others();
    expect(await send(endpoint, subUser)).toEqual({ status: 403, code: 'NOT_OPERATOR' });
    expect(await send(endpoint, undefined, `Bearer ${key}`)).toMatchObject({ status: 401 });
    expect(await send(endpoint, unproven)).toEqual({ status: 403, code: 'FACTOR_REQUIRED' });
    // To who may it is open: what is said is about the request.
    expect((await send(endpoint, operator.person.token)).code).not.toBe('NOT_OPERATOR');
  });
});

let made: Promise<{ subUser: string; key: string; unproven: string }> | undefined;

/** Made once: a sub-user of the operator's own account, an operator's key, an operator without a second factor. */
function others() {
  made ??= (async () => {
    const subUser = await portal.signInSubUser(operator);
    const { key } = await operator.client.createApiKey({ name: 'x', scopes: ['search', 'contacts'] });
    const unproven = await portal.signIn();
    await portal.services.accounts.people.users.setOperator(await userOf(portal, unproven), true);
    return { subUser: subUser.person.token, key, unproven: unproven.person.token };
  })();
  return made;
}

describe('an operator', () => {
  const listed = async (sought: string) => (await operator.client.operatorPeople({ sought })).people;

  it('finds people, and what was done to their account', async () => {
    const [found] = await listed(person.email);
    const state = { state: 'ACTIVE', plan: 'Operator', hasFactor: false, operator: false };
    expect(found).toMatchObject({ email: person.email, ...state });
    expect(await listed('nobody has this name')).toEqual([]);
    const whole = await operator.client.operatorPerson({}, { params: { person: found?.person ?? 0 } });
    expect(whole).toMatchObject({ person: found, sessions: 1, keys: 0, left: { searches: expect.any(Number) } });
    expect(whole.audit.map(({ event }) => event)).toContain('FORBIDDEN');
    await refused(operator.client.operatorPerson({}, { params: { person: 999_999 } }));
  });

  it('lets in who signed up, once, and gives a plan that was asked for; two who decide the same are told', async () => {
    const { accounts } = portal.services;
    await accounts.people.signUps.take({
      ...{ firstname: 'Eve', lastname: 'Bay', email: 'eve@example.com', mobile: '+31201234567', companyName: 'Acme' },
    });
    await accounts.jobs.settle({ withinMs: 20_000 });
    const { people, waiting } = await operator.client.operatorPeople({ list: 'WAITING' });
    expect(people.map(({ email, state }) => [email, state])).toEqual([['eve@example.com', 'WAITING']]);
    expect(waiting).toBe(1);
    const params = { person: people[0]?.person ?? 0 };
    const verify = () => operator.client.verifyPerson({ plan: 'Free' }, { params });
    const both = await Promise.allSettled([verify(), verify()]);
    for (const one of both) if (one.status === 'rejected') expect(one.reason.code).toBe('OPERATOR_REFUSED');
    await refused(verify());

    await person.client.requestPlan({ plan: 'SME' });
    const asking = await operator.client.operatorPeople({ list: 'ASKING' });
    expect(asking.people).toMatchObject([{ email: person.email, asksFor: 'SME' }]);
    await operator.client.subscribePerson({ plan: 'SME' }, { params: { person: person.person.userid } });
    expect((await operator.client.operatorPeople({ list: 'ASKING' })).people).toEqual([]);
    expect((await listed(person.email))[0]).toMatchObject({ plan: 'SME', asksFor: null });
    await refused(operator.client.subscribePerson({ plan: 'none' }, { params }));
  });

  it('invites somebody, who sets a password of their own by the mailed link; an address that has an account is refused', async () => {
    const invited = { firstname: 'Iva', lastname: 'Bay', email: 'iva@example.com', company_name: 'Bay Trading' };
    await operator.client.invitePerson({ ...invited, plan: 'SME' });
    await refused(operator.client.invitePerson({ ...invited, plan: 'SME' }));
    await refused(operator.client.invitePerson({ ...invited, email: 'other@example.com', plan: 'none' }));
    expect(await listed('other@example.com')).toEqual([]);
    expect(await listed(invited.email)).toMatchObject([{ state: 'NO_PASSWORD', plan: 'SME', company: 'Bay Trading' }]);
    await portal.services.accounts.mailer.idle();
    const [token = ''] = linkTokens(await outbox(portal.config.dataFolder, invited.email));
    const password = 'harbour lantern 4271';
    await portal.services.accounts.access.passwords.set(token, password, '127.0.0.1');
    const { email } = invited;
    expect((await portal.clientOf(() => null).login({ email, password })).email).toBe(email);
  });

  it('keeps people out, takes passwords and factors away, and cannot lock themselves out', async () => {
    const someone = await portal.signIn();
    await addApp(someone);
    const params = { person: someone.person.userid };
    await operator.client.resetPersonFactors({}, { params });
    expect(await codeOf(someone.client.noticeList({}))).toBe('SESSION_TIMEOUT');
    await operator.client.resetPersonPassword({}, { params });
    const { email, password } = someone;
    expect(await codeOf(someone.client.login({ email, password }))).toBe('INVALID_LOGIN');
    await operator.client.setPersonDisabled({ disabled: true }, { params });
    expect((await listed(email))[0]?.state).toBe('DISABLED');
    const own = { person: operator.person.userid };
    await refused(operator.client.setPersonDisabled({ disabled: true }, { params: own }));
    const erase = { email: operator.email, reason: 'a slip' };
    await refused(operator.client.erasePerson(erase, { params: own }));
  });

  it('grants, with a reason, and not below nothing', async () => {
    const params = { person: person.person.userid };
    const grant = (amount: number) =>
      operator.client.grantPerson({ allowance: 'SEARCHES', amount, reason: 'counted twice' }, { params });
    const before = (await grant(5)).balance;
    expect((await grant(-5)).balance).toBe(before - 5);
    expect(await codeOf(grant(-1_000_000))).toBe('SEARCH_LIMIT_EXHAUSTED');
    expect(await codeOf(grant(0))).toBe('VALIDATION');
  });

  it('hands out what is known of a person, without secrets, and erases them where the address is typed', async () => {
    const someone = await portal.signIn();
    await addApp(someone);
    await someone.client.saveContact({ companyName: 'Trading partner' });
    const { key } = await someone.client.createApiKey({ name: 'Nightly', scopes: ['search'] });
    expect(JSON.stringify(await someone.client.apiKeyList({}))).not.toContain(key.slice(12));
    const params = { person: someone.person.userid };
    const { text } = await operator.client.exportPerson({}, { params });
    const known = JSON.parse(text);
    expect(known).toMatchObject({
      ...{ profile: { email: someone.email }, contacts: [{ companyName: 'Trading partner' }] },
      ...{ apiKeys: [{ name: 'Nightly' }], secondFactors: [{ name: 'Phone' }] },
    });
    for (const secret of [key, someone.person.token, someone.password]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/hash|"secret"|argon2|entitlement/i);
    const wrong = { email: 'somebody@else.example', reason: 'asked for' };
    await refused(operator.client.erasePerson(wrong, { params }));
    await operator.client.erasePerson({ email: someone.email, reason: 'asked for' }, { params });
    expect(await listed(someone.email)).toEqual([]);
  });

  it('closes the site but to themselves, opens it, and tells everybody something', async () => {
    await operator.client.setSite({ maintenance: true, message: 'Back at noon' });
    await expect.poll(() => codeOf(person.client.noticeList({}))).toBe('MAINTENANCE');
    expect(await operator.client.operatorSite({})).toMatchObject({ maintenance: true, message: 'Back at noon' });
    await operator.client.setSite({ maintenance: false, message: '' });
    await operator.client.addNotice({ title: 'Records of May', body: 'Korea is complete.' });
    const [notice] = (await operator.client.noticeList({})).noticeList;
    expect(notice).toMatchObject({ title: 'Records of May' });
    const id = notice?.id ?? '';
    await operator.client.removeNotice({}, { params: { notice: id } });
    await refused(operator.client.removeNotice({}, { params: { notice: 'none' } }));
  });

  it('sees loads with what they rejected, jobs and health, and takes a load out', async () => {
    const { loads, records } = await operator.client.operatorLoads({});
    expect(loads).toMatchObject([{ load: 1, records: expect.any(Number), tradeType: 'IMPORT' }]);
    expect(records).toBe(loads[0]?.records);
    const params = { load: 1 };
    expect(await operator.client.operatorRejections({}, { params })).toMatchObject({
      total: loads[0]?.rejected,
    });
    await refused(operator.client.operatorRejections({}, { params: { load: 9 } }));
    expect((await operator.client.operatorJobs({ list: 'DONE' })).jobs.length).toBeGreaterThan(0);
    await refused(operator.client.retryJob({}, { params: { job: 999_999 } }));
    const health = await operator.client.operatorHealth({});
    expect(health.findings.map(({ check }) => check)).toContain('ledger');
    expect(health.backups).toBeNull();
    await refused(operator.client.backUpNow({}));
    await operator.client.unloadLoad({}, { params });
    expect((await operator.client.operatorLoads({})).loads).toEqual([]);
  });

  it('joins parties that are likely one, by a word, and takes it back', async () => {
    const names = ['HALVENT STEEL', 'HALVENT STEEL GMBH', 'ORVIN FOODS', 'ORVIN FOODS', 'TALLOW GLASS'];
    const rows = names.map((name, no) => `${no},2020-01-1${no},850710,${name}`);
    await loadTestRows(portal, 'KOR', 'no,date,hs,importer', rows);
    const listed = async () => (await operator.client.operatorProposals({})).proposals;
    const [pair] = await listed();
    expect(pair).toMatchObject({ likeness: expect.any(String), first: { records: expect.any(Number) } });
    const keys = { first: pair?.first.key ?? '', second: pair?.second.key ?? '' };
    const say = (verdict: 'YES' | 'NO' | 'LATER' | 'UNDO', before?: 'YES' | 'NO' | 'LATER') =>
      operator.client.decideProposal({ ...keys, verdict, ...(before && { before }) });
    const has = async () =>
      (await listed()).some(({ first, second }) => first.key === keys.first && second.key === keys.second);
    for (const verdict of ['NO', 'LATER', 'YES'] as const) {
      await say(verdict);
      expect(await has(), verdict).toBe(false);
      await say('UNDO', verdict);
      expect(await has(), `${verdict} undone`).toBe(true);
    }
    const beyond = { first: '99999999999999999999', second: '2', verdict: 'YES' } as const;
    expect(await codeOf(operator.client.decideProposal(beyond))).toBe('VALIDATION');
    await refused(operator.client.decideProposal({ first: '1', second: '2', verdict: 'YES' }));
  });

  it('makes one company of each number at once, and joins those of two numbers for whoever has seen both', async () => {
    const rows = [
      ...['CORD CABLES', 'KABEL WERKE'].map((name) => `${name},TEST00CORD00CABLES70`),
      ...['DUNE TEXTILES SRL,TEST00DUNE00TEXTIL43', 'DUNE TEXTILLES SRL,TEST00OTHER0TEXTIL74'],
    ].map((row, no) => `9${no},2020-02-1${no},850710,${row}`);
    await loadTestRows(portal, 'KOR', 'no,date,hs,importer,lei', rows);
    const found = async (like: string) =>
      (await operator.client.operatorProposals({})).proposals.filter(({ first }) => first.name.startsWith(like));
    expect((await found(''))[0]).toMatchObject({ likeness: 'number', numbers: ['LEI TEST00CORD00CABLES70'] });
    expect((await operator.client.acceptSameNumber({})).message).toBe(
      '1 name is one with a company of the same number now.',
    );
    expect((await operator.client.acceptSameNumber({})).message).toMatch('No pair of one number could be joined');
    const [pair] = await found('DUNE');
    expect(pair?.numbers).toHaveLength(2);
    const keys = { first: pair?.first.key ?? '', second: pair?.second.key ?? '', verdict: 'YES' } as const;
    await refused(operator.client.decideProposal(keys));
    await operator.client.decideProposal({ ...keys, despite: true });
    expect(await found('DUNE')).toEqual([]);
  });

  it('stands in the log behind all of it', async () => {
    const by = operator.person.email;
    const { entries } = await operator.client.operatorAudit({ numberOfRecords: 100 });
    const done = new Set(entries.filter((entry) => entry.by === by).map(({ event }) => event));
    for (const event of [
      ...['ACCOUNT_VERIFIED', 'SUBSCRIBED', 'FACTORS_RESET', 'PASSWORD_RESET', 'ACCOUNT_DISABLED', 'GRANTED'],
      ...['PARTIES_DECIDED', 'PERSON_EXPORTED', 'ACCOUNT_ERASED', 'SITE_SET', 'NOTICE_ADDED', 'NOTICE_REMOVED'],
    ])
      expect(done, event).toContain(event);
    const { entries: none } = await operator.client.operatorAudit({ pageNumber: 1000 });
    expect(none).toEqual([]);
    // Who reached for it stands there too.
    const forbidden = entries.filter(({ event }) => event === 'FORBIDDEN');
    expect(JSON.stringify(forbidden)).toContain('/operator-management/');
  });

  it('is none where a provider of their firm let them in', async () => {
    const { sessionId } = operator.person;
    const { accounts } = portal.services;
    await databaseOf(accounts).execute(`update sessions set by_provider = true where id = '${sessionId}'`);
    expect(await codeOf(operator.client.operatorSite({}))).toBe('NOT_OPERATOR');
    await databaseOf(accounts).execute(`update sessions set by_provider = false where id = '${sessionId}'`);
    expect(await operator.client.operatorSite({})).toMatchObject({ maintenance: false });
  });

  it('is none any more as soon as the right is taken', async () => {
    await portal.services.accounts.people.users.setOperator(await userOf(portal, operator), false);
    expect(await codeOf(operator.client.operatorSite({}))).toBe('NOT_OPERATOR');
    expect(new PortalError('NOT_OPERATOR').status).toBe(403);
  });
});
