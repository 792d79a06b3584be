/**
 * Every call with other people's ids in it, read off the contract: no leak, no effect. Whose things a call names is part of its
 * definition; a call that does not say it does not compile, and one that hides an id does not pass here.
 */
import { randomUUID } from 'node:crypto';
import { ENDPOINTS, type Endpoint, type EndpointName, type OwnedThing, travelsInQuery } from '@tidewaiter/contract';
import { API_CALLS, type ApiCall, type ApiCallName } from '@tidewaiter/contract/api';
import { contentsOf } from '@tidewaiter/testing/contents';
import { CALLS } from '@tidewaiter/testing/named-calls';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { payload, raw } from '../../testing/calls.js';
import { start, wanted } from '../../testing/exporting.js';
import { addApp, type SignedInAccount, subscription, userOf } from '../../testing/portal.js';
import { programFor, QUESTION, type TestProgram } from '../../testing/program.js';
import { saveSearch } from '../../testing/saving.js';
import { sharedAccount, sharedPortal } from '../../testing/shared-portal.js';

const portal = sharedPortal();
let mySubUser: SignedInAccount;
let strangersSubUser: SignedInAccount;
/** What I have asked and saved. */
let mine: { search: string; workspace: string; savedSearch: string; standingQuestion: string };
/** Other people's things, by kind. */
let theirs: Record<OwnedThing, (string | number)[]>;

