/** What becomes of what is followed, in time: days that move on, records and searches that go, looks that fail. */
import { databaseOf } from '@tidewaiter/accounts/database';
import { addDays, addMonths, dayOf } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { loadDeclarations, loadImports } from '../../testing/declarations.js';
import { leaveEndedTwice } from '../../testing/ended-twice.js';
import { followingPortal, PHONES } from '../../testing/following.js';
import { entitle, type SignedInAccount } from '../../testing/portal.js';
import { saveSearch } from '../../testing/saving.js';
import { jobs as doctorOfJobs } from '../doctor/portal-state.js';

const { portal, look, write, followPhones, mails } = followingPortal();

const PARTY = { signal: 'NEW_PARTY', side: 'importers', name: '', firstDay: '2021-03-05' } as const;

it('writes numbers as the person has chosen, else as most people do', async () => {
  const [indian, other] = [await portal.signIn(), await portal.signIn()];
  await indian.client.updateUser({ numberSystem: 'INDIAN' }, { params: { userId: indian.person.userid } });
  const { accounts } = portal.services;
  await loadImports(portal, [{ importer: 'Buy One', day: '2021-03-05' }]);
  const groupKey = await portal.services.records.suppressions.keyOf('Buy One');
  const days = { firstDay: '2021-03-05', lastDay: '2021-03-05' };
  const shared = { query: payload(PHONES), countries: ['KOR'], ...days, groupKey, suppression: 0 };
  const finding = { ...PARTY, shipments: 123_456, valueUsd: 1_234_567.4 };
  for (const person of [indian, other]) {
    const id = await followPhones(person);
    await person.client.changeDigest({ rhythm: 'AT_ONCE', timeZone: 'UTC' });
    const all = await accounts.following.questions.toLookAfter(1_000_000, undefined, 1000);
    const { question } = all.find((one) => one.question.id === id) ?? expect.fail();
    const found = [{ about: 'one', finding, ...shared }];
    await accounts.following.findings.keep(question, { found, dataVersion: question.toldVersion });
  }
  await write();
  for (const [person, written] of [
    [indian, '1,23,456 shipments worth USD 12,34,567 since 05 Mar 2021'],
    [other, '123,456 shipments worth USD 1,234,567 since 05 Mar 2021'],
  ] as const) {
    expect((await person.client.findings({})).findings[0]?.inWords).toContain(written);
    // In the plain text, and as HTML.
    expect((await mails(person))[0]?.split(written)).toHaveLength(3);
  }
});

it('takes back what it told of records that are gone', async () => {
  const person = await portal.signIn();
  await followPhones(person);
  await person.client.changeDigest({ rhythm: 'AT_ONCE', timeZone: 'UTC' });
  const load = await loadDeclarations(portal, '2021-03-09', 3);
  await look();
  await write();
  await loadDeclarations(portal, '2021-03-10', 1);
  await look();
  await portal.services.records.publication.unload([load]);
  await look();
  const { findings } = await person.client.findings({});
  const gone = findings.filter(({ inWords }) => inWords === '3 new records');
  expect(gone.map(({ isWithdrawn }) => isWithdrawn)).toEqual([true]);
  expect(findings.filter(({ isWithdrawn }) => isWithdrawn)).toEqual(gone);
  await write();
  expect((await mails(person)).at(-1)).toContain('Taken back');
});

it('follows a saved search, and goes on when that is gone', async () => {
  const person = await portal.signIn();
  const { client } = person;
  const { id } = await saveSearch(person, payload(PHONES));
  const { questionId } = await client.follow({ name: 'Phones', savedSearchId: id, signals: ['NEW_RECORDS'] });
  await client.removeSavedSearch({ userWorkspaceId: id });
  await portal.services.accounts.saved.purgeRemoved(new Date(Date.now() + 1000));
  await loadDeclarations(portal, '2021-03-10', 1);
  await look();
  const { questions } = await client.following({});
  expect(questions).toMatchObject([{ questionId, savedSearchId: null, unread: 1, problem: null }]);
  expect(await failure(client.follow({ name: 'Again', savedSearchId: id }))).toMatchObject({ code: 'NOT_YOURS' });
});

it('says why one cannot be looked after, and looks after the others', async () => {
  const person = await portal.signIn();
  const { client } = person;
  await client.follow({
    ...{ name: 'A list', signals: ['NEW_RECORDS'] },
    query: payload({ ...PHONES, line: 'importer:@gone' }),
  });
  await followPhones(person);
  await loadDeclarations(portal, '2021-03-11', 1);
  await look();
  const { questions } = await client.following({});
  expect(questions.map(({ name, problem }) => [name, problem])).toEqual([
    ['A list', expect.stringContaining('gone')],
    ['Phones', null],
  ]);
  expect((await client.findings({})).totalRecords).toBeGreaterThan(0);
});

