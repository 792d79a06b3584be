import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Loader } from '@tidewaiter/loader';
import { PARTIES_HEADER, PARTIES_MAPPING } from '@tidewaiter/testing/small-files';
import type { TestPortal } from './portal.js';

const HEADER =
  'Declaration ID,Date,Office ID,Process Type,Import Type,Import Use,Payment Type,Mode of Transport,Declarant ID,Importer ID,Seller ID,Courier ID,HS6 Code,Country of Departure,Country of Origin,Tax Rate,Tax Type,Country of Origin Indicator,Net Mass,Item Price,Fraud,Critical Fraud';

let declarations = 30_000_000;

/** Loads some Korean declarations of a day, of imports of phones. @returns the load */
export async function loadDeclarations({ config, services }: TestPortal, date: string, count: number): Promise<number> {
  const rows = Array.from({ length: count }, () => {
    declarations += 1;
    return `${declarations},${date},40,B,11,21,11,40,AAA1112,I${declarations},CCC1112,DDDD11,851712,CN,CN,0.0,C,Y,0.2,241.5,0,0`;
  });
  const path = join(config.dataFolder, `${declarations}.csv`);
  await writeFile(path, `${HEADER}\n${rows.join('\n')}\n`);
  const [outcome] = await new Loader(services.records).load({ files: [{ path }], accept: true });
  return outcome?.loadId ?? 0;
}

/** An import of phones by a company. */
export interface Imported {
  day: string;
  importer: string;
  exporter?: string;
  country?: string;
  usd?: number;
  currency?: string;
}

/** Loads some. @returns the load */
export async function loadImports({ config, services }: TestPortal, imports: readonly Imported[]): Promise<number> {
  const rows = imports.map(({ day, importer, exporter = '', country = 'KOR', usd = 1000, currency = 'USD' }) => {
    declarations += 1;
    return `${declarations},${day},851712,${importer},${exporter},,Phones,1,${usd},${country},${currency}`;
  });
  const path = join(config.dataFolder, `${declarations}.csv`);
  await writeFile(path, `${PARTIES_HEADER},country,currency\n${rows.join('\n')}\n`);
  const { columns } = PARTIES_MAPPING;
  const currency = { as: 'as-written' as const, codes: {}, from: 'currency' };
  const mapping = { ...PARTIES_MAPPING, columns: { ...columns, currency }, country: { from: 'country' } };
  const [outcome] = await new Loader(services.records).load({ files: [{ path }], mapping, accept: true });
  return outcome?.loadId ?? 0;
}
