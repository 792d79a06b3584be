/** The operator's calls: to nobody without the right and a second factor, each written down with who did it. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseOf } from '@tidewaiter/accounts/database';
import { type Endpoint, PortalError } from '@tidewaiter/contract';
import { Loader, parseMapping } from '@tidewaiter/loader';
import { appCode } from '@tidewaiter/testing/authenticator';
import { CALLS } from '@tidewaiter/testing/named-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failure, raw } from '../../testing/calls.js';
import { type SignedInAccount, startPortal, type TestPortal } from '../../testing/portal.js';

let portal: TestPortal;
let person: SignedInAccount;
let operator: SignedInAccount;
beforeAll(async () => {
  portal = await startPortal();
  person = await portal.signIn();
  operator = await portal.signIn();
  await addApp(operator);
  await portal.services.accounts.users.setOperator(await userOf(operator), true);
});
afterAll(() => portal.close());

const userOf = async ({ person: { userid } }: SignedInAccount) =>
  (await portal.services.accounts.users.findById(userid)) ?? expect.fail();

async function addApp({ client }: SignedInAccount) {
  const { challengeId, secret } = await client.beginApp({});
  await client.addApp({ challengeId, code: appCode(secret), name: 'Phone' });
}

const codeOf = async (promise: Promise<unknown>) => (await failure(promise)).code;

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
    await portal.services.accounts.users.setOperator(await userOf(unproven), true);
    return { subUser: subUser.person.token, key, unproven: unproven.person.token };
  })();
  return made;
}

describe('an operator', () => {
  const act = <Answer>(work: (client: SignedInAccount['client']) => Promise<Answer>) => work(operator.client);
  const listed = async (sought: string) => (await act((client) => client.operatorPeople({ sought }))).people;

  it('finds people, and what was done to their account', async () => {
    const [found] = await listed(person.email);
    expect(found).toMatchObject({
      email: person.email,
      state: 'ACTIVE',
      plan: 'Operator',
      hasFactor: false,
      operator: false,
    });
    expect(await listed('nobody has this name')).toEqual([]);
    const whole = await act((client) => client.operatorPerson({}, { params: { person: found?.person ?? 0 } }));
    expect(whole).toMatchObject({ person: found, sessions: 1, keys: 0, left: { searches: expect.any(Number) } });
    expect(whole.audit.map(({ event }) => event)).toContain('FORBIDDEN');
    expect(await codeOf(act((client) => client.operatorPerson({}, { params: { person: 999_999 } })))).toBe(
      'OPERATOR_REFUSED',
    );
  });

  it('lets in who signed up, once, and gives a plan that was asked for; two who decide the same are told', async () => {
    const { accounts } = portal.services;
    await accounts.signUps.take({
      ...{ firstname: 'Eve', lastname: 'Bay', email: 'eve@example.com', mobile: '+31201234567', companyName: 'Acme' },
    });
    await accounts.jobs.settle({ withinMs: 20_000 });
    const { people, waiting } = await act((client) => client.operatorPeople({ list: 'WAITING' }));
    expect(people.map(({ email, state }) => [email, state])).toEqual([['eve@example.com', 'WAITING']]);
    expect(waiting).toBe(1);
    const params = { person: people[0]?.person ?? 0 };
    const both = await Promise.allSettled([
      act((client) => client.verifyPerson({ plan: 'Free' }, { params })),
      act((client) => client.verifyPerson({ plan: 'Free' }, { params })),
    ]);
    const refused = both.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    for (const error of refused) expect(error).toMatchObject({ code: 'OPERATOR_REFUSED' });
    expect(await codeOf(act((client) => client.verifyPerson({ plan: 'Free' }, { params })))).toBe('OPERATOR_REFUSED');

    await person.client.requestPlan({ plan: 'SME' });
    const asking = await act((client) => client.operatorPeople({ list: 'ASKING' }));
    expect(asking.people).toMatchObject([{ email: person.email, asksFor: 'SME' }]);
    await act((client) => client.subscribePerson({ plan: 'SME' }, { params: { person: person.person.userid } }));
    expect((await act((client) => client.operatorPeople({ list: 'ASKING' }))).people).toEqual([]);
    expect((await listed(person.email))[0]).toMatchObject({ plan: 'SME', asksFor: null });
    expect(await codeOf(act((client) => client.subscribePerson({ plan: 'none' }, { params })))).toBe(
      'OPERATOR_REFUSED',
    );
  });

  it('keeps people out, takes passwords and factors away, and cannot lock themselves out', async () => {
    const someone = await portal.signIn();
    await addApp(someone);
    const params = { person: someone.person.userid };
    await act((client) => client.resetPersonFactors({}, { params }));
    expect(await codeOf(someone.client.noticeList({}))).toBe('SESSION_TIMEOUT');
    await act((client) => client.resetPersonPassword({}, { params }));
    const { email, password } = someone;
    expect(await codeOf(someone.client.login({ email, password }))).toBe('INVALID_LOGIN');
    await act((client) => client.setPersonDisabled({ disabled: true }, { params }));
    expect((await listed(email))[0]?.state).toBe('DISABLED');
    const own = { person: operator.person.userid };
    expect(await codeOf(act((client) => client.setPersonDisabled({ disabled: true }, { params: own })))).toBe(
      'OPERATOR_REFUSED',
    );
    const erase = { email: operator.email, reason: 'a slip' };
    expect(await codeOf(act((client) => client.erasePerson(erase, { params: own })))).toBe('OPERATOR_REFUSED');
  });

  it('grants, with a reason, and not below nothing', async () => {
    const params = { person: person.person.userid };
    const grant = (amount: number) =>
      act((client) => client.grantPerson({ allowance: 'SEARCHES', amount, reason: 'counted twice' }, { params }));
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
    const { text } = await act((client) => client.exportPerson({}, { params }));
    const known = JSON.parse(text);
    expect(known).toMatchObject({
      profile: { email: someone.email },
      contacts: [{ companyName: 'Trading partner' }],
      apiKeys: [{ name: 'Nightly' }],
      secondFactors: [{ name: 'Phone' }],
    });
    for (const secret of [key, someone.person.token, someone.password]) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/hash|"secret"|argon2|entitlement/i);
    const wrong = { email: 'somebody@else.example', reason: 'asked for' };
    expect(await codeOf(act((client) => client.erasePerson(wrong, { params })))).toBe('OPERATOR_REFUSED');
    await act((client) => client.erasePerson({ email: someone.email, reason: 'asked for' }, { params }));
    expect(await listed(someone.email)).toEqual([]);
  });

  it('closes the site but to themselves, opens it, and tells everybody something', async () => {
    await act((client) => client.setSite({ maintenance: true, message: 'Back at noon' }));
    await expect.poll(() => codeOf(person.client.noticeList({}))).toBe('MAINTENANCE');
    expect(await act((client) => client.operatorSite({}))).toMatchObject({
      maintenance: true,
      message: 'Back at noon',
    });
    await act((client) => client.setSite({ maintenance: false, message: '' }));
    await act((client) => client.addNotice({ title: 'Records of May', body: 'Korea is complete.' }));
    const [notice] = (await operator.client.noticeList({})).noticeList;
    expect(notice).toMatchObject({ title: 'Records of May' });
    const { rows } = (await databaseOf(portal.services.accounts).execute('select id from notices')) as {
      rows: { id: string }[];
    };
    await act((client) => client.removeNotice({}, { params: { notice: rows[0]?.id ?? '' } }));
    expect(await codeOf(act((client) => client.removeNotice({}, { params: { notice: 'none' } })))).toBe(
      'OPERATOR_REFUSED',
    );
  });

  it('sees loads with what they rejected, jobs and health, and takes a load out', async () => {
    const { loads, records } = await act((client) => client.operatorLoads({}));
    expect(loads).toMatchObject([{ load: 1, records: expect.any(Number), tradeType: 'IMPORT' }]);
    expect(records).toBe(loads[0]?.records);
    const params = { load: 1 };
    expect(await act((client) => client.operatorRejections({}, { params }))).toMatchObject({
      total: loads[0]?.rejected,
    });
    expect(await codeOf(act((client) => client.operatorRejections({}, { params: { load: 9 } })))).toBe(
      'OPERATOR_REFUSED',
    );
    expect((await act((client) => client.operatorJobs({ list: 'DONE' }))).jobs.length).toBeGreaterThan(0);
    expect(await codeOf(act((client) => client.retryJob({}, { params: { job: 999_999 } })))).toBe('OPERATOR_REFUSED');
    const health = await act((client) => client.operatorHealth({}));
    expect(health.findings.map(({ check }) => check)).toContain('ledger');
    expect(health.backups).toBeNull();
    expect(await codeOf(act((client) => client.backUpNow({})))).toBe('OPERATOR_REFUSED');
    await act((client) => client.unloadLoad({}, { params }));
    expect((await act((client) => client.operatorLoads({}))).loads).toEqual([]);
  });

  it('joins parties that are likely one, by a word, and takes it back', async () => {
    const path = join(portal.config.dataFolder, 'parties.csv');
    const names = ['HALVENT STEEL', 'HALVENT STEEL GMBH', 'ORVIN FOODS', 'ORVIN FOODS', 'TALLOW GLASS'];
    const rows = names.map((name, no) => `${no},2020-01-1${no},850710,${name}`);
    await writeFile(path, `no,date,hs,importer\n${rows.join('\n')}\n`);
    const mapping = parseMapping(
      JSON.stringify({
        ...{ name: 'parties', title: 'Parties', country: 'KOR', trade: 'IMPORT', naturalKey: ['no'] },
        columns: { record_date: { from: 'date' }, hs_code: { from: 'hs' }, importer_name: { from: 'importer' } },
      }),
      'parties',
    );
    await new Loader(portal.services.records).load({ files: [{ path }], mapping, accept: true });
    const listed = async () => (await act((client) => client.operatorProposals({}))).proposals;
    const [pair] = await listed();
    expect(pair).toMatchObject({ likeness: expect.any(String), first: { records: expect.any(Number) } });
    const keys = { first: pair?.first.key ?? '', second: pair?.second.key ?? '' };
    const say = (verdict: 'YES' | 'NO' | 'LATER' | 'UNDO', before?: 'YES' | 'NO' | 'LATER') =>
      act((client) => client.decideProposal({ ...keys, verdict, ...(before && { before }) }));
    const has = async () =>
      (await listed()).some(({ first, second }) => first.key === keys.first && second.key === keys.second);
    for (const verdict of ['NO', 'LATER', 'YES'] as const) {
      await say(verdict);
      expect(await has(), verdict).toBe(false);
      await say('UNDO', verdict);
      expect(await has(), `${verdict} undone`).toBe(true);
    }
    const beyond = { first: '99999999999999999999', second: '2', verdict: 'YES' } as const;
    expect(await codeOf(act((client) => client.decideProposal(beyond)))).toBe('VALIDATION');
    expect(await codeOf(act((client) => client.decideProposal({ first: '1', second: '2', verdict: 'YES' })))).toBe(
      'OPERATOR_REFUSED',
    );
  });

  it('stands in the log behind all of it', async () => {
    const by = `person ${operator.person.userid}`;
    const { entries } = await act((client) => client.operatorAudit({ numberOfRecords: 100 }));
    const done = new Set(entries.filter((entry) => entry.by === by).map(({ event }) => event));
    for (const event of [
      ...['ACCOUNT_VERIFIED', 'SUBSCRIBED', 'FACTORS_RESET', 'PASSWORD_RESET', 'ACCOUNT_DISABLED', 'GRANTED'],
      ...['PARTIES_DECIDED', 'PERSON_EXPORTED', 'ACCOUNT_ERASED', 'SITE_SET', 'NOTICE_ADDED', 'NOTICE_REMOVED'],
    ])
      expect(done, event).toContain(event);
    const { entries: none } = await act((client) => client.operatorAudit({ pageNumber: 1000 }));
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
    expect(await act((client) => client.operatorSite({}))).toMatchObject({ maintenance: false });
  });

  it('is none any more as soon as the right is taken', async () => {
    await portal.services.accounts.users.setOperator(await userOf(operator), false);
    expect(await codeOf(operator.client.operatorSite({}))).toBe('NOT_OPERATOR');
    expect(new PortalError('NOT_OPERATOR').status).toBe(403);
  });
});
