import { describe, expect, it } from 'vitest';
import { totalsAmong } from './sums-of-others.js';

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
    ['continents', 40, { A: (part: string) => part < 'D', B: (part: string) => part >= 'D' }, ['A', 'B']],
  ])('%s', (_, groups, sums, found) => {
    expect(totalsAmong(amountsOf(COUNTRIES, groups, sums))).toEqual(found);
  });

  it.each([
    ['chapters and headings', ['851713', '851762', '850440', '392690'], ['85', '8517', '8504', '39', '3926']],
    ['years beside their months', ['2023-01', '2023-02', '2024-01', '2024-02', '2024-03'], ['2023', '2024']],
  ])('%s', (_, parts, totals) => {
    const sums = Object.fromEntries(totals.map((each) => [each, (part: string) => part.startsWith(each)]));
    expect(totalsAmong(amountsOf(parts, 6, sums)).sort()).toEqual([...totals].sort());
  });

  it('none, where sums are right by chance, or nearly', () => {
    expect(totalsAmong(amountsOf(COUNTRIES, 40, {}))).toEqual([]);
    const small = { A: 1, B: 2, C: 3 };
    expect(totalsAmong(new Map(Object.entries(small).map(([value, of]) => [value, new Map([['', of]])])))).toEqual([]);
    const nearly = amountsOf(COUNTRIES, 6, { World: everything });
    nearly.get('World')?.set('3', (nearly.get('World')?.get('3') ?? 0) * 1.001);
    expect(totalsAmong(nearly)).toEqual([]);
  });

  it('those of rounded parts', () => {
    const amounts = amountsOf(COUNTRIES, 6, { World: everything });
    const rounded = [...amounts].map(
      ([value, of]) => [value, new Map([...of].map(([g, sum]) => [g, Math.round(sum)]))] as const,
    );
    expect(totalsAmong(new Map(rounded))).toEqual(['World']);
  });
});
