/** Modes of transport. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CleanedTexts, openCleanedTexts } from '../../testing/cleaned-texts.js';
import { modeSql } from './clean.js';

let texts: CleanedTexts;
beforeAll(async () => {
  texts = await openCleanedTexts();
});
afterAll(() => texts.close());

it.each([
  ['Sea', 'SEA'],
  ['Vessel, containerized', 'SEA'],
  ['MARÍTIMA', 'SEA'],
  ['By Air', 'AIR'],
  ['AÉREO', 'AIR'],
  ['Carretera', 'ROAD'],
  ['LAND', 'ROAD'],
  ['Train', 'RAIL'],
  ['Correo', 'POST'],
  ['FLUVIAL', 'INLAND'],
  ['4', '4'],
  ['CAMEL', 'CAMEL'],
])('%s is %s', async (written, mode) => {
  expect(await texts.clean(modeSql, [written])).toEqual([mode]);
});
