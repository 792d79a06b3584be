/** Incoterms. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CleanedTexts, openCleanedTexts } from '../../testing/cleaned-texts.js';
import { incotermSql } from './clean.js';

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
  ['Free Carrier', 'FCA'],
  ['Free Alongside Ship', 'FAS'],
  ['Free on Board', 'FOB'],
  ['Carriage paid to', 'CPT'],
  ['Carriage and insurance paid to', 'CIP'],
  ['Delivered at Place', 'DAP'],
  ['Delivered at place, unloaded', 'DPU'],
  ['Delivered Duty Paid', 'DDP'],
  ['FOBBED', 'FOBBED'],
  ['OTHER', 'OTHER'],
])('%s is %s', async (written, term) => {
  expect(await texts.clean(incotermSql, [written])).toEqual([term]);
});
