/** Files that a test writes and loads: records of which no other test knows. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Portal } from './portal.js';

/** How the file is read; its columns are called as they are in the mapping. */
interface TestMapping {
  name: string;
  title: string;
  country: string;
  trade: string;
  naturalKey: readonly string[];
  columns: Record<string, { from: string }>;
}

/** The columns of a mapping by the headers that they are read from. */
export const columnsOf = (from: Record<string, string>) =>
  Object.fromEntries(Object.entries(from).map(([name, header]) => [name, { from: header }]));

/** What loads files once into a portal, however many tests of its worker ask for them. */
export function onceOf(load: (portal: Portal) => Promise<void>): (portal: Portal) => Promise<void> {
  const loaded = new WeakMap<Portal, Promise<void>>();
  return (portal) => {
    const loading = loaded.get(portal) ?? load(portal);
    loaded.set(portal, loading);
    return loading;
  };
}

/** @param options what else the command takes */
export async function loadLines(
  portal: Portal,
  mapping: TestMapping,
  lines: readonly string[],
  ...options: string[]
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-load-'));
  const [file, read] = [join(folder, `${mapping.name}.csv`), join(folder, 'mapping.json')];
  writeFileSync(file, `${lines.join('\n')}\n`);
  writeFileSync(read, JSON.stringify(mapping));
  await portal.command('load', file, '--mapping', read, ...options);
  rmSync(folder, { recursive: true });
}

/** Loads a month of imports of a country of which there are no others: so many of the same goods, by one importer. */
export async function loadMonth(portal: Portal, country: string, rows: number): Promise<void> {
  const columns = columnsOf({ record_date: 'date', hs_code: 'hs', importer_name: 'importer' });
  const mapping = {
    name: country.toLowerCase(),
    title: country,
    country,
    trade: 'IMPORT',
    naturalKey: ['no'],
    columns,
  };
  const lines = Array.from({ length: rows }, (_, no) => `${no},2026-09-17,850440,Acme`);
  await loadLines(portal, mapping, ['no,date,hs,importer', ...lines]);
}
