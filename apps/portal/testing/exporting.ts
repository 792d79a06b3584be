/** Exports as a test makes them: asked for, waited for, read. */
import { randomUUID } from 'node:crypto';
import type { ExportView, PortalClient } from '@tidewaiter/contract';
import { expect } from 'vitest';
import { payload } from './calls.js';
import type { SignedInAccount, TestPortal } from './portal.js';

export const COLUMNS = ['be_date', 'hs_code', 'product_description', 'importer_name', 'quantity', 'total_value_usd'];

/** What is asked for where a test says no more. */
export const wanted = (changes: { ids?: string[] } = {}) => ({ query: payload(), columnKeys: COLUMNS, ...changes });

/** The ids of the records that the question finds, in the order of the screen; asking pays for the question. */
export async function search({ client }: Pick<SignedInAccount, 'client'>): Promise<string[]> {
  const found = await client.search(payload());
  return (found.impForeignList ?? []).map(({ id }) => id);
}

export async function start(
  client: PortalClient,
  what: ReturnType<typeof wanted>,
  format: ExportView['format'] = 'csv',
) {
  const { fingerprint } = await client.quoteExport(what);
  return client.startExport({ ...what, format, fingerprint, key: randomUUID() });
}

/** The export when its job has ended. */
export async function ended(
  portal: TestPortal,
  client: PortalClient,
  { exportId }: Pick<ExportView, 'exportId'>,
): Promise<ExportView> {
  await portal.services.accounts.jobs.settle();
  return expect
    .poll(() => client.exportDetails({ exportId }), { interval: 50 })
    .toSatisfy(({ state }: ExportView) => !['WAITING', 'MAKING'].includes(state))
    .then(() => client.exportDetails({ exportId }));
}

export async function fileOf(
  portal: TestPortal,
  { client }: SignedInAccount,
  { exportId }: ExportView,
): Promise<string> {
  const { url } = await client.fetchExport({ exportId });
  if (url === null) throw new Error('the file is not there');
  return (await fetch(portal.url + url)).text();
}

export const linesOf = (csv: string) => csv.trim().split(/\r?\n/);

/** Download points that are left. */
export const balanceOf = async ({ client, person }: SignedInAccount) =>
  (await client.activeSubscriptions({ userId: person.userid })).userSubscriptionList[0]?.downloadLimit;
