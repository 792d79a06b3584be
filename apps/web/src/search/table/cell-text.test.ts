import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchedParts } from './cell-text.js';

/** The text with what is marked in brackets. */
const marked = (...args: Parameters<typeof matchedParts>) =>
  matchedParts(...args)
    .map(({ text, matched }) => (matched ? `[${text}]` : text))
    .join('');

describe('what matched in a cell', () => {
  it('is marked wherever it stands', () => {
    expect(marked('COTTON YARN, 100% COTTON', ['COTTON'])).toBe('[COTTON] YARN, 100% [COTTON]');
    expect(marked('Cerâmica esmaltada', ['Cerâmica', 'esmaltada'])).toBe('[Cerâmica] [esmaltada]');
  });

  it('is one mark where matches overlap or touch', () => {
    expect(marked('cotton yarn', ['cotton', 'ton yarn'])).toBe('[cotton yarn]');
    expect(marked('ricecake', ['rice', 'cake'])).toBe('[ricecake]');
    expect(marked('cotton', ['cotton', 'otto'])).toBe('[cotton]');
  });

  it('is at the beginning of a code, and nowhere else', () => {
    expect(marked('84718471', ['8471'], true)).toBe('[8471]8471');
    expect(marked('08471', ['8471'], true)).toBe('08471');
  });

  it('is nothing where the cell does not hold it', () => {
    expect(matchedParts('tea', ['coffee', ''])).toEqual([{ text: 'tea', matched: false }]);
    expect(matchedParts('', ['tea'])).toEqual([]);
  });

  it('never changes the text', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', ' '), maxLength: 30 });
    fc.assert(
      fc.property(
        text,
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀'), maxLength: 4 })),
        (cell, matched) => {
          const parts = matchedParts(cell, matched);
          expect(parts.map((part) => part.text).join('')).toBe(cell);
          const sought = matched.filter((match) => match !== '' && cell.includes(match));
          expect(parts.some((part) => part.matched)).toBe(sought.length > 0);
        },
      ),
    );
  });
});
