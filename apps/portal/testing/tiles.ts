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

/** Loads so many; the first importer's name is one that a spreadsheet would run. */
export async function loadTiles({ services }: TestPortal, count: number, year = 2025): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewaiter-tiles-'));
  const rows = Array.from({ length: count }, (_, at) => {
    const importer = at % 40 === 0 ? '=CMD()' : `BUYER ${at % 40}`;
    return [
      addDays(`${year}-01-01`, at % 300),
      '69072100',
      'CERAMIC TILES',
      importer,
      `SELLER ${at % 30}`,
      'China',
      at + 1,
    ].join();
  });
  const path = join(folder, `india-imports-${year}.csv`);
  await writeFile(path, ['Date,HS Code,Goods,Importer,Exporter,Origin,Value USD', ...rows].join('\n'));
  await new Loader(services.records).load({ files: [{ path }], country: 'IND' });
  await rm(folder, { recursive: true });
}
