/** The labels that ship, by themselves and beside the official texts where those lie beside the project. */
import { existsSync, readFileSync } from 'node:fs';
import { sharedFile } from '@tidewaiter/testing/records';
import { describe, expect, it } from 'vitest';
import { Edition } from './edition.js';
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

  it('are read from a file of codes and labels, and from no other', () => {
    expect(() => parseLabels('label\tcode\nCoffee\t0901\n')).toThrow('not a file of codes and labels');
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
