/** Units, and how many of a canonical one they are. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CleanedTexts, openCleanedTexts } from '../../testing/cleaned-texts.js';
import { standardUnitSql, unitSpellingSql } from './units.js';

let texts: CleanedTexts;
beforeAll(async () => {
  texts = await openCleanedTexts();
});
afterAll(() => texts.close());

it.each([
  ['KGS', 'KGS', '1'],
  ['KG', 'KGS', '1'],
  ['kg.', 'KGS', '1'],
  ['KGM', 'KGS', '1'],
  ['TNE', 'KGS', '1000'],
  ['Metric Ton', 'KGS', '1000'],
  ['LBS', 'KGS', '0.45359237'],
  ['GMS', 'KGS', '0.001'],
  ['NOS', 'NOS', '1'],
  ['PCS', 'NOS', '1'],
  ['unidades', 'NOS', '1'],
  ['DOZ', 'NOS', '12'],
  ['THD', 'NOS', '1000'],
  ['PRS', 'PRS', '1'],
  ['MTR', 'MTR', '1'],
  ['YDS', 'MTR', '0.9144'],
  ['SQM', 'SQM', '1'],
  ['Square Feet', 'SQM', '0.09290304'],
  ['CBM', 'CBM', '1'],
  ['LTR', 'LTR', '1'],
  ['KLR', 'LTR', '1000'],
  ['CARTONS', '', ''],
  ['CT', '', ''],
  ['', '', ''],
])('%s is %s times %s', async (written, unit, factor) => {
  expect(await texts.clean((text) => standardUnitSql(text).unit, [written])).toEqual([unit]);
  expect(await texts.clean((text) => standardUnitSql(text).factor, [written])).toEqual([factor]);
});

it('a given standard unit gets one spelling, but keeps its size', async () => {
  const written = ['KG', 'kgs', 'TNE', 'Pieces', 'CRATES'];
  expect(await texts.clean(unitSpellingSql, written)).toEqual(['KGS', 'KGS', 'TNE', 'NOS', 'CRATES']);
});
