import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { PORTAL } from '../engine/engine.js';
import { type InexactWord, TokenDictionary } from './token-dictionary.js';

/** Of pages of words, with how many records have each. */
function dictionaryOf(...pages: (Record<string, number> | (readonly [string, number])[])[]): TokenDictionary {
  const dictionary = new TokenDictionary();
  for (const page of pages) dictionary.add(Array.isArray(page) ? page : Object.entries(page));
  return dictionary;
}

/** A thousand words and one, which begin alike. */
const MANY = Array.from({ length: 1001 }, (_, no): [string, number] => [`a${no}`, 1]);

const within = (letters: string) => ({ letters, opens: false, closes: false });

describe('a dictionary of words', () => {
  const dictionary = dictionaryOf(
    { iron: 40, ironing: 5, pigiron: 3 },
    {},
    { stahl: 7, stahlrör: 1, tititi: 2, железо: 9 },
  );

  it('finds every word that a part stands for, once, with the records of all; or begins or ends with it', () => {
    expect(dictionary.size).toBe(7);
    expect(dictionary.tokensWith(within('iron'))).toEqual({ tokens: ['iron', 'ironing', 'pigiron'], records: 48 });
    expect(dictionary.tokensWith(within('ti'))).toEqual({ tokens: ['tititi'], records: 2 });
    expect(dictionary.tokensWith(within('stahl'))).toEqual({ tokens: ['stahl', 'stahlrör'], records: 8 });
    expect(dictionary.tokensWith(within('н'))).toEqual({ tokens: [], records: 0 });
    const words = (opens: boolean, closes: boolean) =>
      dictionary.tokensWith({ letters: 'iron', opens, closes })?.tokens;
    expect(words(true, false)).toEqual(['iron', 'ironing']);
    expect(words(false, true)).toEqual(['iron', 'pigiron']);
    expect(words(true, true)).toEqual(['iron']);
  });

  it('finds words by themselves, also where a sign that is none of ASCII stands beside them', () => {
    const words = dictionaryOf({ led灯: 4, textile: 3, tile: 40, tiles: 5 }, { xtile: 1, '“tiles': 7, 铁tiles: 2 });
    expect(words.tokensOf(['tile', 'tiles'])).toEqual({ tokens: ['tile', 'tiles', '“tiles', '铁tiles'], records: 54 });
    expect(words.tokensOf(['led']).tokens).toEqual(['led灯']);
    expect(words.tokensOf(['til', 'tilex'])).toEqual({ tokens: [], records: 0 });
    expect(new TokenDictionary().tokensOf(['tile']).tokens).toEqual([]);
  });

  it.each([
    ['accents alone', ['', '\n']],
    ['what stands nowhere', ['\u0301', 'x\n', '\nx', '\n\n', 'iron\n\nironing']],
  ])('ends whatever is looked for: %s', async (_, needles) => {
    const mixed = dictionaryOf({ led灯: 4 }, { iron: 1, ironing: 1 });
    const every = (letters: string) => (letters.trim() === '' && letters !== '\n\n' ? 3 : 0);
    const work = () => {
      for (const letters of needles) {
        expect(mixed.tokensWith(within(letters))?.tokens).toHaveLength(every(letters));
        expect(mixed.tokensOf([letters])).toEqual({ tokens: [], records: 0 });
        mixed.lookFor({ said: letters, parts: [letters], accepts: () => true }, { asker: PORTAL });
      }
    };
    // What never ends is broken off.
    runInNewContext('work()', { work }, { timeout: 20_000 });
    // What takes longer than a turn is looked for in several.
    for (const letters of needles)
      await expect.poll(() => mixed.accepted(letters)?.tokens).toHaveLength(every(letters));
  });

  it('says nothing of a part of too many words', () => {
    expect(dictionaryOf(MANY).tokensWith(within('a'))).toBeUndefined();
    expect(dictionaryOf(MANY.slice(1)).tokensWith(within('a'))).toMatchObject({ records: 1000 });
    expect(dictionaryOf(MANY).tokensWith(within('zz'))).toEqual({ tokens: [], records: 0 });
  });
});

describe('an inexact word', () => {
  const of = (account: string) => ({ asker: { account, person: account } });
  const begins = (letters: string): InexactWord => ({
    ...{ said: `${letters}*`, parts: [letters] },
    accepts: (word) => word.startsWith(letters),
  });

  it('stands for the tokens in which a word is accepted, once they have been looked for', async () => {
    const dictionary = dictionaryOf({ textile: 1, tile: 4, tiles: 2, '“tiles': 1, 铁tiles: 1 });
    expect(dictionary.accepted('tile*')).toBeUndefined();
    await dictionary.lookFor(begins('tile'), { asker: PORTAL });
    expect(dictionary.accepted('tile*')).toEqual({ tokens: ['tile', 'tiles', '“tiles'] });
  });

  it('is too many where it stands for more than can be said', async () => {
    const [of1001, of1000] = [dictionaryOf(MANY), dictionaryOf(MANY.slice(1))];
    for (const dictionary of [of1001, of1000]) await dictionary.lookFor(begins('a'), { asker: PORTAL });
    expect(of1001.accepted('a*')).toEqual({ tokens: undefined });
    expect(of1000.accepted('a*')?.tokens).toHaveLength(1000);
  });

  const WORDS = 50_000;
  const large = () =>
    dictionaryOf(Array.from({ length: WORDS }, (_, no): [string, number] => [`x${String(no).padStart(6, '0')}`, 1]));

  /** A word that might be any of a dictionary, and is none; it says how many it was asked about. */
  function unlikely(each: (asked: number) => void = () => {}) {
    const asked = { times: 0 };
    const accepts = () => {
      asked.times += 1;
      each(asked.times);
      return false;
    };
    return { asked, word: { said: 'x?y', parts: ['x'], accepts } satisfies InexactWord };
  }

  it('is looked for in turns with others, a few thousand words at a time', async () => {
    // Longer than a slice, in every page.
    const { asked, word } = unlikely((times) => {
      if (times % 1000 === 0) for (const until = performance.now() + 3; performance.now() < until; );
    });
    const between: number[] = [];
    let isDone = false;
    let before = 0;
    const turn = () => {
      between.push(asked.times - before);
      before = asked.times;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    await large().lookFor(word, { asker: PORTAL });
    isDone = true;
    expect(asked.times).toBe(WORDS);
    expect(Math.max(...between)).toBeLessThanOrEqual(4096);
  });

  it('is looked for once, by whoever looks for it, also when the first of them gives up', async () => {
    const dictionary = large();
    const gone = new AbortController();
    const { asked, word } = unlikely((times) => {
      for (const until = performance.now() + 0.005; performance.now() < until; );
      if (times === WORDS / 2) gone.abort(new Error('gone'));
    });
    const first = dictionary.lookFor(word, { ...of('first'), signal: gone.signal });
    const second = dictionary.lookFor(word, of('second'));
    await expect(first).rejects.toThrow('gone');
    expect(dictionary.accepted(word.said)).toBeUndefined();
    await second;
    expect(dictionary.accepted(word.said)).toEqual({ tokens: [] });
    expect(asked.times).toBe(WORDS);
  });
});
