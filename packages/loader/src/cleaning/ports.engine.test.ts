/** Ports, by their names and by the codes of several lists. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CleanedTexts, openCleanedTexts } from '../../testing/cleaned-texts.js';
import { portSql } from './ports.js';

let texts: CleanedTexts;
beforeAll(async () => {
  texts = await openCleanedTexts();
});
afterAll(() => texts.close());

it.each([
  ['53306, MUNDRA', 'Mundra'],
  ['53306', 'Mundra'],
  ['INMUN', 'Mundra'],
  ['INMUN1', 'Mundra'],
  ['MUNDRA (INMUN1)', 'Mundra'],
  ['Mundra, India', 'Mundra'],
  ['AHEMDABAD AIR ACC (INAMD4)', 'Ahmedabad Air Cargo'],
  ['INNSA1', 'Nhava Sheva'],
  ['Nhava Sheva Sea', 'Nhava Sheva'],
  ['JNPT', 'Nhava Sheva'],
  ['Jawaharlal Nehru (Nhava Sheva)', 'Nhava Sheva'],
  ['MADRAS', 'Chennai'],
  ['Bombay', 'Mumbai'],
  ['SHANGHAI', 'Shanghai'],
  ['Shanghai,China', 'Shanghai'],
  ['CNSHA', 'Shanghai'],
  ['PUSAN', 'Busan'],
  ['Saigon', 'Ho Chi Minh City'],
  ['PENANG', 'Penang'],
  // Not known: as written
  ['SOMEWHERE (XXABC9)', 'SOMEWHERE (XXABC9)'],
  ['906', '906'],
  ['12 MILE CREEK', '12 MILE CREEK'],
  ['', ''],
])('%s is %s', async (written, port) => {
  expect(await texts.clean(portSql, [written])).toEqual([port]);
});
