/** A portal whose files make themselves. */
import { databaseOf } from '@tidewaiter/accounts/database';
import type { RequestOf, STANDING_ENDPOINTS } from '@tidewaiter/contract';
import { outbox } from '@tidewaiter/testing/outbox';
import { beforeAll } from 'vitest';
import { handleExports } from '../src/exports/job.js';
import { handleQuestionFiles } from '../src/standing/files.js';
import { handleStandingQuestions } from '../src/standing/job.js';
import { payload } from './calls.js';
import { lookForRecords, PHONES } from './following.js';
import type { SignedInAccount } from './portal.js';
import { saveSearch } from './saving.js';
import { sharedPortal } from './shared-portal.js';

type Follow = RequestOf<typeof STANDING_ENDPOINTS.follow>;

/** What files are made of, when, and what they hold. */
type FilesAsked = Pick<Follow, 'name' | 'savedSearchId' | 'trigger' | 'timeZone' | 'destinationId'> &
  NonNullable<Follow['file']>;

/** Around the tests of a file. */
export function schedulingPortal() {
  const portal = sharedPortal({ WEBHOOK_TARGETS: '127.0.0.1', PUBLIC_URL: 'https://portal.example.com' });
  beforeAll(async () => {
    handleExports(portal.services, portal.config.publicUrl);
    handleQuestionFiles(portal.services);
    handleStandingQuestions(portal.services, portal.config.publicUrl);
    portal.services.accounts.jobs.handle('new-records', { work: async () => {} });
    await publish();
  });

  const settle = async () => {
    const { jobs } = portal.services.accounts;
    // A file has its export made, which has it sent.
    for (let step = 0; step < 3; step += 1) await jobs.settle();
  };

  const publish = () => lookForRecords(portal, settle);

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
  const mails = async ({ email }: SignedInAccount) =>
    (await outbox(portal.config.dataFolder, email)).filter((mail) => mail.includes('was not made'));

  /** Lets the time of a file come. */
  async function due(questionId: string): Promise<void> {
    const { accounts } = portal.services;
    await databaseOf(accounts).execute(
      `update standing_questions set next_at = now() - interval '1 second' where id = '${questionId}'`,
    );
    await accounts.following.questions.askDue();
    await settle();
  }

  return { portal, settle, publish, savedPhones, makeFiles, listed, mails, due };
}
