/** The labels that ship, by themselves and beside the official texts where those lie beside the project. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sharedFile } from '@tidewaiter/testing/records';
import { describe, expect, it } from 'vitest';
import { Edition } from './edition.js';
import { HEADING_NAMES, parseHeadingNames } from './heading-names.js';
import { parseLabels, SHIPPED_LABELS } from './shipped-labels.js';

const { labels, sections } = SHIPPED_LABELS;
const codes = [...labels.keys()];
const headings = codes.filter((code) => code.length === 4);

/** Longest label, in characters: it stands in one line beside its code. */
const LONGEST = 60;

const fold = (text: string) => text.toLowerCase().replace(/[\s.;]+$/, '');

describe('the labels that ship', () => {
  it('have codes of two or four digits, in order, each once and below its chapter', () => {
    for (const code of codes) expect(code).toMatch(/^(\d{2}){1,2}$/);
    expect([...codes].sort()).toEqual(codes);
    for (const heading of headings) expect(labels.has(heading.slice(0, 2))).toBe(true);
  });

  it('are of the 97 chapters, in 21 sections, and of what stands outside', () => {
    const chapters = codes.filter((code) => code.length === 2);
    const numbered = Array.from({ length: 99 }, (_, index) => String(index + 1).padStart(2, '0'));
    expect(chapters).toEqual(numbered);
    expect([...sections.keys()]).toEqual(numbered.slice(0, 97));
    expect(new Set([...sections.values()].map(({ number }) => number)).size).toBe(21);
    const empty = chapters.filter((chapter) => !headings.some((heading) => heading.startsWith(chapter)));
    expect(empty).toEqual(['77', '98']);
  });

  it('are short, clean texts, and tell the headings of a chapter apart', () => {
    const all = [...labels.values(), ...[...sections.values()].map(({ label }) => label)];
    for (const label of all) {
      expect(label.length).toBeLessThanOrEqual(LONGEST);
      expect(label).toMatch(/^[\p{Lu}\d][\p{L}\d ,.:;()'/²%-]+$/u);
      expect(label).toBe(label.trim().replace(/\s+/g, ' '));
    }
    for (const chapter of sections.keys()) {
      const within = headings.filter((heading) => heading.startsWith(chapter)).map((heading) => labels.get(heading));
      expect(new Set(within.map((label) => label?.toLowerCase())).size).toBe(within.length);
    }
  });

  it('are read from a file of codes and labels, as names of headings are, and from no other', () => {
    expect(() => parseLabels('label\tcode\nCoffee\t0901\n')).toThrow('not a file of codes and labels');
    expect(() => parseHeadingNames('name\tcode\ncoffee\t0901\n')).toThrow('not a file of codes and names');
  });
});

const OFFICIAL = sharedFile('hs-2022.csv');
const OFFICIAL_SECTIONS = sharedFile('hs-sections.csv');
const present = existsSync(OFFICIAL) && existsSync(OFFICIAL_SECTIONS);
if (!present) {
  process.stdout.write(`Skipped: the official HS nomenclature is not beside the project (${OFFICIAL}).\n`);
}

/** Code and text of each line of a file whose texts alone are quoted. */
function officialTexts(path: string, pattern: RegExp): [string, string][] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.slice(1).flatMap((line) => {
    const [, code, quoted, plain] = pattern.exec(line) ?? expect.fail(line);
    return [[code ?? '', quoted?.replaceAll('""', '"') ?? plain ?? '']];
  });
}

describe.skipIf(!present)('beside the official texts, the labels', () => {
  const official = present ? officialTexts(OFFICIAL, /^[^,]*,(\w+),(?:"((?:[^"]|"")*)"|([^,]*)),\w+,\d$/) : [];
  const officialSections = present ? officialTexts(OFFICIAL_SECTIONS, /^([IVX]+),(?:"((?:[^"]|"")*)"|(.*))$/) : [];

  it('cover every chapter and heading, and invent none but what countries and the system set aside', () => {
    const known = official.map(([code]) => code).filter((code) => /^(\d{2}){1,2}$/.test(code));
    expect(known).toHaveLength(1326);
    expect(codes.filter((code) => !known.includes(code))).toEqual(['77', '98']);
    expect(known.filter((code) => !labels.has(code))).toEqual([]);
  });

  it('are in words of our own: what is the same is a plain noun of three words at most', () => {
    const own = new Map([...labels, ...[...sections.values()].map(({ number, label }) => [number, label] as const)]);
    for (const [code, text] of [...official, ...officialSections]) {
      const label = own.get(code);
      if (label === undefined || fold(label) !== fold(text)) continue;
      expect(label.split(' ').length, `${code} ${label}`).toBeLessThanOrEqual(3);
    }
  });

  it('describe every subheading', () => {
    const edition = new Edition(labels);
    const described = official.map(([code]) => code).filter((code) => code.length === 6 && /^\d+$/.test(code));
    expect(described.length).toBeGreaterThan(5000);
    for (const code of described) expect(edition.describe(code)).toBe(labels.get(code.slice(0, 4)));
  });
});

/** Words that buyers type, of 300 that were listed before anybody looked at what they find. */
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
  const goods = readFileSync(path, 'utf8').matchAll(/^(\d{4})\d{2} \| ([^|]+) \|/gm);
  return [...goods].map(([, heading = '', words = '']) => ({ words, headings: [heading] }));
});

describe('everyday words', () => {
  const edition = new Edition(labels);

  it('are 300, each once, with headings that there are', () => {
    expect(header).toBe('words\theadings\tpart');
    expect(new Set(listed.map(({ words }) => words)).size).toBe(300);
    for (const { headings: known } of listed) for (const code of known) expect(labels.has(code)).toBe(true);
  });

  // Nothing was changed for what either part misses, and the same person wrote the list and the names; so the goods of the demo, which
  // others called and gave their codes, are asked as well.
  it.each(['tuned', 'held-out', 'demo'])('lead to the right heading among the first three, of the %s part', (part) => {
    const all = part === 'demo' ? DEMO : listed.filter((one) => one.part === part);
    const leads = ({ words, headings: right }: (typeof DEMO)[number]) =>
      edition
        .headingsOf(words)
        .slice(0, LOOKED_AT)
        .some((code) => right.includes(code));
    const missed = all.filter((one) => !leads(one)).map(({ words }) => words);
    expect(all.length).toBeGreaterThanOrEqual(150);
    process.stdout.write(
      `Everyday words, ${part}: of ${all.length}, these miss their heading: ${missed.join('; ')}.\n`,
    );
    expect(1 - missed.length / all.length).toBeGreaterThanOrEqual(0.9);
  });

  it('name no goods where they are none, and the likeliest first', () => {
    for (const nothing of ['', 'of the', 'xyzzy', 'azulejos']) expect(edition.headingsOf(nothing)).toEqual([]);
    expect(edition.headingsOf('Water FILTERS')[0]).toBe('8421');
    expect(edition.headingsOf('mobile phone')[0]).toBe('8517');
  });

  it('name headings that there are, in order, in small letters, each once and not what the label says', () => {
    expect([...HEADING_NAMES.keys()].sort()).toEqual([...HEADING_NAMES.keys()]);
    for (const [code, names] of HEADING_NAMES) {
      expect(code).toMatch(/^\d{4}$/);
      expect(labels.has(code)).toBe(true);
      expect(new Set(names).size, code).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[a-z0-9](?:[a-z0-9' .-]*[a-z0-9])?$/);
    }
  });
});
