/** A portal whose files make themselves. */
import { databaseOf } from '@tidewaiter/accounts/database';
import { outbox } from '@tidewaiter/testing/outbox';
import { beforeAll } from 'vitest';
import { handleExports } from '../src/exports/job.js';
import { handleScheduledFiles } from '../src/scheduled-files/job.js';
import { handleWatches } from '../src/watches/job.js';
import { payload } from './calls.js';
import type { SignedInAccount } from './portal.js';
import { saveSearch } from './saving.js';
import { sharedPortal } from './shared-portal.js';
import { lookForRecords, PHONES } from './watching.js';

/** Around the tests of a file. */
export function schedulingPortal() {
  const portal = sharedPortal({ WEBHOOK_TARGETS: '127.0.0.1', PUBLIC_URL: 'https://portal.example.com' });
  beforeAll(async () => {
    handleExports(portal.services, portal.config.publicUrl);
    handleScheduledFiles(portal.services);
    handleWatches(portal.services, portal.config.publicUrl);
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

  const listed = async ({ client }: SignedInAccount) => (await client.scheduledFiles({})).files;
  const mails = async ({ email }: SignedInAccount) =>
    (await outbox(portal.config.dataFolder, email)).filter((mail) => mail.includes('was not made'));

  /** Lets the time of a file come. */
  async function due(fileId: string): Promise<void> {
    const { accounts } = portal.services;
    await databaseOf(accounts).execute(
      `update scheduled_files set next_at = now() - interval '1 second' where id = '${fileId}'`,
    );
    await accounts.scheduledFiles.makeDue();
    await settle();
  }

  return { portal, settle, publish, savedPhones, listed, mails, due };
}
