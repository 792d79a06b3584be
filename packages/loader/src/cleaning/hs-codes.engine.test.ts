/** HS codes as files write them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CleanedTexts, openCleanedTexts } from '../../testing/cleaned-texts.js';
import { hsCodeSql } from './clean.js';

let texts: CleanedTexts;
beforeAll(async () => {
  texts = await openCleanedTexts();
});
afterAll(() => texts.close());

it.each<[string, number | undefined, string]>([
  ['8471.30', undefined, '847130'],
  ['84 71 30 00', undefined, '84713000'],
  ['8471-30', undefined, '847130'],
  ["'09011100", undefined, '09011100'],
  // A lost zero comes back where the source's length says so, and only there
  ['9011100', 8, '09011100'],
  ['9011100', undefined, '9011100'],
  ['90111', 8, '90111'],
  ['84713000', 8, '84713000'],
  ['901110000', 10, '0901110000'],
  // A number's fraction is none of the code
  ['9011100.0', 8, '09011100'],
  ['84713000.00', 8, '84713000'],
  ['8471.30', 8, '847130'],
  ['8517AB', 8, '8517AB'],
  ['', 8, ''],
])('%s of %s digits is %s', async (written, digits, code) => {
  expect(await texts.clean((text) => hsCodeSql(text, digits), [written])).toEqual([code]);
});
