/** Incoterms. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CleanedTexts, openCleanedTexts } from '../../testing/cleaned-texts.js';
import { incotermSql } from './incoterms.js';

let texts: CleanedTexts;
beforeAll(async () => {
  texts = await openCleanedTexts();
});
afterAll(() => texts.close());

it.each([
  ['fob', 'FOB'],
  ['F.O.B.', 'FOB'],
  ['FOB SHANGHAI', 'FOB'],
  ['CIF - Nhava Sheva', 'CIF'],
  ['C&F', 'CFR'],
  ['CNF', 'CFR'],
  ['Cost, Insurance and Freight', 'CIF'],
  ['Ex-Works', 'EXW'],
  ['FOBBED', 'FOBBED'],
  ['OTHER', 'OTHER'],
])('%s is %s', async (written, term) => {
  expect(await texts.clean(incotermSql, [written])).toEqual([term]);
});
