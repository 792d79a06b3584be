import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LoadMapping, parseMapping } from '@tidewaiter/loader';

/** Columns of records, by the header that each is read from. */
export const columnsFrom = (headers: Readonly<Record<string, string>>): Record<string, { from: string }> =>
  Object.fromEntries(Object.entries(headers).map(([column, from]) => [column, { from }]));

const OF_HEADER = { record_date: 'date', hs_code: 'hs', importer_name: 'importer', total_value_usd: 'usd' };

/** A mapping for {@link HEADER}; a test says only what matters to it. */
export const smallMapping = (changes: object = {}): LoadMapping =>
  parseMapping(
    JSON.stringify({
      ...{ name: 'test', title: 'Test', country: 'KOR', trade: 'IMPORT', naturalKey: ['no'] },
      ...{ columns: columnsFrom(OF_HEADER), ...changes },
    }),
    'test',
  );

/** The header of the small files that tests write. */
export const HEADER = 'no,date,hs,importer,usd';

/** The header of small files in which parties play every part, and the mapping for it. */
export const PARTIES_HEADER = 'no,date,hs,importer,exporter,notify,goods,quantity,usd';
const OF_PARTIES = { exporter_name: 'exporter', notify_party_name: 'notify', product_description: 'goods' };
export const PARTIES_MAPPING = smallMapping({
  columns: columnsFrom({ ...OF_HEADER, ...OF_PARTIES, quantity: 'quantity' }),
});

/** Writes a file and returns its path. */
export async function writeSmallFile(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}
