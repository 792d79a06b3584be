import { describe, expect, it } from 'vitest';
import { TokenDictionary } from './token-dictionary.js';

function dictionaryOf(...pages: (readonly (readonly [string, number])[])[]): TokenDictionary {
  const dictionary = new TokenDictionary();
  for (const page of pages) dictionary.add(page);
  return dictionary;
}

const within = (letters: string) => ({ letters, opens: false, closes: false });

describe('a dictionary of words', () => {
  const dictionary = dictionaryOf(
    [
      ['iron', 40],
      ['ironing', 5],
      ['pigiron', 3],
    ],
    [],
    [
      ['stahl', 7],
      ['stahlrör', 1],
      ['tititi', 2],
      ['железо', 9],
    ],
  );

  it('finds every word that a part stands for, once, with the records of all', () => {
    expect(dictionary.size).toBe(7);
    expect(dictionary.tokensWith(within('iron'))).toEqual({ tokens: ['iron', 'ironing', 'pigiron'], records: 48 });
    expect(dictionary.tokensWith(within('ti'))).toEqual({ tokens: ['tititi'], records: 2 });
    expect(dictionary.tokensWith(within('stahl'))).toEqual({ tokens: ['stahl', 'stahlrör'], records: 8 });
    expect(dictionary.tokensWith(within('н'))).toEqual({ tokens: [], records: 0 });
  });

  it('tells words that begin or end with a part from those that have it anywhere', () => {
    const words = (opens: boolean, closes: boolean) =>
      dictionary.tokensWith({ letters: 'iron', opens, closes })?.tokens;
    expect(words(true, false)).toEqual(['iron', 'ironing']);
    expect(words(false, true)).toEqual(['iron', 'pigiron']);
    expect(words(true, true)).toEqual(['iron']);
  });

  it('finds words by themselves, also where a sign that is none of ASCII stands beside them', () => {
    const words = dictionaryOf(
      [
        ['led灯', 4],
        ['tile', 40],
        ['tiles', 5],
        ['textile', 3],
      ].toSorted() as [string, number][],
      [
        ['xtile', 1],
        ['“tiles', 7],
        ['铁tiles', 2],
      ],
    );
    expect(words.tokensOf(['tile', 'tiles'])).toEqual({ tokens: ['tile', 'tiles', '“tiles', '铁tiles'], records: 54 });
    expect(words.tokensOf(['led']).tokens).toEqual(['led灯']);
    expect(words.tokensOf(['til', 'tilex'])).toEqual({ tokens: [], records: 0 });
    expect(new TokenDictionary().tokensOf(['tile']).tokens).toEqual([]);
  });

  it('says nothing of a part of too many words', () => {
    const many = Array.from({ length: 1001 }, (_, no) => [`a${no}`, 1] as const);
    expect(dictionaryOf(many).tokensWith(within('a'))).toBeUndefined();
    expect(dictionaryOf(many.slice(1)).tokensWith(within('a'))).toMatchObject({ records: 1000 });
    expect(dictionaryOf(many).tokensWith(within('zz'))).toEqual({ tokens: [], records: 0 });
  });
});
