/** HS codes held against the headings that there are and the goods beside them. */
import { describe, expect, it } from 'vitest';
import { findForeignChapters } from './hs-chapters.js';
import { understandFile } from './understand-file.js';

const rows = (...pairs: [code: string, goods: string][]) => pairs.map(([code, goods]) => ({ code, goods }));

describe('codes of other goods than stand beside them', () => {
  it('are those that are of no heading but for the zero that they begin with', () => {
    // 3061 is no heading; 0306 is.
    const found = findForeignChapters(rows(['30617200', ''], ['30617200', ''], ['85171300', 'TELEPHONES']));
    expect(found).toEqual({ digits: undefined, example: { code: '30617200', goods: '' } });
  });

  it('and those that are of a heading, of other goods than a description in English names', () => {
    // 9011 are microscopes, 0901 is coffee.
    const coffee = rows(['90111000', 'ARABICA COFFEE BEANS'], ['90111000', 'COFFEE, NOT ROASTED']);
    expect(findForeignChapters(coffee)).toEqual({ digits: 9, example: coffee[0] });
    expect(findForeignChapters(rows(['90111000', 'OPTICAL MICROSCOPES'], ['90111000', 'MICROSCOPES']))).toBeUndefined();
    expect(findForeignChapters(rows(['90111000', 'CAFÉ VERT'], ['90111000', 'CAFÉ']))).toBeUndefined();
  });

  it('are misprints where they are rare, or where zeros are kept', () => {
    expect(findForeignChapters(rows(['30617200', ''], ['85171300', '']))).toBeUndefined();
    const kept = rows(...Array.from({ length: 6 }, (): [string, string] => ['03061720', 'SHRIMPS']));
    expect(findForeignChapters([...kept, ...rows(['30617200', ''], ['30617200', ''])])).toBeUndefined();
  });
});

describe('a file of such codes', () => {
  const file = (codes: readonly string[], answers = {}) => ({
    header: ['IMP DATE', 'HS CODE', 'DESCRIPTION', 'QTY', 'VALUE USD'],
    rows: Array.from({ length: 40 }, (_, at) => [
      `2025-03-${10 + (at % 18)}`,
      codes[at % codes.length] ?? '',
      at % codes.length === 0 ? 'FROZEN SHRIMPS' : 'MOBILE TELEPHONES',
      `${at + 1}`,
      `${at * 3 + 1}`,
    ]),
    fileName: 'kenya imports.csv',
    ...answers,
  });

  it('is asked about, and never published in silence', () => {
    const { questions } = understandFile(file(['30617200', '85171300']));
    expect(questions).toEqual([
      {
        text: expect.stringContaining(
          '"HS CODE" names other goods than stand beside its codes, as 30617200 beside FROZEN SHRIMPS',
        ),
        answers: ['--set "HS CODE=hs_code"', '--set "HS CODE=-"'],
      },
    ]);
    expect(understandFile(file(['85171300', '85171400'])).questions).toEqual([]);
  });

  it('is loaded as it is where that is said, and with its zeros where all codes of a length have lost them', () => {
    const said = { columns: new Map([['HS CODE', 'hs_code']]), constants: new Map(), notation: {} };
    expect(understandFile(file(['30617200', '85171300'], { answers: said })).questions).toEqual([]);
    const whole = understandFile(file(['30617200', '8517130000']));
    expect(whole.mapping.hsDigits).toBe(9);
    expect(whole.questions).toMatchObject([{ answers: ['--set hsDigits=9', '--set "HS CODE=hs_code"'] }]);
  });

  it('keeps codes of seven digits that have a dot behind the heading', () => {
    const dotted = understandFile(file(['9011.109', '3061.720', '9015.101']));
    expect(dotted).toMatchObject({ mapping: { hsDigits: 7 } });
    expect(dotted.questions.map(({ text }) => text).join()).not.toContain(
      'have lost the zero that they begin with, as',
    );
    // Decimals that were codes of eight digits end in a zero now and then.
    expect(understandFile(file(['8517.1301', '8517.131', '8517.1409'])).mapping.hsDigits).toBeUndefined();
  });
});
