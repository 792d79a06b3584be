/** Where generated records are kept, a folder per size. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The last day with records; the first is five years earlier. */
export const UNTIL = '2026-10-31';

const HERE = fileURLToPath(new URL('.', import.meta.url));

export const folderOf = (rows) => join(HERE, 'data', String(rows));

/** Lies in a folder whose records are all there. */
const markOf = (rows) => join(folderOf(rows), 'generated.json');

export const isGenerated = (rows) => existsSync(markOf(rows));

/** The folder of records that have been made; ends this process with what to do where they have not. */
export function generatedFolder(rows) {
  if (isGenerated(rows)) return folderOf(rows);
  console.error(`There are no ${rows} records yet. Make them with: node bench/generate/generate.mjs ${rows}`);
  process.exit(1);
}

export function markGenerated(rows, facts) {
  writeFileSync(markOf(rows), `${JSON.stringify(facts)}\n`);
}
