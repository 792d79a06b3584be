/**
 * The browser tests share the portals that they run on, and any two of them may meet on one: an account opened by both
 * would be refused to the second, in one order of the tests and not in another.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const FOLDER = fileURLToPath(new URL('../e2e/src/', import.meta.url));

it('no address of an account stands in two files of browser tests', () => {
  const files = new Map<string, string[]>();
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.spec.ts'))) {
    const named = readFileSync(join(FOLDER, file), 'utf8').match(/[\w.-]+@company\.example/g);
    for (const address of new Set(named)) files.set(address, [...(files.get(address) ?? []), file]);
  }
  expect(files.size).toBeGreaterThan(30);
  expect([...files].filter(([, places]) => places.length > 1)).toEqual([]);
});
