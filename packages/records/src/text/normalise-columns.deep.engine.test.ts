import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { descriptionText, partyText } from './normalise.js';
import { descriptionTexts, partyKeys, partyTexts } from './normalise-columns.js';
import { partyKey } from './party-name-keys.js';

const test = sharedRecords();

/** Of every kind that the forms tell apart: signs, white space, letters with and without decomposition, legal forms. */
const PIECES = `['a', 'B', 'Ltd', ' ', '  ', '\\t', '\\n', '\\r', '.', '-', '’', '\\'', '\`', 'é', 'Ł', 'Æ', 'ß', '中', 'co', 'SA', 'de', 'CV', 'PT ', '&', '(', '\\u00a0',
  '1', '½', '\\f', '\\x0b', '\\0', '\\u2028']`;

it.each([
  ['texts of descriptions', descriptionText('text'), descriptionTexts('text')],
  ['texts of parties', partyText('text'), partyTexts('text')],
  ['keys of parties', partyKey('text'), partyKeys('text')],
])('%s are the same for a column as for a value, for 100,000 generated texts', async (_, ofValue, ofColumn) => {
  const [row] = await test.records.staging.engine.query({
    name: 'test.normalise',
    sql: `SELECT count(), uniqExact(text), uniqExact(${ofColumn}), groupArrayIf(3)(text, ${ofValue} != ${ofColumn})
      FROM (
        SELECT arrayStringConcat(arrayMap(at -> ${PIECES}[1 + intHash64(number * 31 + at) % 32], range(intHash32(number) % 12))) AS text
        FROM numbers(100000)
      )`,
    row: z.tuple([z.coerce.number(), z.coerce.number(), z.coerce.number(), z.array(z.string())]),
  });
  const [count = 0, texts = 0, results = 0, different] = row ?? [];
  expect(count).toBe(100_000);
  expect(texts).toBeGreaterThan(70_000);
  expect(results).toBeGreaterThan(1000);
  expect(different).toEqual([]);
});