const me = sharedAccount(portal);
const stranger = sharedAccount(portal);
beforeAll(async () => {
  mySubUser = await portal.signInSubUser(me);
  strangersSubUser = await portal.signInSubUser(stranger);
  const search = async ({ client }: SignedInAccount) => (await client.search(payload())).searchId;
  const save = async (account: SignedInAccount) => {
    const { client } = account;
    const { id, workspace_id: workspace, searchId: asked } = await saveSearch(account);
    await client.saveContact({ companyName: 'Acme' });
    const { listId: ownList } = await client.createOwnList({
      ...{ name: 'Codes', kind: 'HS_CODE' as const, columns: ['code'], valueColumn: 0, rows: 2 },
    });
    const [contact] = (await client.contactList({ userId: account.person.userid })).contactList;
    const { keyId } = await client.createApiKey({ name: 'Nightly', scopes: ['search'] });
    const { exportId } = await start(client, wanted());
    const { webhookId } = await client.createWebhook({ address: 'https://hooks.example.com/', events: ['data.new'] });
    await client.testWebhook({}, { params: { webhookId } });
    const { deliveryList } = await client.deliveryList({}, { params: { webhookId } });
    const webhook = { webhook: webhookId, delivery: deliveryList[0]?.deliveryId ?? '' };
    const { questionId: standingQuestion } = await client.follow({ name: 'Cotton', savedSearchId: id });
    const { accounts } = portal.services;
    const [watched] = (await accounts.following.questions.list(await userOf(portal, account), { number: 0, size: 1 }))
      .questions;
    const days = { firstDay: '2020-01-01', lastDay: '2020-12-31' };
    const said = { about: 'NEW', query: payload(), countries: ['KOR'], ...days, suppression: 0 };
    const found = { ...said, finding: { signal: 'NEW_RECORDS' as const, records: 1 } };
    if (watched)
      await accounts.following.findings.keep(watched, { found: [found], dataVersion: watched.toldVersion + 1 });
    const deliveries = ['BADGE' as const, 'FILE' as const];
    await client.changeFollowing({ questionId: standingQuestion, deliveries, file: { budget: 10 } });
    const place = { kind: 'S3' as const, endpoint: 'https://s3.example.com', bucket: 'files', accessKeyId: 'key' };
    const { destinationId: destination } = await client.createDestination({ name: 'Ours', place, secret: 'secret' });
    const finding = (await client.findings({})).findings[0]?.findingId ?? 0;
    const { reportId: report } = await client.createReport({ name: 'Tiles' });
    const own = { workspace, standingQuestion, destination, finding, ownList, report };
    return {
      ...webhook,
      ...own,
      search: asked,
      savedSearch: id,
      contact: contact?.id ?? '',
      export: exportId,
      key: keyId,
    };
  };
  mine = await save(me);
  const [strangers, strangersSubUsers] = [await save(stranger), await search(strangersSubUser)];
  const { keyId: strangersKey } = await strangersSubUser.client.createApiKey({ name: 'Nightly', scopes: ['export'] });
  await addApp(stranger);
  const strangersFactor = (await stranger.client.factorList({})).factorList[0]?.factorId ?? '';
  const people = [stranger.person.userid, strangersSubUser.person.userid];
  const sessions = [stranger, strangersSubUser, mySubUser].map(({ person }) => person.sessionId);
  const made = [999_999, 900_000_000];
  theirs = {
    self: [...people, mySubUser.person.userid, ...made],
    account: [...people, mySubUser.person.userid, ...made],
    person: [...people, ...made],
    subUser: [...people, me.person.userid, ...made],
    readableSearch: [strangers.search, strangersSubUsers, randomUUID(), 'made up'],
    search: [strangers.search, strangersSubUsers, await search(mySubUser), randomUUID(), 'made up'],
    loggedSearch: [strangers.search, strangersSubUsers, randomUUID(), 'made up'],
    session: [...sessions, randomUUID(), 'made up'],
    subscription: [(await subscription(stranger))?.id ?? 0, ...made],
    workspace: [strangers.workspace, strangers.savedSearch, randomUUID(), 'made up'],
    savedSearch: [strangers.savedSearch, strangers.workspace, mine.workspace, randomUUID(), 'made up'],
    contact: [strangers.contact, strangers.workspace, randomUUID(), 'made up'],
    ownList: [strangers.ownList, strangers.workspace, randomUUID(), 'made up'],
    report: [strangers.report, strangers.ownList, randomUUID(), 'made up'],
    export: [strangers.export, randomUUID(), 'made up'],
    apiKey: [strangers.key, strangersKey, randomUUID(), 'made up'],
    webhook: [strangers.webhook, randomUUID(), 'made up'],
    delivery: [strangers.delivery, strangers.webhook, randomUUID(), 'made up'],
    standingQuestion: [strangers.standingQuestion, strangers.savedSearch, randomUUID(), 'made up'],
    destination: [strangers.destination, randomUUID(), 'made up'],
    finding: [strangers.finding, ...made],
    factor: [strangersFactor, randomUUID(), 'made up'],
    secret: [randomUUID(), 'made up', 'A'.repeat(43)],
  };
});

/** The names of a request's fields, the path's among them. */
function fieldsOf({ request, params }: Endpoint): string[] {
  return [request, params].flatMap((schema) => {
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
      properties?: Record<string, unknown>;
    };
    return Object.keys(properties);
  });
}

/** A field that names a thing, or things. */
const named = (field: string, id: string | number) => ({ [field]: field.endsWith('Ids') ? [id] : id });

