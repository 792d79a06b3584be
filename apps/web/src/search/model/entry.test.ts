import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EntryState, entryOf, problemsOf } from './entry.js';

/** State as the router keeps it, with keys of its own. */
const opened = (state: EntryState, link = {}) => entryOf({ __TSR_key: 'x', __TSR_index: 1, key: 'x', ...state }, link);

describe("a navigation's state", () => {
  it('opens the search that was saved where of what was saved the workspace alone is named', () => {
    for (const named of [{ workspace_id: 'w' }, { workspace_id: 'w', workspaceId: 'w' }])
      expect(opened({ search_type: 'WORKSPACE', search_id: 'a', ...named })?.address).toEqual({ search: 'a' });
  });

  it('opens a quick search by its fields, one value or several', () => {
    const address = { trade: 'IMPORT', country: ['IND'], by: 'HS_CODE', q: ['0901'] };
    expect(
      opened({ tradeType: 'IMPORT', countryCode: 'IND', searchType: 'HS_CODE', searchValue: ['0901'] }),
    ).toMatchObject({ address, problems: [] });
    const words = { countryCode: 'IND', searchType: 'PRODUCT', matchType: 'W', searchValue: 'rice' };
    expect(opened(words)?.address).toMatchObject({ by: 'PRODUCT', match: 'W', q: ['rice'] });
  });

  it('that hands nothing over opens nothing', () => {
    for (const state of [{}, { workspace_name: 'x' }, { search_id: '', countryCode: [] }, { problems: ['x'] }])
      expect(opened(state)).toBeNull();
    for (const state of [undefined, null, 7, 'x']) expect(entryOf(state, {})).toBeNull();
  });

  it('goes before the link', () => {
    expect(opened({ search_id: 'a' }, { trade: 'IMPORT', saved: 'b' })?.address).toEqual({ search: 'a' });
  });

  it('that is broken fills what it can, and the rest is named', () => {
    const state = {
      tradeType: 'IMPORT',
      countryCode: ['IND', 7],
      searchValue: { length: 1 },
      search_type: 'WORKSPACE',
    };
    expect(entryOf(state, {})).toEqual({
      address: { trade: 'IMPORT', country: ['IND'] },
      problems: ['Countries: not understood', 'Search values: not understood', 'Saved search: missing'],
    });
    expect(entryOf({ search_type: 'SIDEWAYS', search_id: 'a' }, {})).toMatchObject({
      address: {},
      problems: ['Search type “SIDEWAYS”: not understood'],
    });
    const long = entryOf({ searchValue: Array(1000).fill('tea'), searchType: 'x'.repeat(501) }, {});
    expect(long?.address).toEqual({ q: Array(100).fill('tea') });
    expect(long?.problems).toEqual(['Search by: not understood', 'Search values: not understood']);
  });

  it('says on the screen it has led to what was not understood of it, and only texts', () => {
    expect(problemsOf({ problems: ['Countries: not understood'] })).toEqual(['Countries: not understood']);
    expect(problemsOf({})).toEqual([]);
    const hostile: object = { problems: [{}, 7, ['x'], 'x'] };
    expect(problemsOf(hostile)).toEqual(['x']);
  });

  it('is read whatever it is', () => {
    const keys = fc.constantFrom('search_id', 'workspace_id', 'search_type', 'countryCode', '__proto__', 'columnKeys');
    fc.assert(
      fc.property(fc.dictionary(keys, fc.anything()), (state) => {
        const entry = entryOf(state, {});
        for (const problem of entry?.problems ?? []) expect(problem).toMatch(/: (missing|not understood)$/);
      }),
    );
  });
});

describe('a link', () => {
  it('that names a search and asks nothing itself opens it', () => {
    expect(entryOf({}, { saved: 'a', cols: 'hs_code' })).toEqual({
      address: { saved: 'a', cols: 'hs_code' },
      problems: [],
    });
    expect(entryOf({}, { search: 'a' })?.address).toEqual({ search: 'a' });
  });

  it('that asks something stands for itself', () => {
    expect(entryOf({}, { saved: 'a', trade: 'IMPORT' })).toBeNull();
    expect(entryOf({}, {})).toBeNull();
  });
});
