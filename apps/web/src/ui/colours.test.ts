import { expect, test } from 'vitest';
import { defaultPaint, restPaint, shades } from './colours.js';

test('a series has the colour of SPEC 2 at half, whatever the scheme', () => {
  expect(defaultPaint(false).fill).toBe('rgba(53,162,235,0.5)');
  expect(defaultPaint(true).fill).toBe('rgba(53,162,235,0.5)');
  expect(restPaint(false).fill).not.toBe(defaultPaint(false).fill);
});

test('parts of a whole are shades of one hue, each weaker than the one before', () => {
  const fills = shades(10, false).map(({ fill }) => fill.replace(/[\d.]+\)$/, '…)'));
  expect(new Set(fills)).toEqual(new Set(['rgba(53,162,235,…)']));
  const alphas = shades(10, false).map(({ fill }) => Number(/([\d.]+)\)$/.exec(fill)?.[1]));
  expect(alphas).toEqual(alphas.toSorted((a, b) => b - a));
  expect(new Set(alphas).size).toBe(10);
  expect(shades(1, false)).toHaveLength(1);
});
