/** A portal that looks after what is followed and makes files of it, and a receiver of what it tells. */
import { databaseOf } from '@tidewaiter/accounts/database';
import type { RequestOf, STANDING_ENDPOINTS, WebhookMessage } from '@tidewaiter/contract';
import { outbox } from '@tidewaiter/testing/outbox';
import { type Receiver, startReceiver } from '@tidewaiter/testing/receiver';
import { afterAll, beforeAll } from 'vitest';
import { handleExports } from '../src/exports/job.js';
import { askForTelling } from '../src/jobs/new-records.js';
import { handleQuestionFiles } from '../src/standing/files.js';
import { askDue, handleStandingQuestions } from '../src/standing/job.js';
import { writeDue } from '../src/standing/mailing.js';
import { payload } from './calls.js';
import type { SignedInAccount, TestPortal } from './portal.js';
import { saveSearch } from './saving.js';
import { sharedPortal } from './shared-portal.js';

export const PHONES = {
  ...{ searchBy: 'HS_CODE' as const, searchValue: ['851712'] },
  ...{ fromDate: '2020-01-01', toDate: '2021-12-31' },
};

type Follow = RequestOf<typeof STANDING_ENDPOINTS.follow>;

/** What files are made of, when, and what they hold. */
type FilesAsked = Pick<Follow, 'name' | 'savedSearchId' | 'trigger' | 'timeZone' | 'destinationId'> &
  NonNullable<Follow['file']>;

/** Does what a portal does when it looks for other records, and all that comes of it. */
export async function lookForRecords({ services }: TestPortal, before = async () => {}): Promise<void> {
  const { version, highestLoad } = await services.records.versions.current();
  await askForTelling(services, { dataVersion: version, highestLoad });
  await before();
  await services.accounts.jobs.settle();
}

/** Around the tests of a file. */
export function followingPortal() {
  const portal = sharedPortal({ WEBHOOK_TARGETS: '127.0.0.1', PUBLIC_URL: 'https://portal.example.com' });
  const receiver = {} as Receiver;
  let started: Receiver | undefined;
  beforeAll(async () => {
    started = await startReceiver();
    Object.setPrototypeOf(receiver, started);
    handleExports(portal.services, portal.config.publicUrl);
    handleQuestionFiles(portal.services);
    handleStandingQuestions(portal.services, portal.config.publicUrl);
    portal.services.accounts.jobs.handle('new-records', { work: async () => {} });
    await look();
  });
  afterAll(() => started?.stop());

  /** Lets what is under way come to its end: a file has its export made, which has it sent. */
  const settle = async () => {
    for (let step = 0; step < 3; step += 1) await portal.services.accounts.jobs.settle();
  };

  const look = async (before?: () => Promise<void>) => {
    await lookForRecords(portal, before);
    await settle();
  };

  const write = async () => {
    await writeDue(portal.services);
    await portal.services.accounts.mailer.idle();
  };

  /** Follows imports of phones, for whatever comes of them. */
  async function followPhones(
    { client }: SignedInAccount,
    days: { fromDate: string; toDate: string } = PHONES,
  ): Promise<string> {
    const { questionId } = await client.follow({
      ...{ name: 'Phones', query: payload({ ...PHONES, ...days }), strictness: 'WIDEST' },
      signals: ['NEW_RECORDS', 'NEW_PARTY'],
    });
    return questionId;
  }

  /** A saved search of phones. */
  async function savedPhones(account: SignedInAccount): Promise<string> {
    const { toSave, id } = await saveSearch(account, payload(PHONES));
    await account.client.saveSearch({ ...toSave, id, columnKeys: ['be_date', 'hs_code'] });
    return id;
  }

  /** Has files made of a saved search. @returns the id of its standing question */
  async function makeFiles({ client }: SignedInAccount, { name, ...asked }: FilesAsked): Promise<string> {
    const { savedSearchId, trigger, timeZone, destinationId = null, ...file } = asked;
    const how = { trigger, timeZone, destinationId, deliveries: ['FILE' as const], signals: [] };
    return (await client.follow({ name, savedSearchId, ...how, file })).questionId;
  }

  /** What is followed that has files, each with what is told of these. */
  const listed = async ({ client }: SignedInAccount) =>
    (await client.following({})).questions.flatMap(({ file, ...question }) =>
      file === null ? [] : [{ ...question, ...file }],
    );

  /** Lets the time of a file come. */
  async function due(questionId: string): Promise<void> {
    const { accounts } = portal.services;
    await databaseOf(accounts).execute(
      `update standing_questions set next_at = now() - interval '1 second' where id = '${questionId}'`,
    );
    await askDue(accounts);
    await settle();
  }

  const heard = () =>
    receiver.heard.map(({ body }) => JSON.parse(body) as WebhookMessage<{ findings: { in_words: string }[] }>);
  /** What a person was written of findings, or of something else that the mail says. */
  const mails = async ({ email }: SignedInAccount, saying = 'List-Unsubscribe') =>
    (await outbox(portal.config.dataFolder, email)).filter((mail) => mail.includes(saying));
  const notMade = (person: SignedInAccount) => mails(person, 'was not made');

  const ofFiles = { settle, savedPhones, makeFiles, listed, due, notMade };
  return { portal, receiver, look, write, followPhones, heard, mails, ...ofFiles };
}
