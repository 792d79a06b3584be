/** Official numbers as the engine knows them: by shape and check digit, in the schemes that a column's name and its country say. */
import { NUMBER_SCHEMES } from '@tidewaiter/contract';
import { expect, it } from 'vitest';
import { cleanedTexts } from '../../testing/cleaned-texts.js';
import { findSchemes, officialNumberSql } from './official-numbers.js';

const clean = cleanedTexts();

/** A column's name, the country that reports, cells, and what they are. */
const CELLS: [string, string, string, string][] = [
  ['RUC', 'PER', '20512333797 | RUC: 20512333797 | 20512333797.0', 'RUC 20512333797'],
  ['RUC', 'ECU', '1792060346-001', 'RUC-EC 1792060346001'],
  ['RUC', 'PRY', '80028061-0', 'RUC-PY 800280610'],
  ['NIT', 'COL', '800.197.268-4 | 800197268', 'NIT 800197268'],
  ['NIT', 'GTM', '576937-K', 'NIT-GT 576937K'],
  ['CNPJ do importador', 'BRA', '16.727.230/0001-97', 'CNPJ 16727230000197'],
  ['RUT', 'CHL', '76086428-5', 'RUT 760864285'],
  ['RUT', 'URY', '21-100342-001-7', 'RUT-UY 211003420017'],
  ['CUIT', 'ARG', '20-05536168-2', 'CUIT 20055361682'],
  ['RFC', 'MEX', 'GODE561231GR8', 'RFC GODE561231GR8'],
  ['RNC', 'DOM', '1-01-85004-3', 'RNC 101850043'],
  ['NPWP', 'IDN', '01.312.166.0-091.000', 'NPWP 013121660091000'],
  ['Importer tax number', 'TUR', '4540536920', 'VKN 4540536920'],
  ['MST', 'VNM', '0100233488', 'MST 0100233488'],
  ['INN', 'RUS', '1234567894', 'INN 1234567894'],
  ['', 'CHN', '91110000600037341L', 'USCC 91110000600037341L'],
  ['ICE', 'MAR', '001561191000066', 'ICE 001561191000066'],
  ['IEC', 'IND', '0388123456 | AAAPL1234C', ''],
  ['Importer TIN', 'TZA', '102-345-678', 'TIN-TZ 102345678'],
  ['supplier id', 'PER', 'IT 00743110157', 'VAT IT00743110157'],
  ['supplier id', 'PER', 'PL 8567346215', 'VAT PL8567346215'],
  ['supplier id', 'PER', 'PT 501 964 843', 'VAT PT501964843'],
  ['VAT', 'GHA', 'DE136695976', 'VAT DE136695976'],
  ['LEI code', 'KOR', '213800KUD8LAJWSQ9D15', 'LEI 213800KUD8LAJWSQ9D15'],
  ['D_U_N_S DUNS', 'USA', '15-048-3782', 'DUNS 150483782'],
];

it.each(CELLS)('reads a number in a column %s of %s: %s', async (header, country, cells, number) => {
  const schemes = findSchemes(header, country, true);
  const texts = cells.split(' | ');
  const read = await clean((text) => officialNumberSql(text, schemes), texts);
  expect(read).toEqual(number === '' ? texts.map((text) => `IEC ${text}`) : texts.map(() => number));
});

it('takes no number whose last character is another one, in any scheme that checks it', async () => {
  for (const [header, country, cells] of CELLS) {
    const [text = ''] = cells.split(' | ');
    // Behind the digits of an NPWP that are checked stand those of an office.
    const schemes = findSchemes(header, country, true).filter(({ checks, name }) => checks && name !== 'NPWP');
    const wrong = [...'0123456789'].flatMap((digit) => (text.endsWith(digit) ? [] : [text.slice(0, -1) + digit]));
    expect(await clean((cell) => officialNumberSql(cell, schemes), wrong), `${header} ${country}`).toEqual(wrong);
  }
});

it('leaves what is no number as it stands: one digit over and over, who is anybody, another kind of number', async () => {
  const of = (header: string, country: string, ...cells: string[]) =>
    clean((text) => officialNumberSql(text, findSchemes(header, country, true)), cells);
  expect(await of('RFC', 'MEX', 'XAXX010101000')).toEqual(['XAXX010101000']);
  expect(await of('CNPJ', 'BRA', '00000000000000')).toEqual(['00000000000000']);
  expect(await of('Importer code', 'PER', 'A-17', '', '123456789')).toEqual(['A-17', '', '123456789']);
  // Abroad, only what no other number looks like is believed without its name.
  const abroad = findSchemes('exporter id', 'PER', false).map(({ word }) => word);
  expect(new Set(abroad)).toEqual(new Set(['VAT', 'LEI']));
});

it('says of each scheme where its rule is written down', () => {
  for (const { name, rule } of NUMBER_SCHEMES) expect(rule.length, name).toBeGreaterThan(20);
});
