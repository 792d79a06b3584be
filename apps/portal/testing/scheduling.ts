/** A portal whose files make themselves. */
import { databaseOf } from '@tidewaiter/accounts/database';
import { outbox } from '@tidewaiter/testing/outbox';
import { beforeAll } from 'vitest';
import { handleExports } from '../src/exports/job.js';
import { askForTelling } from '../src/jobs/new-records.js';
import { handleScheduledFiles } from '../src/scheduled-files/job.js';
import { handleWatches } from '../src/watches/job.js';
import { payload } from './calls.js';
import { type SignedInAccount, subscription } from './portal.js';
import { sharedPortal } from './shared-portal.js';
import { PHONES } from './watching.js';

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

  /** Does what the portal does when it looks for other records, and all that comes of it. */
  async function publish(): Promise<void> {
    const { version, highestLoad } = await portal.services.records.versions.current();
    await askForTelling(portal.services, { dataVersion: version, highestLoad });
    await settle();
  }

  /** A saved search of phones. */
  async function savedPhones({ client }: SignedInAccount): Promise<string> {
    const workspace_id = await client.createWorkspace({ name: 'Phones' });
    const { searchId: search_id } = await client.search(payload(PHONES));
    const texts = { name: 'Phones', description: 'All' };
    return (await client.saveSearch({ workspace_id, search_id, ...texts, columnKeys: ['be_date', 'hs_code'] })).id;
  }

  const listed = async ({ client }: SignedInAccount) => (await client.scheduledFiles({})).files;
  const mails = async ({ email }: SignedInAccount) =>
    (await outbox(portal.config.dataFolder, email)).filter((mail) => mail.includes('was not made'));
  const balance = async (person: SignedInAccount) => (await subscription(person))?.downloadLimit ?? 0;

  /** Lets the time of a file come. */
  async function due(fileId: string): Promise<void> {
    const { accounts } = portal.services;
    await databaseOf(accounts).execute(
      `update scheduled_files set next_at = now() - interval '1 second' where id = '${fileId}'`,
    );
    await accounts.scheduledFiles.makeDue();
    await settle();
  }

  return { portal, settle, publish, savedPhones, listed, mails, balance, due };
}
