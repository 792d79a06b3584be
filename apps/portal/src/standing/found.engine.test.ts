/** What people are told of what they follow: on the dashboard, by webhooks and by mail, each what they may see, once. */
import { expect, it } from 'vitest';
import { failure, payload } from '../../testing/calls.js';
import { loadDeclarations, loadImports } from '../../testing/declarations.js';
import { followingPortal, PHONES } from '../../testing/following.js';
import { entitle } from '../../testing/portal.js';
import { loadTestRows } from '../../testing/test-rows.js';
import { writeDue } from './mailing.js';
import { END_PATH } from './message.js';

const { portal, receiver, look, write, followPhones, heard, mails } = followingPortal();

it('tells once what came, why, and where it is seen', async () => {
  const person = await portal.signIn();
  const { client } = person;
  const questionId = await followPhones(person);
  await client.createWebhook({ address: `${receiver.url}/watch`, events: ['watch.found'] });
  await client.changeDigest({ rhythm: 'AT_ONCE', timeZone: 'Asia/Kolkata' });
  await look();
  await write();
  expect((await client.findings({})).findings).toEqual([]);
  await loadDeclarations(portal, '2021-03-05', 2);
  await look();
  await look();
  await write();
  await write();
  const { findings, unread } = await client.findings({});
  expect(unread).toBe(findings.length);
  const records = findings.find(({ finding }) => finding.signal === 'NEW_RECORDS');
  expect(records).toMatchObject({ questionId, questionName: 'Phones', inWords: '2 new records', isRead: false });
  const asked = new URL(records?.link ?? '', 'https://portal.example.com').searchParams;
  // It opens exactly these, also when more have come.
  const came = Object.fromEntries(['newSince', 'newUntil'].map((key) => [key, Number(asked.get(key))]));
  const exactly = payload({ ...PHONES, ...came });
  const opened = async () => {
    await client.search(exactly);
    return client.searchCount(exactly);
  };
  expect(await opened()).toBe(2);
  await loadDeclarations(portal, '2021-03-06', 3);
  expect(await opened()).toBe(2);
  const [message = expect.fail(), ...others] = heard();
  expect(others).toEqual([]);
  expect(message).toMatchObject({ type: 'watch.found', data: { watch_id: questionId, name: 'Phones' } });
  const said = message.data.findings.map(({ in_words }) => in_words);
  expect(said.sort()).toEqual(findings.map(({ inWords }) => inWords).sort());
  const [mail, ...more] = await mails(person);
  expect(more).toEqual([]);
  expect(mail).toContain('2 new records');
  expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
});

it('tells nobody by name, by mail or by webhook who may not be seen any more, nor of what days that are lost', async () => {
  const person = await portal.signIn(['KOR', 'BRA']);
  const { client } = person;
  const query = payload({ ...PHONES, countryCode: ['KOR', 'BRA', 'VNM'] });
  await client.follow({ name: 'Buyers', query, strictness: 'WIDEST', signals: ['NEW_PARTY', 'NEW_RECORDS'] });
  const { webhookId } = await client.createWebhook({ address: `${receiver.url}/hidden`, events: ['watch.found'] });
  await client.changeDigest({ rhythm: 'AT_ONCE', timeZone: 'UTC' });
  await look();
  const hidden = 'Grenzmark Hydraulik GmbH';
  await loadImports(portal, [
    ...['2021-04-05', '2021-04-06'].map((day) => ({ day, importer: hidden, exporter: 'Selle AG' })),
    { day: '2021-04-03', importer: 'Tollense Pumpen KG' },
  ]);
  await look();
  const inWords = async () => (await client.findings({})).findings.map((one) => one.inWords);
  const before = await client.findings({});
  // What it asks beyond the subscription hides nothing of what was found within.
  expect(await inWords()).toEqual(
    expect.arrayContaining([expect.stringContaining(hidden), expect.stringContaining('Tollense'), '3 new records']),
  );
  const sent = () => receiver.heard.filter(({ path }) => path === '/hidden');
  const everything = async () => {
    const { deliveryList } = await client.deliveryList({}, { params: { webhookId } });
    const [latest = expect.fail()] = deliveryList;
    await client.replayDelivery({}, { params: { webhookId, deliveryId: latest.deliveryId } });
    await portal.services.accounts.jobs.settle();
    return JSON.stringify([await client.findings({}), deliveryList, sent().at(-1)?.body, await client.following({})]);
  };
  expect(await everything()).toContain(hidden);
  // A message that waits to be sent when the party is suppressed says nothing of it either.
  await writeDue(portal.services);
  const { suppressions } = portal.services.records;
  const subject = { kind: 'party' as const, subject: await suppressions.keyOf(hidden) };
  const { number } = await suppressions.suppress(subject, 'asked for');
  await portal.services.accounts.mailer.idle();
  const [mail, ...more] = await mails(person);
  expect(more).toEqual([]);
  expect(mail).toContain('Tollense Pumpen KG');
  const GONE = 'What was found here can no longer be shown';
  expect((await inWords()).sort()).toEqual([GONE, GONE, GONE, expect.stringContaining('Tollense')].sort());
  expect(await everything()).not.toMatch(/Grenzmark|Selle/);
  await suppressions.lift(number, 'over');
  expect(await inWords()).toEqual(before.findings.map((one) => one.inWords));
  await entitle(portal, person, { countries: ['KOR'], dataAccessUpto: '2021-04-04' });
  expect(await inWords()).toEqual([expect.stringContaining('Tollense')]);
  expect(await everything()).not.toMatch(/Grenzmark|Selle/);
  await entitle(portal, person, { countries: ['KOR'] });
  // What a message was to say is told to be gone, in no word of its own.
  await suppressions.suppress(subject, 'asked for again');
  await loadImports(portal, [{ day: '2021-04-08', importer: 'Recknitz Metall OHG' }]);
  await look();
  await write();
  const all = (await mails(person)).join();
  expect(all).toContain('Recknitz');
  expect(all).toContain('Taken back: Buyers');
  expect(all).not.toMatch(/Grenzmark|Selle/);
});