/** A valid request of each call that names somebody's things, but for those things. */
function otherFields(name: EndpointName): Record<string, unknown> {
  const { userid, loginId, sessionId } = me.person;
  const person = { firstname: 'Eve', lastname: 'Bay', email: me.email, mobile: '+31201234567', company_name: 'X' };
  const given: Partial<Record<EndpointName, Record<string, unknown>>> = {
    logout: { userId: userid, loginId, sessionId },
    updateUser: { downloadLimit: 7 },
    setSubUserStatus: { is_active: 'N' },
    updateApiKey: { limits: { searches: 1, points: 1 } },
    revokeApiKey: {},
    addApp: { code: '123456', name: 'Phone' },
    addPasskey: { passkey: { id: 'x', type: 'public-key', response: {} }, name: 'Laptop' },
    loginByPasskey: { passkey: { id: 'x', type: 'public-key', response: {} } },
    confirmSession: { passkey: { id: 'x', type: 'public-key', response: {} } },
    removeFactor: {},
    allowConnection: {},
    updateSubscription: { queryPerDay: 1 },
    updateSearchCount: { totalRecords: 1 },
    renameWorkspace: { name: 'Mine', revision: 1 },
    renameSavedSearch: { name: 'Mine', description: 'My own', revision: 1 },
    removeWorkspace: {},
    restoreWorkspace: {},
    removeSavedSearch: {},
    restoreSavedSearch: {},
    lookedAtSavedSearch: {},
    saveSearch: { workspace_id: mine.workspace, search_id: mine.search, name: 'Mine', description: 'My own' },
    savedSearchList: { createdBy: userid },
    exportList: {},
    report: {},
    addReportBlock: { title: 'Mine', asks: { pivot: { query: payload(), rows: 'importers' } } },
    changeReport: { revision: 1, name: 'Mine', blocks: [] },
    refreshReport: { revision: 1 },
    shareReport: { days: 7 },
    removeReport: {},
    follow: { name: 'Mine', savedSearchId: mine.savedSearch, deliveries: ['FILE'], file: { budget: 1 } },
    changeFollowing: { questionId: mine.standingQuestion },
    makeQuestionFile: {},
    testDestination: {},
    searchLog: { userId: userid },
    countAgain: {},
    contactList: { userId: userid },
    updateContact: { companyName: 'Mine', revision: 1 },
    contactShipments: {},
    downloadSearch: { recordsDownloaded: 1 },
    updateDownloads: { downloadedRecords: [] },
    listDistinctColumnValue: { ...payload(), columnName: 'incoterm' },
    topLists: { ...payload(), lists: { hsCodes: 1 } },
    signUp: { ...person, email: 'swap@example.com', termsAccepted: true, captcha: '1' },
    verifyOtp: { otp: '12345678' },
    setPassword: { password: 'correct ferry window 43', confirmPassword: 'correct ferry window 43' },
  };
  if (given[name]) return given[name];
  return ENDPOINTS[name].rate === 'SEARCH' || ENDPOINTS[name].rate === 'LISTS' ? { ...payload() } : {};
}

async function send(endpoint: Endpoint, fields: Record<string, unknown>, as: SignedInAccount) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(fields[key])));
  const inPath = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map(([, key]) => key));
  const rest = Object.fromEntries(Object.entries(fields).filter(([key]) => !inPath.has(key)));
  const headers = { accessedby: as.person.token, 'content-type': 'application/json' };
  const { method } = endpoint;
  if (!travelsInQuery(endpoint)) return raw(portal, path, { method, headers, body: JSON.stringify(rest) });
  return raw(portal, `${path}?${new URLSearchParams(rest as Record<string, string>)}`, { method, headers });
}

it('whose things a call names is declared for every field that looks like an id', () => {
  for (const endpoint of CALLS) {
    const declared = typeof endpoint.owner === 'object' ? Object.keys(endpoint.owner.ids) : [];
    // `returnSearchId` and the `subscription_id` of a sign-up are accepted and not used.
    const ids = fieldsOf(endpoint).filter((field) =>
      /(?<!^returnSearch)Ids?$|(?<!^subscription)_id$|^id$|^createdBy$|^token$/.test(field),
    );
    expect(new Set(ids), endpoint.name).toEqual(new Set(declared));
  }
});

const NAMING = CALLS.flatMap((endpoint) =>
  typeof endpoint.owner === 'object'
    ? Object.entries(endpoint.owner.ids).map(([field, thing]): [EndpointName, string, Endpoint, OwnedThing] => [
        endpoint.name,
        field,
        endpoint,
        thing,
      ])
    : [],
);

