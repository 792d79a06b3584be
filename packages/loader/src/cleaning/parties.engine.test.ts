/** Who is no importer, though the file says so. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CleanedTexts, openCleanedTexts } from '../../testing/cleaned-texts.js';
import { isNoImporter } from './parties.js';

let texts: CleanedTexts;
beforeAll(async () => {
  texts = await openCleanedTexts();
});
afterAll(() => texts.close());

const NOBODY = [
  'NORTHERN TRADE BANK LTD. L/C NO. 20417',
  'SEVEN SEAS BANK PLC A/C ACME TRADING',
  'BANK OF THE SEVEN SEAS ON BEHALF OF ACME LTD',
];

const SOMEBODY = [
  // An order stays on its record.
  'TO THE ORDER OF SEVEN SEAS BANK, L/C NO. 12',
  'To Order',
  // Banks import machines for what they do, and paper to print on.
  'NORTHERN TRADE BANK LTD.',
  'BANK OF THE SEVEN SEAS',
  'BANCO DEL SUR S.A.',
  'Seven Seas Bank',
  'SEVEN SEAS BANK PLC, HARBOUR BRANCH',
  'BANQUE DU PORT',
  'ACME TRADING LTD',
  'ORDERLY FURNITURE LTD',
  'BANKSIDE TEXTILES',
  'RIVER BANK FOODS LTD',
  'SEVEN SEAS FOOD BANK',
  'POWER BANK LTD',
  'BANK NOTE PAPER MILL LTD',
  'NEW ORDER RECORDS LTD',
  'MAIL ORDER HOUSE LTD',
  'TORDER INDUSTRIES',
  '',
];

it.each(NOBODY)('%s is none', async (name) => {
  expect(await texts.clean(isNoImporter, [name])).toEqual(['1']);
});

it.each(SOMEBODY)('%s may be one', async (name) => {
  expect(await texts.clean(isNoImporter, [name])).toEqual(['0']);
});
