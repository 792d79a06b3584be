/** A portal that looks after what is followed, and a receiver of what it tells. */
import type { WebhookMessage } from '@tidewaiter/contract';
import { outbox } from '@tidewaiter/testing/outbox';
import { type Receiver, startReceiver } from '@tidewaiter/testing/receiver';
import { afterAll, beforeAll } from 'vitest';
import { askForTelling } from '../src/jobs/new-records.js';
import { handleStandingQuestions } from '../src/standing/job.js';
import { writeDue } from '../src/standing/mailing.js';
import { payload } from './calls.js';
import type { SignedInAccount, TestPortal } from './portal.js';
import { sharedPortal } from './shared-portal.js';

export const PHONES = {
  ...{ searchBy: 'HS_CODE' as const, searchValue: ['851712'] },
  ...{ fromDate: '2020-01-01', toDate: '2021-12-31' },
};

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
    handleStandingQuestions(portal.services, portal.config.publicUrl);
    portal.services.accounts.jobs.handle('new-records', { work: async () => {} });
    await look();
  });
  afterAll(() => started?.stop());

  const look = (before?: () => Promise<void>) => lookForRecords(portal, before);

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

  const heard = () =>
    receiver.heard.map(({ body }) => JSON.parse(body) as WebhookMessage<{ findings: { in_words: string }[] }>);
  const mails = async ({ email }: SignedInAccount) =>
    (await outbox(portal.config.dataFolder, email)).filter((mail) => mail.includes('List-Unsubscribe'));

  return { portal, receiver, look, write, followPhones, heard, mails };
}
