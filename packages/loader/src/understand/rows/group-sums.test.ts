import { cases, SEED } from '@tidewaiter/testing/generated';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { totalsAmong } from './group-sums.js';

/** Amounts of parts by group, as no two are alike, and of what is made of them. */
function amountsOf(
  parts: readonly string[],
  groups: number,
  sums: Readonly<Record<string, (part: string) => boolean>>,
): Map<string, Map<string, number>> {
  let seed = 7;
  const amount = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 100;
  };
  const all = new Map([...parts, ...Object.keys(sums)].map((value) => [value, new Map<string, number>()]));
  for (let group = 0; group < groups; group += 1) {
    for (const part of parts) {
      if (parts.length > 3 && (group + parts.indexOf(part)) % 5 === 0) continue;
      const own = amount();
      for (const value of [part, ...Object.keys(sums).filter((sum) => sums[sum]?.(part))]) {
        const of = all.get(value);
        of?.set(`${group}`, (of.get(`${group}`) ?? 0) + own);
      }
    }
  }
  return all;
}

const COUNTRIES = ['China', 'Germany', 'Italy', 'Peru', 'Viet Nam', 'Brazil', 'Chad', 'Fiji', 'Cuba', 'Mali'];
const everything = () => true;
const isOfUnion = (part: string) => part === 'Germany' || part === 'Italy';

describe('values that are the sum of others are', () => {
  it.each([
    ['everything, whatever it is called', 6, { Welt: everything }, ['Welt']],
    ['everything in one group of rows alone', 1, { all: everything }, ['all']],
    ['a union beside the world', 40, { World: everything, 'EU-27': isOfUnion }, ['World', 'EU-27']],
    ['a union', 40, { XA: isOfUnion }, ['XA']],
    ['a union in few groups of rows', 2, { XA: isOfUnion }, ['XA']],
    ['continents in few', 3, { A: (part: string) => part < 'D', B: (part: string) => part >= 'D' }, ['A', 'B']],
    ['continents', 40, { A: (part: string) => part < 'D', B: (part: string) => part >= 'D' }, ['A', 'B']],
  ])('%s', (_, groups, sums, found) => {
    expect(totalsAmong(amountsOf(COUNTRIES, groups, sums))).toEqual(found);
  });

  const LEVELS = ['85', '8517', '8504', '39', '3926'];
  it.each([
    ['chapters and headings', ['851713', '851762', '850440', '392690'], LEVELS, 0],
    ['years beside their months', ['2023-01', '2023-02', '2024-01', '2024-02', '2024-03'], ['2023', '2024'], 0],
    ['codes that zeros fill up', ['85171310', '85171390', '85044000', '39269097', '39269010'], LEVELS, 8],
  ])('%s', (_, parts, totals, length) => {
    const sums = Object.fromEntries(totals.map((each) => [each, (part: string) => part.startsWith(each)]));
    const amounts = [...amountsOf(parts, 6, sums)].map(([code, of]) => [code.padEnd(length, '0'), of] as const);
    expect(totalsAmong(new Map(amounts)).sort()).toEqual(totals.map((code) => code.padEnd(length, '0')).sort());
  });

  it('none, where sums are right by chance, or nearly', () => {
    for (const groups of [1, 2, 3, 40]) expect(totalsAmong(amountsOf(COUNTRIES, groups, {}))).toEqual([]);
    const pieces = (groups: string, each: number) =>
      new Map([...'ABC'].map((value, at) => [value, new Map([...groups].map((g) => [g, each * (at + 1)]))]));
    for (const few of [pieces('123', 7), pieces('1', 1)]) expect(totalsAmong(few)).toEqual([]);
    const nearly = amountsOf(COUNTRIES, 6, { World: everything });
    nearly.get('World')?.set('3', (nearly.get('World')?.get('3') ?? 0) * 1.001);
    expect(totalsAmong(nearly)).toEqual([]);
  });

  it('those of rounded parts', () => {
    const amounts = amountsOf(COUNTRIES, 6, { World: everything });
    for (const of of amounts.values()) for (const [group, sum] of of) of.set(group, Math.round(sum));
    expect(totalsAmong(amounts)).toEqual(['World']);
  });

  it('none among very many values of which one has much, without trying each set of the others', () => {
    const names = Array.from({ length: 60_000 }, (_, at): [string, number] => [`Company ${at}`, 1000 + at]);
    const all: [string, number][] = [['', 1e9], ...names];
    expect(totalsAmong(new Map(all.map(([name, amount]) => [name, new Map([['0', amount]])])))).toEqual([]);
  });
});

/** Amounts as files have them: counted pieces, round ones, prices times pieces, any to the cent; no more of the least and the most than of others, since a cent beside almost a million is no chance. */
const amount = fc.constantFrom(
  fc.integer({ min: 1, max: 9 }),
  fc.integer({ min: 1, max: 50 }).map((hundreds) => hundreds * 100),
  fc.integer({ min: 1, max: 20 }).map((pieces) => pieces * 12.37),
  fc.noBias(fc.integer({ min: 1, max: 100_000_000 })).map((cents) => cents / 100),
);

/** What values come to in groups, in some of which they are not. */
const amountsOfChance = amount.chain((each) =>
  fc.integer({ min: 1, max: 12 }).chain((groups) =>
    fc.array(fc.array(fc.option(each, { freq: 2 }), { minLength: groups, maxLength: groups }), {
      minLength: 2,
      maxLength: 20,
    }),
  ),
);

const byValue = (rows: readonly (readonly (number | null)[])[]) =>
  new Map(
    rows.map((row, at) => [
      `value ${at}`,
      new Map(row.flatMap((each, group) => (each === null ? [] : [[`${group}`, each] as const]))),
    ]),
  );

it('amounts of chance hold no total, and a union of theirs is found that enough groups tell of', () => {
  fc.assert(
    fc.property(amountsOfChance, (rows) => {
      expect(totalsAmong(byValue(rows))).toEqual([]);
    }),
    { seed: SEED, numRuns: cases(200, 5000) },
  );
  const cents = fc.noShrink(
    fc.array(fc.array(fc.noBias(fc.integer({ min: 100_000, max: 900_000_000 })), { minLength: 4, maxLength: 4 }), {
      minLength: 8,
      maxLength: 20,
    }),
  );
  fc.assert(
    fc.property(cents, fc.integer({ min: 2, max: 5 }), (rows, of) => {
      const parts = rows.map((row) => row.map((each) => each / 100));
      const union = [0, 1, 2, 3].map((group) => parts.slice(0, of).reduce((sum, row) => sum + (row[group] ?? 0), 0));
      expect(totalsAmong(byValue([...parts, union]))).toEqual([`value ${parts.length}`]);
    }),
    { seed: SEED, numRuns: cases(20, 300) },
  );
});
