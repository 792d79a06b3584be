/** Each point of the specification is proved by a test of the gate, and `docs/conformance.md` says by which: it cannot go stale unseen. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { conformanceDocument, POINTS, proofs } from './points.mjs';
import { ROOT } from './setup.mjs';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

it('each point has a test of the gate, and each tag is one of a point', () => {
  const proved = new Set(proofs().flatMap(({ points }) => points));
  expect(Object.keys(POINTS).length).toBeGreaterThan(300);
  expect(Object.keys(POINTS).filter((id) => !proved.has(id))).toEqual([]);
  expect([...proved].filter((id) => !(id in POINTS))).toEqual([]);
  expect(proofs().filter(({ isDeep }) => isDeep)).toEqual([]);
});

it('each point that differs has its line among the deviations', () => {
  const deviations = read('docs/deviations.md');
  const unwritten = Object.values(POINTS as Record<string, { deviation?: string }>)
    .flatMap(({ deviation }) => deviation ?? [])
    .filter((line) => !deviations.includes(`\n| ${line} |`));
  expect(unwritten).toEqual([]);
});

it('the document is made of the points and their tests', () => {
  expect(read('docs/conformance.md')).toBe(conformanceDocument());
});
