import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHOWN, shownValues } from './shown-values.js';

const list = Array.from({ length: 20 }, (_, index) => ({ value: `v${index}`, records: 20 - index }));
const names = (first: string[], ticked: string[]) => shownValues(list, first, ticked).map(({ value }) => value);

describe('the values that a facet shows', () => {
  it('are the first of the list', () => {
    expect(names([], [])).toEqual(['v0', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6']);
  });

  it('have what is ticked in its place, and then on top', () => {
    expect(names([], ['v3'])).toEqual(['v0', 'v1', 'v2', 'v3', 'v4', 'v5', 'v6']);
    expect(names(['v3'], ['v3'])).toEqual(['v3', 'v0', 'v1', 'v2', 'v4', 'v5', 'v6']);
  });

  it('keep one that is ticked far down, and one that the list does not reach', () => {
    expect(names([], ['v15', 'x'])).toEqual(['v0', 'v1', 'v2', 'v3', 'v4', 'v15', 'x']);
    expect(shownValues(list, ['x'], ['x'])[0]).toEqual({ value: 'x' });
  });

  it('always have some beside those that are ticked', () => {
    const many = list.slice(0, 9).map(({ value }) => value);
    expect(names(many, many)).toEqual([...many, 'v9', 'v10', 'v11']);
  });

  it('are as many on top as in their places, each once', () => {
    const ticks = fc.uniqueArray(fc.constantFrom(...list.map(({ value }) => value), 'x', 'y'), { maxLength: 12 });
    fc.assert(
      fc.property(ticks, (ticked) => {
        const [inPlace, onTop] = [names([], ticked), names(ticked, ticked)];
        expect(onTop.length).toBe(inPlace.length);
        expect(inPlace.length).toBeGreaterThanOrEqual(SHOWN);
        for (const shown of [inPlace, onTop]) {
          expect(new Set(shown).size).toBe(shown.length);
          expect(shown).toEqual(expect.arrayContaining(ticked));
        }
      }),
    );
  });
});
