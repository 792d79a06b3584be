import { expect, it } from 'vitest';
import { defaultPaint, paintAt, withPlaces } from './colours.js';

it("the default is the specification's", () => {
  expect(defaultPaint(false).fill).toBe('rgba(53,162,235,0.5)');
  expect(paintAt(0, true).fill).toBe('rgba(53,162,235,0.5)');
});

it('a value keeps its colour in whatever company', () => {
  const first = withPlaces(new Map(), ['India', 'Vietnam', 'Mexico']);
  expect([...first]).toEqual([
    ['India', 0],
    ['Vietnam', 1],
    ['Mexico', 2],
  ]);
  expect([...withPlaces(first, ['Chile', 'Mexico'])]).toEqual([
    ['Mexico', 2],
    ['Chile', 0],
  ]);
});

it('no two values that are shown together have the same', () => {
  const known = new Map([
    ['India', 4],
    ['Vietnam', 4],
  ]);
  const ten = Array.from({ length: 8 }, (_, index) => `Port ${index}`);
  const places = withPlaces(known, ['India', 'Vietnam', ...ten]);
  expect(places.get('India')).toBe(4);
  expect(new Set(places.values()).size).toBe(10);
});
