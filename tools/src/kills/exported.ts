/** Exports as a person asks for them, and what must be true of what they cost. */
import { randomUUID } from 'node:crypto';
import type { PortalClient } from '@tidewaiter/contract';
import type { Random } from '@tidewaiter/demo';
import type { CommandFolder } from '@tidewaiter/testing/command';
import { EVERYTHING } from '../shared/portal.js';
import { mustBe } from './harness.js';

const COLUMNS = ['be_date', 'hs_code', 'product_description', 'importer_name', 'quantity', 'total_value_usd'];

/** The ids of some page of everything. */
export async function idsOfPage(client: PortalClient, size: number, random: Random): Promise<string[]> {
  const pages = Math.ceil((await client.searchCount(EVERYTHING)) / size);
  const page = { ...EVERYTHING, numberOfRecords: size, pageNumber: random.below(pages) };
  const { impIndList = [], impForeignList = impIndList } = await client.search(page);
  return impForeignList.map(({ id }) => id);
}

/** What is sent for an export, at what it costs now; sent again, it is the same export. */
export async function requestOf(client: PortalClient, ids: string[]) {
  const what = { query: EVERYTHING, columnKeys: COLUMNS, ids };
  const { fingerprint } = await client.quoteExport(what);
  return { ...what, format: 'csv' as const, fingerprint, key: randomUUID() };
}

/** How many records the file of an export has that is there. */
export async function rowsOfFile(client: PortalClient, portal: string, exportId: string): Promise<number> {
  const { url } = await client.fetchExport({ exportId });
  const file = await (await fetch(`${portal}${url}`)).text();
  return file.trim().split('\n').length - 1;
}

/** Every balance is the sum of its entries. */
export async function mustReconcile(folder: CommandFolder): Promise<void> {
  const { findings } = JSON.parse((await folder.run('doctor', '--json')).out);
  const { state } = findings.find(({ check }: { check: string }) => check === 'ledger');
  mustBe('the ledger', state, 'well');
}
