/** Imports of tiles by India in 2025, more than paging reaches, for what reads all of a question. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '@tidewaiter/contract';
import { Loader } from '@tidewaiter/loader';
import type { TestPortal } from './portal.js';

export const TILES = {
  ...{ trade: 'import', countries: ['IN'], from: '2025-01-01', to: '2025-12-31' },
  where: [{ field: 'product', values: ['ceramic tile'] }],
};

/** Loads so many, of a kilogram each; the first importer's name is one that a spreadsheet would run. */
export async function loadTiles({ services }: TestPortal, count: number, year = 2025, price = 1): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewaiter-tiles-'));
  const rows = Array.from({ length: count }, (_, at) => {
    const parties = [at % 40 === 0 ? '=CMD()' : `BUYER ${at % 40}`, `SELLER ${at % 30}`, 'China'];
    return [addDays(`${year}-01-01`, at % 300), '69072100', 'CERAMIC TILES', ...parties, at + price, 1, 'KGS'].join();
  });
  const path = join(folder, `india-imports-${year}.csv`);
  await writeFile(path, ['Date,HS Code,Goods,Importer,Exporter,Origin,Value USD,Quantity,Unit', ...rows].join('\n'));
  await new Loader(services.records).load({ files: [{ path }], country: 'IND' });
  await rm(folder, { recursive: true });
}
