import { expect, it } from 'vitest';
import { tellingFirst } from './telling-first.js';

const TILES = 'Ceramic flags and paving, hearth or wall tiles; of a water absorption';
const CODES = [
  { code: '690721', text: `${TILES} not exceeding 0.5%` },
  { code: '690722', text: `${TILES} exceeding 0.5%, not exceeding 10%` },
  { code: '690730', text: 'Ceramic mosaic cubes' },
  { code: '090121', text: 'Coffee; roasted, not decaffeinated' },
  { code: '69072110', text: `${TILES} not exceeding 0.5%` },
  { code: '0901', text: 'Coffee, whether or not roasted' },
  { code: '0902', text: 'Tea' },
  { code: '999999', text: undefined },
];

it('begins with what tells a code from its neighbours, and leaves nothing out', () => {
  const textOf = tellingFirst(CODES);
  expect(textOf('690721')).toBe(
    'of a water absorption not exceeding 0.5% · Ceramic flags and paving, hearth or wall tiles',
  );
  expect(textOf('690722')).toMatch(/^of a water absorption exceeding 0.5%, not exceeding 10% · /);
  // Nothing stands beside these that begins alike.
  expect(textOf('690730')).toBe('Ceramic mosaic cubes');
  expect(textOf('090121')).toBe('Coffee; roasted, not decaffeinated');
  expect(textOf('0901')).toBe('Coffee, whether or not roasted');
  expect(textOf('999999')).toBeUndefined();
  for (const { code, text } of CODES) {
    const words = (of: string | undefined) => of?.match(/[\p{L}\p{N}.%]+/gu)?.sort();
    expect(words(textOf(code))).toEqual(words(text));
  }
});

it('tells the same of a text that several codes have', () => {
  const textOf = tellingFirst(CODES);
  expect(textOf('69072110')).toBe(textOf('690721'));
});
