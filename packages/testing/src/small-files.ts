import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LoadMapping, parseMapping } from '@tidewaiter/loader';

/** A mapping for {@link HEADER}; a test says only what matters to it. */
export const smallMapping = (changes: object = {}): LoadMapping =>
  parseMapping(
    JSON.stringify({
      name: 'test',
      title: 'Test',
      country: 'KOR',
      trade: 'IMPORT',
      naturalKey: ['no'],
      columns: {
        record_date: { from: 'date' },
        hs_code: { from: 'hs' },
        importer_name: { from: 'importer' },
        total_value_usd: { from: 'usd' },
      },
      ...changes,
    }),
    'test',
  );

/** The header of the small files that tests write. */
export const HEADER = 'no,date,hs,importer,usd';

/** The header of small files in which parties play every part, and the mapping for it. */
export const PARTIES_HEADER = 'no,date,hs,importer,exporter,notify,goods,quantity,usd';
export const PARTIES_MAPPING = smallMapping({
  columns: {
    record_date: { from: 'date' },
    hs_code: { from: 'hs' },
    importer_name: { from: 'importer' },
    exporter_name: { from: 'exporter' },
    notify_party_name: { from: 'notify' },
    product_description: { from: 'goods' },
    quantity: { from: 'quantity' },
    total_value_usd: { from: 'usd' },
  },
});

/** Writes a file and returns its path. */
export async function writeSmallFile(folder: string, name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}
