import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { BROWSER_SUITES_PROVE } from './browser-suites.mjs';
import { ROOT } from './setup.mjs';
import {
  allSuites,
  deepPartOf,
  deepSuitesOf,
  fileOf,
  isDeep,
  PROVE_TOO,
  placesOf,
  sliceOf,
  slices,
} from './suites.mjs';

const DEEP = [
  'apps/portal/src/http/calls.deep.engine.test.ts',
  'apps/portal/src/http/swap.deep.engine.test.ts',
  'packages/records/src/query/lines.deep.test.ts',
  'packages/records/src/whole.deep.engine.test.ts',
];

describe('a change takes along', () => {
  it('the deep suites of its room, and of all of its package', () => {
    const changed = ['packages/records/src/query/line.ts', 'docs/developer.md'];
    expect(deepSuitesOf(changed, [...DEEP, 'packages/records/src/query/line.test.ts'])).toEqual(DEEP.slice(2));
    expect(deepSuitesOf(['packages/records/src/records.ts'], DEEP)).toEqual([DEEP[3]]);
    expect(deepSuitesOf(['README.md'], DEEP)).toEqual([]);
  });

  it('those of its package, where it is of data beside the sources', () => {
    expect(deepSuitesOf(['packages/records/vocabulary/units.tsv'], DEEP)).toEqual(DEEP.slice(2));
  });

  it('each deep suite there is, when something that is there changes', () => {
    const deep = allSuites().filter(isDeep);
    const sources = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
    for (const suite of deep) {
      for (const place of placesOf(suite))
        expect(
          sources.some((path) => path.startsWith(place)),
          `${suite}: ${place}`,
        ).toBe(true);
      expect(
        deepSuitesOf(
          sources.filter((path) => path !== fileOf(suite)),
          [suite],
        ),
        suite,
      ).toEqual([suite]);
    }
    const named = Object.keys(BROWSER_SUITES_PROVE).map((suite) => deepPartOf(`e2e/src/${suite}`));
    expect(deep.filter((suite) => suite.startsWith('e2e/'))).toEqual(named.toSorted());
    expect(deep).toEqual(expect.arrayContaining(Object.keys(PROVE_TOO)));
  });
});

describe('slices of the deep tier', () => {
  it('hold each suite once, and no more work than they may', () => {
    const times = Object.fromEntries(DEEP.map((suite, n) => [suite, { seconds: 10 * (n + 1), ran: '2026-01-01' }]));
    const parts = slices(50, times, DEEP);
    expect(parts.flat().toSorted()).toEqual(DEEP);
    for (const part of parts)
      expect(part.reduce((sum, suite) => sum + (times[suite]?.seconds ?? 0), 0)).toBeLessThanOrEqual(50);
  });

  it('are drawn by the commit, all of them', () => {
    const drawn = Array.from({ length: 100 }, (_, n) => sliceOf(`commit ${n}`, 5));
    expect(new Set(drawn)).toEqual(new Set([0, 1, 2, 3, 4]));
    expect(sliceOf('commit 7', 5)).toBe(sliceOf('commit 7', 5));
  });
});
