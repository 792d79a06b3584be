import { cases, SEED } from '@tidewaiter/testing/generated';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { descriptionText, partyText } from './normalise.js';
import { isPlain, plainDescriptionText, plainPartyText } from './plain-text.js';

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

it.each(['straße', 'a\tb', 'a\n', '铁', '\u00a0'])('%j is not plain', (text) => {
  expect(isPlain(text)).toBe(false);
});
