/** Countries, however files write them. */
import { COUNTRY_NAMES } from '@tidewaiter/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CleanedTexts, openCleanedTexts } from '../../testing/cleaned-texts.js';
import { countrySql } from './countries.js';

let texts: CleanedTexts;
beforeAll(async () => {
  texts = await openCleanedTexts();
});
afterAll(() => texts.close());

const NAMES = [
  // Names and codes
  ['China', 'China'],
  ['CHINA', 'China'],
  ['CN', 'China'],
  ['chn', 'China'],
  ['DEU', 'Germany'],
  ['UK', 'United Kingdom'],
  // Variants
  ['U.S.A.', 'United States'],
  ['UNITED STATES OF AMERICA', 'United States'],
  ['P.R. CHINA', 'China'],
  ['VIET NAM', 'Vietnam'],
  ['KOREA', 'South Korea'],
  ['RUSSIAN FEDERATION', 'Russia'],
  ["COTE D'IVOIRE", "Côte d'Ivoire"],
  ['CÔTE D’IVOIRE', "Côte d'Ivoire"],
  ['HOLLAND', 'Netherlands'],
  ['Czech Republic', 'Czechia'],
  // Inversions
  ['TANZANIA, UNITED REPUBLIC OF', 'Tanzania'],
  ['KOREA, REPUBLIC OF', 'South Korea'],
  ["KOREA, DEMOCRATIC PEOPLE'S REPUBLIC OF", 'North Korea'],
  ['IRAN, ISLAMIC REPUBLIC OF', 'Iran'],
  ['CONGO, THE DEMOCRATIC REPUBLIC OF THE', 'DR Congo'],
  ['MOLDOVA, REPUBLIC OF', 'Moldova'],
  // Other languages
  ['ALEMANIA', 'Germany'],
  ['ESTADOS UNIDOS', 'United States'],
  ['Países Bajos', 'Netherlands'],
  ['Coreia do Sul', 'South Korea'],
  ['Deutschland', 'Germany'],
  // Misspellings by one letter
  ['PHILLIPINES', 'Philippines'],
  ['GERMNAY', 'Germany'],
  ['INDONSIA', 'Indonesia'],
  ['BANGLADDESH', 'Bangladesh'],
  ['SWITZERLAN', 'Switzerland'],
  // No country, or not surely one: stays as written
  ['EUROPEAN UNION', 'EUROPEAN UNION'],
  ['EU', 'EU'],
  ['NA', 'NA'],
  ['IELAND', 'IELAND'],
  // Words with accents are no codes without them
  ['Bỉ', 'Bỉ'],
  ['Áo', 'Áo'],
  ['İN', 'İN'],
  ['HIGH SEAS', 'HIGH SEAS'],
  ['', ''],
] as const;

it('are known by their names, codes, variants and slips, and what is none stays as written', async () => {
  const written = NAMES.map(([text]) => text);
  expect(await texts.clean(countrySql, written)).toEqual(NAMES.map(([, country]) => country));
});

it('knows every country of the catalogue by its name and its codes', async () => {
  const written = [...COUNTRY_NAMES].flatMap(([iso2, name]) => (iso2 === 'NA' ? [name] : [name, iso2]));
  const names = [...COUNTRY_NAMES].flatMap(([iso2, name]) => (iso2 === 'NA' ? [name] : [name, name]));
  expect(await texts.clean(countrySql, written)).toEqual(names);
});
