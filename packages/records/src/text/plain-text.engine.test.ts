import { cases, SEED } from '@tidewaiter/testing/generated';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { descriptionText, partyText } from './normalise.js';
import { isPlain, plainDescriptionText, plainPartyText, plainWord } from './plain-text.js';

const test = sharedRecords();

it('a plain text is normalised as the engine does', async () => {
  const plain = fc.string({ unit: fc.constantFrom(...' -.\'`&/AbC09(_"\\~'), maxLength: 16 });
  const texts = [
    ...fc.sample(plain, { seed: SEED, numRuns: cases(2000, 10_000) }),
    ...fc.sample(fc.string({ unit: 'grapheme-ascii', maxLength: 20 }), { seed: SEED, numRuns: 500 }),
  ].filter(isPlain);
  expect(texts.length).toBeGreaterThan(2000);
  const rows = await test.records.staging.engine.query({
    name: 'test.plain',
    sql: `SELECT ${descriptionText('given')}, ${partyText('given')} FROM (SELECT arrayJoin({texts:Array(String)}) AS given)`,
    parameters: { texts },
    row: z.tuple([z.string(), z.string()]),
  });
  expect(texts.map((text) => [plainDescriptionText(text), plainPartyText(text)])).toEqual(rows);
});

it('a word with accents is normalised as the engine does', async () => {
  const letters = Array.from({ length: 0x2200 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
    /[\p{L}\p{N}]/u.test(letter),
  );
  const words = ['Cerámicas', 'CAMINHÕES', 'Đường', 'e\u0301tagère', ...letters.map((letter) => `a${letter}b`)];
  const known = words.flatMap((word) => {
    const plain = plainWord(word);
    return plain === undefined ? [] : [{ word, plain }];
  });
  expect(known.length).toBeGreaterThan(500);
  const rows = await test.records.staging.engine.query({
    name: 'test.words',
    sql: `SELECT ${descriptionText('given')} FROM (SELECT arrayJoin({texts:Array(String)}) AS given)`,
    parameters: { texts: known.map(({ word }) => word) },
    row: z.tuple([z.string()]),
  });
  expect(known.map(({ plain }) => plain)).toEqual(rows.map(([text]) => text));
  for (const word of ['straße', 'łódź', '铁矿', 'железо', '½']) expect(plainWord(word)).toBeUndefined();
});

it.each(['straße', 'a\tb', 'a\n', '铁', '\u00a0'])('%j is not plain', (text) => {
  expect(isPlain(text)).toBe(false);
});
