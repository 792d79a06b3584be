import { cases, SEED } from '@tidewaiter/testing/generated';
import { sharedRecords } from '@tidewaiter/testing/shared-records';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { sipHash64 } from './sip-hash.js';

const test = sharedRecords();

it('a hash is the one that the engine makes of the same text', async () => {
  const lengths = Array.from({ length: 40 }, (_, length) => 'abcdefgh'.repeat(5).slice(0, length));
  const generated = fc.sample(fc.string({ unit: 'grapheme', maxLength: 60 }), {
    seed: SEED,
    numRuns: cases(300, 5000),
  });
  const texts = [...lengths, 'x'.repeat(255), 'x'.repeat(256), ...generated.filter((text) => !text.includes('\0'))];
  const rows = await test.records.staging.engine.query({
    name: 'test.hashes',
    sql: 'SELECT toString(sipHash64(arrayJoin({texts:Array(String)})))',
    parameters: { texts },
    row: z.tuple([z.string()]),
  });
  expect(texts.map(sipHash64)).toEqual(rows.map(([hash]) => hash));
});
