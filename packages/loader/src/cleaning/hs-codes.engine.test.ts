/** HS codes as files write them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CleanedTexts, openCleanedTexts } from '../../testing/cleaned-texts.js';
import { hsCodeOf, hsCodeSql } from './hs-codes.js';

let texts: CleanedTexts;
beforeAll(async () => {
  texts = await openCleanedTexts();
});
afterAll(() => texts.close());

const CODES: [written: string, digits: number | undefined, code: string][] = [
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
  ['9011100.0', undefined, '9011100'],
  ['851713009901.0', undefined, '851713009901'],
  ['1511.0', undefined, '1511'],
  // Codes of eleven and twelve digits are whole
  ['85171300990', undefined, '85171300990'],
  ['851713009901', 12, '851713009901'],
  // A code that was a decimal: its heading has four digits, what follows has two or four
  ['1511.1', undefined, '151110'],
  ['6109.1', 6, '610910'],
  ['901.11', undefined, '090111'],
  ['901.1', undefined, '090110'],
  ['1511.101', undefined, '15111010'],
  ['90111.1', undefined, '09011110'],
  ['151110.9', undefined, '15111090'],
  // With a zero at its end or its beginning it was none, and its digits are all there
  ['3209.100', undefined, '3209100'],
  ['0207.141', undefined, '0207141'],
  ['8415.109', 7, '8415109'],
  ['3209.10', 7, '320910'],
  ['2203.00.100', 9, '220300100'],
  // In scientific notation, the digits that are left
  ['8.51713E+09', undefined, '851713'],
  ['8.517130012E+09', undefined, '8517130012'],
  ['9.0111E+08', undefined, '090111'],
  ['8.5E+09', undefined, '85'],
  // No zero comes before a code whose heading there is, where there is none with it
  ['6109100', 8, '6109100'],
  ['15111', 6, '15111'],
  ['8517AB', 8, '8517AB'],
  // Beside what it stands for, and behind the letters of a nomenclature
  ['02032955 SVINEKØD, UDBENET', undefined, '02032955'],
  ['0303 - Fish, frozen', undefined, '0303'],
  ['8517.13: SMARTPHONES', undefined, '851713'],
  ['[09011100] Coffee', undefined, '09011100'],
  ['WA30049099', undefined, '30049099'],
  ['CN 8517 13 00', undefined, '85171300'],
  ['9011100 COFFEE', 8, '09011100'],
  ['1022110 CATTLE', 8, '01022110'],
  // Of no heading, or no code: as it stands
  ['7799 PIECES OF FISH', undefined, '7799PIECESOFFISH'],
  ['AB99123456', undefined, 'AB99123456'],
  ['12 BAGS', undefined, '12BAGS'],
  ['', 8, ''],
];

it.each([undefined, 6, 7, 8, 9, 10, 12])('of %s digits are what they were written for', async (digits) => {
  const some = CODES.filter(([, each]) => each === digits);
  const written = some.map(([written]) => written);
  const codes = some.map(([, , code]) => code);
  expect(await texts.clean((text) => hsCodeSql(text, digits), written)).toEqual(codes);
  // What looks at codes before they are loaded reads them alike.
  if (digits === undefined) expect(written.map((text) => hsCodeOf(text))).toEqual(codes);
});