/** All that the accounts held after the call before. */
let contents: string[];
let program: TestProgram;
beforeAll(async () => {
  program = await programFor(portal, me);
  await portal.services.accounts.mailer.idle();
  contents = await contentsOf(portal.services.accounts);
});

it.each(NAMING)(
  "%s with other people's %s tells nothing, the same of what is there and of what is made up, and changes nothing",
  async (name, field, endpoint, thing) => {
    // An id of a login is no number.
    const swapped = thing === 'self' && field !== 'userId' ? theirs.session : theirs[thing];
    const answers = new Set<string>();
    for (const id of swapped) {
      const { status, body } = await send(endpoint, { ...otherFields(name), ...named(field, id) }, me);
      const said = `${name} ${field}=${id}: ${status} ${JSON.stringify(body)}`;
      expect(status, said).toBeGreaterThanOrEqual(400);
      expect(status, said).toBeLessThan(500);
      expect(body, said).toEqual({
        errorCode: expect.any(String),
        errorMsg: expect.any(String),
        ...(body.details === undefined ? {} : { details: expect.any(Array) }),
      });
      for (const { email } of [stranger, strangersSubUser]) expect(JSON.stringify(body), said).not.toContain(email);
      // What is no id at all may be told to be none, and of a secret there is nothing to be told.
      if (id !== 'made up' && thing !== 'secret') answers.add(JSON.stringify(body));
    }
    expect(answers.size).toBe(thing === 'secret' ? 0 : 1);
    const before = contents;
    contents = await contentsOf(portal.services.accounts);
    expect(contents).toEqual(before);
  },
);

it("a sub-user reaches nothing of other people's either, nor their owner's profile", async () => {
  const ids = [me.person.userid, stranger.person.userid, strangersSubUser.person.userid, 999_999];
  for (const userId of ids) {
    const details = await send(ENDPOINTS.userDetails, { userId }, mySubUser);
    expect(details.body.errorCode).toBe('NOT_YOURS');
    const update = await send(ENDPOINTS.updateUser, { userId, downloadLimit: 1_000_000 }, mySubUser);
    expect(update.body.errorCode).toBe('NOT_YOURS');
  }
});

/** The calls of programs that name something, in their path or in their request. */
const PROGRAMS = Object.entries<ApiCall>(API_CALLS).flatMap(([name, { params, request }]) =>
  [...Object.keys(params.shape), ...Object.keys(request.shape)].flatMap((field) => {
    if (!field.endsWith('_id')) return [];
    const named: Record<string, string> = { saved_search_id: 'savedSearch', question_id: 'standingQuestion' };
    const thing = named[field] ?? field.replace('_id', '');
    return [[name as ApiCallName, field, field in params.shape, thing as OwnedThing] as const];
  }),
);

it.each(PROGRAMS)(
  "a program’s %s with other people's %s tells nothing, and changes nothing",
  async (name, field, inPath, thing) => {
    const texts = { name: 'Mine', description: 'My own' };
    const others: Partial<Record<ApiCallName, object>> = {
      ...{ renameWorkspace: { name: 'Mine', revision: 1 }, renameSavedSearch: { ...texts, revision: 1 } },
      follow: { name: 'Mine' },
      ...{ updateContact: { company_name: 'Mine', revision: 1 }, saveSearch: { ...texts, question: QUESTION } },
    };
    // A key is noted as used.
    const held = () => contentsOf(portal.services.accounts, 'api_keys');
    const before = await held();
    const answers = new Set<string>();
    for (const id of [theirs[thing][0], randomUUID()]) {
      const named = { [field]: String(id) };
      const request = { ...others[name], ...(!inPath && named) };
      const { status, problem } = await program.call(name, request, inPath ? { params: named } : {});
      expect([403, 410], JSON.stringify(problem)).toContain(status);
      expect(JSON.stringify(problem)).not.toContain(stranger.email);
      answers.add(JSON.stringify(problem));
    }
    expect(answers.size).toBe(1);
    expect(await held()).toEqual(before);
  },
);
