/** Exports as a test makes them: asked for, waited for, read. */
import { randomUUID } from 'node:crypto';
import { type ExportView, type PortalClient, searchQuery } from '@tidewaiter/contract';
import { expect, vi } from 'vitest';
import { payload } from './calls.js';
import { type SignedInAccount, subscription, type TestPortal, userOf } from './portal.js';

const COLUMNS = ['be_date', 'hs_code', 'product_description', 'importer_name', 'quantity', 'total_value_usd'];

/** What is asked for where a test says no more. */
export const wanted = (changes: { ids?: string[] } = {}) => ({ query: payload(), columnKeys: COLUMNS, ...changes });

/** The ids of the records that the question finds, in the order of the screen; asking pays for the question. */
export async function search({ client }: Pick<SignedInAccount, 'client'>): Promise<string[]> {
  const found = await client.search(payload());
  return (found.impForeignList ?? []).map(({ id }) => id);
}

type Asked = { [Call in 'quoteExport' | 'startExport']: Parameters<PortalClient[Call]>[0] };

export async function start(
  client: PortalClient,
  { ownColumns, ...what }: Asked['quoteExport'] & Pick<Asked['startExport'], 'ownColumns'>,
  format: ExportView['format'] = 'csv',
) {
  const { fingerprint } = await client.quoteExport(what);
  return client.startExport({ ...what, ownColumns, format, fingerprint, key: randomUUID() });
}

type Exports = TestPortal['services']['accounts']['exports'];

/** Asks for an export beneath the calls: whatever it was quoted, and as often as nobody may. */
export async function askBeneath(
  portal: TestPortal,
  account: SignedInAccount,
  changes: Partial<Parameters<Exports['ask']>[1]> = {},
  apiKey?: Parameters<Exports['ask']>[0]['apiKey'],
) {
  const {
    exports,
    saved: { searches },
  } = portal.services.accounts;
  const user = await userOf(portal, account);
  const query = changes.query ?? searchQuery.parse(payload());
  return exports.ask(
    { user, apiKey },
    {
      ...{ key: randomUUID(), query, columnKeys: COLUMNS, ids: null, question: '', fileName: 'x.csv' },
      ...{ format: 'csv', trace: false, raw: false, rows: 3, points: 3 },
      searchId: await searches.note(user, query, []),
      ...changes,
    },
  );
}

/** The export when its job has ended. */
export async function ended(
  portal: TestPortal,
  client: PortalClient,
  { exportId }: Pick<ExportView, 'exportId'>,
): Promise<ExportView> {
  await portal.services.accounts.jobs.settle();
  return vi.waitUntil(
    async () => {
      const details = await client.exportDetails({ exportId });
      return ['WAITING', 'MAKING'].includes(details.state) ? undefined : details;
    },
    { timeout: 60_000, interval: 50 },
  );
}

export async function fileOf(
  portal: TestPortal,
  { client }: SignedInAccount,
  { exportId }: Pick<ExportView, 'exportId'>,
): Promise<string> {
  const { url } = await client.fetchExport({ exportId });
  if (url === null) throw new Error('the file is not there');
  return (await fetch(portal.url + url)).text();
}

/** The lines of a file that lies no longer where it was, or may not be handed out: it is made again. */
export async function madeAgain(
  portal: TestPortal,
  account: SignedInAccount,
  { exportId }: Pick<ExportView, 'exportId'>,
) {
  expect(await account.client.fetchExport({ exportId })).toEqual({ url: null });
  await portal.services.accounts.jobs.settle();
  await expect.poll(async () => (await account.client.fetchExport({ exportId })).url).not.toBeNull();
  return linesOf(await fileOf(portal, account, { exportId }));
}

export const linesOf = (csv: string) => csv.trim().split(/\r?\n/);

/** Download points that are left. */
export const balanceOf = async (account: SignedInAccount) => (await subscription(account))?.downloadLimit ?? 0;
