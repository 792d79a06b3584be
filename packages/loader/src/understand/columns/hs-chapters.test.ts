/** HS codes held against the headings that there are and the goods beside them. */
import { describe, expect, it } from 'vitest';
import { understandFile } from '../understand-file.js';
import { findForeignChapters } from './lost-zeros.js';

/** Codes with the goods beside them, the first of which is the example, and how many digits are meant where it is one. */
it.each<[string, string[], number | undefined | 'none']>([
  // 3061 is no heading; 0306 is.
  ['of no heading but for a zero before', ['30617200 ', '30617200 ', '85171300 TELEPHONES'], undefined],
  // 9011 are microscopes, 0901 is coffee.
  ['of a heading of other goods than named', ['90111000 ARABICA COFFEE BEANS', '90111000 COFFEE'], 9],
  ['of a heading of these goods', ['90111000 OPTICAL MICROSCOPES', '90111000 MICROSCOPES'], 'none'],
  ['of goods in another language', ['90111000 CAFÉ VERT', '90111000 CAFÉ'], 'none'],
  ['that are rare, a misprint', ['30617200 ', '85171300 '], 'none'],
  ['where zeros are kept', [...Array(6).fill('03061720 SHRIMPS'), '30617200 ', '30617200 '], 'none'],
])('codes of other goods than stand beside them: %s', (_, lines, digits) => {
  const rows = lines.map((line) => ({ code: line.slice(0, 8), goods: line.slice(9) }));
  expect(findForeignChapters(rows)).toEqual(
    digits === 'none' ? undefined : { digits, isGuess: false, example: rows[0] },
  );
});

it('codes that stand before their goods are read of the one column that holds both', () => {
  const of = (...goods: string[]) =>
    understandFile({
      header: ['IMP DATE', 'COMMODITY', 'VALUE USD'],
      rows: Array.from({ length: 20 }, (_, at) => ['2025-03-13', goods[at % goods.length] ?? '', `${at * 3 + 100}`]),
      fileName: 'kenya imports.csv',
    }).mapping.columns;
  const from = { from: 'COMMODITY' };
  const named = of('0101 - Live horses', '8517 - Telephones', '0901 - Coffee', '6907 - Tiles');
  expect(named).toMatchObject({ hs_code: from, product_description: from });
  expect(of('2024 Saloon', '2023 Saloon', '2022 Saloon', '2021 Saloon').hs_code).toBeUndefined();
});

it('the numbers of rows are no chapters, whatever goods stand beside them', () => {
  const goods = ['LIVE ANIMALS', 'MEAT', 'FISH', 'DAIRY', 'HAIR', 'PLANTS', 'VEGETABLES', 'FRUIT', 'COFFEE', 'CEREALS'];
  for (const digits of [1, 2]) {
    const rows = goods.map((text, at) => [String(at + 1).padStart(digits, '0'), text, '09011100', '2024-03-05']);
    const { columns } = understandFile({
      header: ['Rank', 'Product', 'Code', 'Month'],
      rows,
      fileName: 'kenya imports.csv',
    });
    expect(columns[0]?.target).not.toBe('hs_code');
  }
});

describe('a file of such codes', () => {
  const file = (codes: readonly string[], answers = {}) => ({
    header: ['IMP DATE', 'HS CODE', 'DESCRIPTION', 'QTY', 'VALUE USD'],
    rows: Array.from({ length: 40 }, (_, at) => [
      ...[`2025-03-${10 + (at % 18)}`, codes[at % codes.length] ?? ''],
      ...[at % codes.length === 0 ? 'FROZEN SHRIMPS' : 'MOBILE TELEPHONES', `${at + 1}`, `${at * 3 + 1}`],
    ]),
    fileName: 'kenya imports.csv',
    ...answers,
  });

  it('is asked about, and never published in silence', () => {
    const said = '"HS CODE" names other goods than stand beside its codes, as 30617200 beside FROZEN SHRIMPS';
    const answers = ['--set "HS CODE=hs_code"', '--set "HS CODE=-"'];
    const { questions } = understandFile(file(['30617200', '85171300']));
    expect(questions).toEqual([{ text: expect.stringContaining(said), answers }]);
    expect(understandFile(file(['85171300', '85171400'])).questions).toEqual([]);
  });

  it('is loaded as it is where that is said, and with its zeros where all codes of a length have lost them', () => {
    const said = { columns: new Map([['HS CODE', 'hs_code']]), times: new Map(), constants: new Map(), notation: {} };
    expect(understandFile(file(['30617200', '85171300'], { answers: said })).questions).toEqual([]);
    const whole = understandFile(file(['30617200', '8517130000']));
    expect(whole.mapping.hsDigits).toBe(9);
    expect(whole.questions).toMatchObject([{ answers: ['--set hsDigits=9', '--set "HS CODE=hs_code"'] }]);
  });

  it('keeps codes of seven digits that have a dot behind the heading', () => {
    const dotted = understandFile(file(['9011.109', '3061.720', '9015.101']));
    expect(dotted).toMatchObject({ mapping: { hsDigits: 7 } });
    const asked = dotted.questions.map(({ text }) => text).join();
    expect(asked).not.toContain('have lost the zero that they begin with, as');
    // Decimals that were codes of eight digits end in a zero now and then.
    expect(understandFile(file(['8517.1301', '8517.131', '8517.1409'])).mapping.hsDigits).toBeUndefined();
  });
});
