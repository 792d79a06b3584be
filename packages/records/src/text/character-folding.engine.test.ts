import { sharedRecords } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CharacterFolding, characters, TraceableText } from './character-folding.js';
import { descriptionText, partyText } from './normalise.js';

const test = sharedRecords();

const NORMALISED = { description: descriptionText, party: partyText };
type Kind = keyof typeof NORMALISED;

/** What the engine makes of texts: the definition that everything here is held against. */
async function normalised(kind: Kind, texts: readonly string[]): Promise<string[]> {
  const rows = await test.records.staging.engine.query({
    name: 'test.normalised',
    sql: `SELECT ${NORMALISED[kind]('given')} FROM (SELECT arrayJoin({texts:Array(String)}) AS given)`,
    parameters: { texts },
    row: z.tuple([z.string()]),
  });
  return rows.map(([text]) => text);
}

const traced = async (kind: Kind, texts: readonly string[]) => {
  const fold = await new CharacterFolding().of(kind, texts, test.records.staging.engine);
  return texts.map((text) => new TraceableText(text, fold));
};
const found = async (kind: Kind, cell: string, value: string) => {
  const [inCell, inValue] = await traced(kind, [cell, value]);
  return inCell?.find(inValue?.text ?? '');
};

/** Texts of the letters, marks and signs that normalisation does something with. */
const written = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'aAbz09 '),
      fc.constantFrom(...' \t\n\u00a0\u3000-.\'’`&,()/%_\\"{}*?'),
      fc.constantFrom(...'éÉñÅßæÆœłŁøđıİĳﬁ½ſςΣσёЙ'),
      fc.constantFrom(
        'e\u0301',
        'A\u030a',
        '\u0301',
        'か\u3099',
        '한',
        '\u1112\u1161\u11ab',
        '👩‍👩‍👧',
        '\u00ad',
        '\u200d',
        '日本',
        'ﾊﾟ',
        'ก็',
      ),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

describe('a traceable text', () => {
  it.each(['description', 'party'] as const)('normalises a %s as the engine does', async (kind) => {
    const texts = fc.sample(written, { numRuns: 3000, seed: 20_260_120 });
    const expected = await normalised(kind, texts);
    const actual = await traced(kind, texts);
    expect(actual.map(({ text }) => text)).toEqual(expected);
  });

  it.each(['description', 'party'] as const)('finds any part of a %s as a part of the original', async (kind) => {
    const cases = fc.sample(fc.tuple(written, fc.nat(), fc.nat()), { numRuns: 1000, seed: 20_260_121 });
    const texts = await traced(
      kind,
      cases.map(([text]) => text),
    );
    const parts = cases.flatMap(([original, start, length], index) => {
      const whole = texts[index] ?? expect.fail();
      const [at, upTo] = [start % (whole.text.length + 1), length % 12];
      const value = whole.text.slice(at, at + upTo).trim();
      const part = whole.find(value);
      if (value === '') expect(part).toBeUndefined();
      if (value === '' || part === undefined) return [];
      expect(original).toContain(part);
      return [{ value, part }];
    });
    expect(parts.length).toBeGreaterThan(300);
    const again = await normalised(
      kind,
      parts.map(({ part }) => part),
    );
    // Half of a pair of code units is no text that anybody typed.
    for (const [index, { value }] of parts.entries()) {
      if (!/[\ud800-\udfff]/.test(value)) expect(again[index]).toContain(value);
    }
  });

  it.each<[Kind, string, string, string | undefined]>([
    ['description', 'Glazed  Céramique\tTILE 600x600', 'ceramique tile', 'Céramique\tTILE'],
    ['description', 'STRASSENBELAG', 'straße', 'STRASSE'],
    ['description', 'Straße', 'STRASSE', 'Straße'],
    ['description', '100% cotton', '0%', '0%'],
    ['description', '100x cotton', '0%', undefined],
    ['description', 'ﬁlter', 'filt', 'ﬁlt'],
    ['description', 'cafe\u0301 au lait', 'café', 'cafe\u0301'],
    ['description', 'a b', '   ', undefined],
    ['party', 'Ha-Meem Denim Ltd.', 'hameem', 'Ha-Meem'],
    ['party', "L'Oréal d’Asie (Łódź) S.A.", 'loreal dasie lodz sa', "L'Oréal d’Asie (Łódź) S.A"],
    ['party', 'Smith & Sons', 'smith, sons', 'Smith & Sons'],
    ['party', 'Acme', '..', undefined],
  ])('of a %s %s shows for %s', async (kind, cell, value, expected) => {
    expect(await found(kind, cell, value)).toBe(expected);
  });

  it('is quick on texts that are made to be slow', async () => {
    const fold = (character: string) => character.toLowerCase();
    // Whatever goes back and forth in these takes hours: the time limit of a test is bound enough.
    for (const unit of ['a', ' ', '-', 'é', 'e\u0301', '\u0301', '👩‍👩‍👧', '\u1100', ' \u0301a']) {
      const long = unit.repeat(20_000 / unit.length);
      const text = new TraceableText(long, fold);
      text.find(`${'a'.repeat(199)}b`);
      text.find(`${unit.repeat(20)}x`);
      expect([...characters(long)].join('')).toBe(long);
    }
  });
});