it('sets one aside with which the process ended twice, names it to its person and the operator, and looks after the others', async () => {
  const [person, other] = [await portal.signIn(), await portal.signIn()];
  const [deadly] = [await followPhones(person), await followPhones(other)];
  const { jobs } = portal.services.accounts;
  const held = async ({ client }: SignedInAccount) => {
    const [[question], { totalRecords }] = [(await client.following({})).questions, await client.findings({})];
    return { problem: question?.problem, isFound: totalRecords > 0 };
  };
  await loadDeclarations(portal, '2021-03-12', 1);
  await look(() => leaveEndedTwice(portal, 'standing-questions', `standing-questions question ${deadly}`));
  expect(await held(person)).toEqual({ problem: expect.stringContaining('is paused'), isFound: false });
  expect(await held(other)).toEqual({ problem: null, isFound: true });
  const [aside, ...more] = await jobs.list({ kind: 'standing-questions', states: ['FAILED'], limit: 9 });
  expect(more).toEqual([]);
  expect(aside).toMatchObject({
    personId: person.person.userid,
    error: "The portal's process ended twice while the standing question “Phones” was under way: it is set aside.",
  });
  const [finding] = [await doctorOfJobs(portal.services)].flat();
  expect(finding).toMatchObject({ state: 'wrong', found: expect.stringContaining(`person ${person.person.userid}`) });
  await loadDeclarations(portal, '2021-03-13', 1);
  await look();
  expect(await held(person)).toMatchObject({ isFound: false });
  await jobs.retry(aside?.id ?? 0);
  await jobs.settle();
  expect(await held(person)).toEqual({ problem: null, isFound: true });
});

it('is read, put off, muted and removed by its person alone', async () => {
  const [person, stranger] = [await portal.signIn(), await portal.signIn()];
  const { client } = person;
  const questionId = await followPhones(person);
  for (const day of ['2021-03-06', '2021-03-07']) {
    await loadDeclarations(portal, day, 1);
    await look();
  }
  const { findings } = await client.findings({ view: 'UNREAD' });
  expect(findings).toHaveLength(2);
  const [first, second] = findings;
  expect(await client.markFindings({ findingId: first?.findingId, as: 'READ' })).toEqual({ unread: 1 });
  const putOff = { findingId: second?.findingId, as: 'SNOOZED' as const, days: 3 };
  expect(await client.markFindings(putOff)).toEqual({ unread: 0 });
  expect((await client.findings({ view: 'SNOOZED' })).findings).toMatchObject([{ findingId: second?.findingId }]);
  expect((await stranger.client.findings({})).findings).toEqual([]);
  await client.changeFollowing({ questionId, isPaused: true });
  await loadDeclarations(portal, '2021-03-07', 1);
  await look();
  await client.changeFollowing({ questionId, isPaused: false, strictness: 'STRICTEST' });
  await look();
  expect((await client.findings({})).totalRecords).toBe(findings.length - 1);
  await client.unfollow({ questionId });
  expect((await client.findings({})).totalRecords).toBe(0);
});

// Its records are of these days: what was loaded before is old beside them.
it('tells of what begins with the days that may be seen while these move on, and not when all of it is lost, or taken away', async () => {
  const person = await portal.signIn(['KOR']);
  const { client } = person;
  const today = dayOf(new Date());
  const show = (dataAccessInMonth: number, dataAccessUpto: string | null = null) =>
    entitle(portal, person, { countries: ['KOR'], dataAccessUpto, dataAccessInMonth });
  await show(2);
  await followPhones(person, { fromDate: addMonths(today, -6), toDate: today });
  await client.changeDigest({ rhythm: 'AT_ONCE', timeZone: 'UTC' });
  const last = addDays(addMonths(today, -1), 1);
  await loadImports(portal, [{ day: last, importer: 'Recknitz Metall OHG' }]);
  await look();
  await loadImports(portal, [
    { day: addDays(last, -3), importer: 'Warnow Werft GmbH' },
    { day: last, importer: 'Warnow Werft GmbH' },
  ]);
  await look();
  const told = async () =>
    (await client.findings({})).findings.filter(({ inWords }) => /Warnow|^2 new records$/.test(inWords)).length;
  expect(await told()).toBe(2);
  await show(1);
  expect(await told(), 'an operator took days away').toBe(0);
  // They went by: it was found so many days ago.
  const database = databaseOf(portal.services.accounts);
  const change = (what: string) =>
    database.execute(`update findings set ${what} where user_id = ${person.person.userid}`);
  await change("found_at = found_at - interval '8 days'");
  expect(await told(), 'days went by').toBe(2);
  await write();
  expect((await mails(person)).join()).toContain('Warnow');
  await show(1, today);
  expect(await told(), 'the days move on no more').toBe(0);
  await show(1);
  expect(await told()).toBe(2);
  await change(`last_day = '${addDays(last, -2)}'`);
  expect(await told(), 'all is lost').toBe(0);
});