it('follows no more than the plan says', async () => {
  const { accounts } = portal.services;
  const rights = { termMonths: null, countries: null, searches: 10, downloads: 100 };
  await accounts.plans.catalogue.set('One watch', { ...rights, watches: 1, subUserCount: 1 });
  const owner = await portal.signIn(null, 'One watch');
  const other = await portal.signInSubUser(owner);
  await followPhones(owner);
  expect(await failure(followPhones(other))).toMatchObject({ code: 'WATCHES_FULL' });
  expect(await owner.client.following({})).toMatchObject({ held: 1, most: 1, totalRecords: 1 });
  expect(await other.client.following({})).toMatchObject({ held: 1, most: 1, totalRecords: 1 });
});

it('is seen by the whole account, and changed by the rule of what the account keeps', async () => {
  const owner = await portal.signIn(null, 'Operator');
  const [one, other] = [await portal.signInSubUser(owner), await portal.signInSubUser(owner)];
  const questionId = await followPhones(one);
  await look();
  await loadDeclarations(portal, '2021-03-11', 1);
  await look();
  const seenBy = async ({ client }: typeof owner) => (await client.following({})).questions;
  const followed = { questionId, createdBy: { userId: one.person.userid } };
  expect(await seenBy(one)).toMatchObject([{ ...followed, mayChange: true, unread: expect.any(Number) }]);
  // What is found is told whoever follows it alone.
  expect(await seenBy(other)).toMatchObject([{ ...followed, mayChange: false, unread: 0 }]);
  expect((await other.client.findings({ questionId })).findings).toEqual([]);
  for (const refused of [
    () => other.client.changeFollowing({ questionId, isPaused: true }),
    () => other.client.unfollow({ questionId }),
    () => other.client.makeQuestionFile({ questionId }),
  ])
    expect(await failure(refused())).toMatchObject({ code: 'MAKER_ONLY' });
  await owner.client.changeFollowing({ questionId, isPaused: true });
  expect(await seenBy(one)).toMatchObject([{ isPaused: true }]);
  await owner.client.unfollow({ questionId });
  expect(await seenBy(other)).toEqual([]);
});

it('says of which of its countries nothing was published for its latest look', async () => {
  const { client } = await portal.signIn(['KOR', 'VNM']);
  const vietnam = (day: string) => loadTestRows(portal, 'VNM', 'no,date,hs,importer', [`${day},${day},851712,Acme`]);
  await vietnam('2021-04-01');
  const query = payload({ ...PHONES, countryCode: ['KOR', 'VNM', 'BRA'] });
  await client.follow({ name: 'Both', query, signals: ['NEW_RECORDS'] });
  const silent = async () => (await client.following({})).questions.map(({ silentCountries }) => silentCountries);
  expect(await silent()).toEqual([[]]);
  await loadDeclarations(portal, '2021-03-13', 1);
  await look();
  expect(await silent()).toEqual([['VNM']]);
  await vietnam('2021-04-02');
  await look();
  expect(await silent()).toEqual([['KOR']]);
});

it('follows no question that cannot be read', async () => {
  const { client } = await portal.signIn();
  const query = payload({ ...PHONES, line: 'importer:(acme OR' });
  const refused = await failure(client.follow({ name: 'Unreadable', query, signals: ['NEW_RECORDS'] }));
  expect(refused).toMatchObject({ code: 'VALIDATION', details: [{ field: 'query.line' }] });
});

it('ends its messages at one press, and not at a look', async () => {
  const person = await portal.signIn();
  await followPhones(person);
  await person.client.changeDigest({ rhythm: 'AT_ONCE', timeZone: 'UTC' });
  await loadDeclarations(portal, '2021-03-12', 1);
  await look();
  await write();
  const token = /watch-mail\/end\?token=([\w-]+)/.exec((await mails(person))[0] ?? '')?.[1] ?? '';
  const path = `${END_PATH}?token=${token}`;
  const asked = await fetch(portal.url + path);
  expect([asked.status, await asked.text()]).toEqual([200, expect.stringContaining('No more messages')]);
  expect((await person.client.digest({})).rhythm).toBe('AT_ONCE');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const press = (address: string) =>
    fetch(portal.url + address, { method: 'POST', headers: form, body: 'List-Unsubscribe=One-Click' });
  expect((await press(`${END_PATH}?token=made-up`)).status).toBe(404);
  expect((await press(path)).status).toBe(200);
  expect((await person.client.digest({})).rhythm).toBe('NEVER');
});
