/** Rows of a test's own, loaded as a file of one country. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TradeType } from '@tidewaiter/contract';
import { Loader, parseMapping } from '@tidewaiter/loader';
import type { TestPortal } from './portal.js';

/** What the columns of such a file are, by how a test calls them; `no` tells its rows apart. */
const COLUMNS: Readonly<Record<string, string>> = {
  ...{ date: 'record_date', hs: 'hs_code', goods: 'product_description', quantity: 'quantity', unit: 'unit' },
  ...{
    importer: 'importer_name',
    exporter: 'exporter_name',
    address: 'importer_address',
    iec: 'iec',
    lei: 'importer_tax_id',
  },
  ...{ usd: 'total_value_usd', value: 'total_value', port: 'destination_port', origin: 'origin_country' },
};

/** @returns the load */
export async function loadTestRows(
  { services }: TestPortal,
  country: string,
  header: string,
  rows: readonly string[],
  trade: TradeType = 'IMPORT',
  replace?: number,
): Promise<number> {
  const path = join(services.dataFolder, `${randomUUID()}.csv`);
  await writeFile(path, `${header}\n${rows.join('\n')}\n`);
  const named = header.split(',').filter((name) => name !== 'no');
  const columns = Object.fromEntries(named.map((name) => [COLUMNS[name] ?? name, { from: name }]));
  const mapping = parseMapping(JSON.stringify({ name: 'test', title: 'Test', naturalKey: ['no'], columns }), 'test');
  const [outcome] = await new Loader(services.records).load({
    files: [{ path, trade }],
    country,
    mapping,
    ...(replace && { replace }),
  });
  return outcome?.loadId ?? 0;
}
