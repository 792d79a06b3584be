/** Whether words that buyers type lead to the heading of the goods, of 300 that were listed before anybody looked at what they find. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Edition } from './edition.js';
import { HEADING_NAMES, parseHeadingNames } from './heading-names.js';
import { SHIPPED_LABELS } from './shipped-labels.js';

const LIST = fileURLToPath(new URL('../../testing/everyday-words.tsv', import.meta.url));

/** How many of the headings that are found a person looks at. */
const LOOKED_AT = 3;

const [header, ...lines] = readFileSync(LIST, 'utf8').trimEnd().split('\n');
const listed = lines.map((line) => {
  const [words = '', headings = '', part = ''] = line.split('\t');
  return { words, headings: headings.split(' '), part };
});

/** The demo's goods by their titles, with their headings: a line `690721 | Ceramic floor tiles | …` begins each. */
const DEMO = ['farm', 'industry', 'light', 'process'].flatMap((file) => {
  const path = fileURLToPath(new URL(`../../../demo/tables/goods-${file}.txt`, import.meta.url));
  return [...readFileSync(path, 'utf8').matchAll(/^(\d{4})\d{2} \| ([^|]+) \|/gm)].map(
    ([, heading = '', words = '']) => ({
      words,
      headings: [heading],
    }),
  );
});

const edition = new Edition(SHIPPED_LABELS.labels);
const leads = ({ words, headings }: { words: string; headings: readonly string[] }) =>
  edition
    .headingsOf(words)
    .slice(0, LOOKED_AT)
    .some((code) => headings.includes(code));

describe('everyday words', () => {
  it('are 300, each once, with headings that there are', () => {
    expect(header).toBe('words\theadings\tpart');
    expect(new Set(listed.map(({ words }) => words)).size).toBe(300);
    for (const { headings } of listed) for (const code of headings) expect(SHIPPED_LABELS.labels.has(code)).toBe(true);
  });

  // Nothing was changed for what either part misses, and the same person wrote the list and the names; so the goods of the demo, which
  // others called and gave their codes, are asked as well.
  it.each(['tuned', 'held-out', 'demo'])('lead to the right heading among the first three, of the %s part', (part) => {
    const all = part === 'demo' ? DEMO : listed.filter((one) => one.part === part);
    const missed = all.filter((one) => !leads(one)).map(({ words }) => words);
    expect(all.length).toBeGreaterThanOrEqual(150);
    process.stdout.write(
      `Everyday words, ${part}: ${all.length - missed.length} of ${all.length} lead to their heading${missed.length > 0 ? `, but for ${missed.join('; ')}` : ''}.\n`,
    );
    expect(1 - missed.length / all.length).toBeGreaterThanOrEqual(0.9);
  });

  it('name no goods where they are none, and the likeliest first', () => {
    expect(edition.headingsOf('')).toEqual([]);
    expect(edition.headingsOf('of the')).toEqual([]);
    expect(edition.headingsOf('xyzzy')).toEqual([]);
    expect(edition.headingsOf('Water FILTERS')[0]).toBe('8421');
    expect(edition.headingsOf('mobile phone')[0]).toBe('8517');
    expect(edition.headingsOf('azulejos')).toEqual([]);
  });
});

describe('the names of headings', () => {
  it('are of headings that there are, in order, in small letters, each once and not what the label says', () => {
    const codes = [...HEADING_NAMES.keys()];
    expect([...codes].sort()).toEqual(codes);
    for (const [code, names] of HEADING_NAMES) {
      expect(code).toMatch(/^\d{4}$/);
      expect(SHIPPED_LABELS.labels.has(code)).toBe(true);
      expect(new Set(names).size, code).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[a-z0-9](?:[a-z0-9' .-]*[a-z0-9])?$/);
    }
  });

  it('are read from a file of codes and names, and from no other', () => {
    expect(() => parseHeadingNames('name\tcode\ncoffee\t0901\n')).toThrow('not a file of codes and names');
  });
});
