import { describe, expect, it } from 'vitest';
import { type DraftCondition, EMPTY_ROW } from './draft.js';
import { added, picked, searchedBy, typedTaken, without } from './draft-condition.js';

const ten = Array.from({ length: 10 }, (_, index) => `value ${index}`);

function condition(changes: Partial<DraftCondition>): DraftCondition {
  const { relation: _, ...empty } = EMPTY_ROW;
  return { ...empty, searchBy: 'IMPORTER', matchType: 'L', ...changes };
}

describe('a field that is chosen to search by', () => {
  it('sets the match type: C for a product, L for any other', () => {
    const matchOf = (searchBy: Parameters<typeof searchedBy>[1]) => searchedBy(condition({}), searchBy).matchType;
    expect(matchOf('PRODUCT')).toBe('C');
    for (const other of ['HS_CODE', 'IMPORTER', 'EXPORTER'] as const) expect(matchOf(other)).toBe('L');
  });

  it('takes the values that stand as its own, and no pick of another field', () => {
    const before = condition({ searchValue: ['84.71', '8471', 'Acme'], pickedValue: ['Acme'] });
    expect(searchedBy(before, 'HS_CODE')).toMatchObject({ searchValue: ['8471', 'Acme'], pickedValue: [] });
  });
});

describe('typed text', () => {
  it('becomes a value, cleaned and once', () => {
    const before = condition({ searchBy: 'HS_CODE', searchValue: ['8517'], typed: ' 84.71 ' });
    expect(typedTaken(before)).toEqual({ searchValue: ['8517', '8471'], typed: '' });
    expect(typedTaken({ ...before, typed: '8517' })).toEqual({ searchValue: ['8517'], typed: '' });
    expect(typedTaken({ ...before, typed: '  ' })).toEqual({ searchValue: ['8517'], typed: '' });
  });

  it('stays typed where ten values stand already', () => {
    expect(typedTaken(condition({ searchValue: ten, typed: 'more' }))).toEqual({});
  });

  it('is no pick, even when a suggestion reads the same', () => {
    expect(typedTaken(condition({ typed: 'Acme' }))).not.toHaveProperty('pickedValue');
  });
});

describe('a suggestion', () => {
  it('of a party is a value that is known to be picked, in the place of the typed text', () => {
    const after = picked(condition({ typed: 'ac' }), { value: 'Acme', key: 'ACME' });
    expect(after).toEqual({ searchValue: ['Acme'], pickedValue: ['Acme'], typed: '' });
  });

  it('of anything else is a value like a typed one', () => {
    expect(picked(condition({ searchBy: 'HS_CODE', typed: '84' }), { value: '847130' })).toEqual({
      searchValue: ['847130'],
      pickedValue: [],
      typed: '',
    });
  });

  it('makes a pick of a value that stands typed already', () => {
    const after = picked(condition({ searchValue: ['Acme'], typed: 'acm' }), { value: 'Acme', key: 'ACME' });
    expect(after).toMatchObject({ searchValue: ['Acme'], pickedValue: ['Acme'] });
  });

  it('finds no room among ten values', () => {
    expect(picked(condition({ searchValue: ten, typed: 'ac' }), { value: 'Acme', key: 'ACME' })).toEqual({});
  });
});

describe('values', () => {
  it('that are taken out take their pick along', () => {
    const before = condition({ searchValue: ['Acme', 'Basalt'], pickedValue: ['Acme', 'Basalt'] });
    expect(without(before, 'Acme')).toEqual({ searchValue: ['Basalt'], pickedValue: ['Basalt'] });
  });

  it('that are added fill the room there is, the rest counted; repeated ones need none', () => {
    expect(added(condition({ searchValue: ['a1'] }), ['a2', ' a1 ', '', 'a2'])).toEqual({
      searchValue: ['a1', 'a2'],
      leftOut: 0,
    });
    const many = Array.from({ length: 10_000 }, (_, index) => `pasted ${index}`);
    const after = added(condition({ searchValue: ten.slice(0, 8) }), many);
    expect(after.searchValue).toEqual([...ten.slice(0, 8), 'pasted 0', 'pasted 1']);
    expect(after.leftOut).toBe(9_998);
  });
});
