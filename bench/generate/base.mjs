/** The records that all others are made of: demo files through the product's own loader. */
import { rmSync } from 'node:fs';
import { writeDemoFiles } from '@tidewaiter/demo';
import { Loader, shippedMapping } from '@tidewaiter/loader';
import { say } from '../harness/measure.mjs';
import { UNTIL } from '../harness/records.mjs';

/** Loads of the base: one file of imports, one of exports. */
export const BASE_LOADS = 2;

export async function loadBase(records, folder, rows) {
  if ((await records.versions.current()).highestLoad >= BASE_LOADS) return null;
  const written = performance.now();
  const files = await writeDemoFiles({ directory: folder, rows, until: UNTIL });
  say('written as CSV', rows, written);
  const started = performance.now();
  await new Loader(records).load({
    files: files.map(({ path, tradeType }) => ({ path, trade: tradeType })),
    mapping: await shippedMapping('demo-records'),
    demo: true,
  });
  say('loaded', rows, started);
  for (const { path } of files) rmSync(path);
  return { rows, loadSeconds: (performance.now() - started) / 1000 };
}
