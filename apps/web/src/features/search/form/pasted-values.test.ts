import { describe, expect, it } from 'vitest';
import { pastedValues } from './pasted-values.js';

describe('a pasted text', () => {
  it('of one line stays one value, commas and all', () => {
    for (const text of ['Acme Ltd, Pune', 'cotton\r\n', '\n cotton', '']) expect(pastedValues(text)).toBeNull();
  });

  it('of several lines or cells is as many values', () => {
    expect(pastedValues('8471\r\n8517\r\n')).toEqual(['8471', '8517']);
    expect(pastedValues('Acme\tBasalt\n\n \nCobalt')).toEqual(['Acme', 'Basalt', 'Cobalt']);
  });
});
