import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DraftRow, EMPTY_DRAFT, EMPTY_ROW, type SearchDraft } from './draft.js';

/** A tab's storage, as far as it is used here. */
let items: Map<string, string>;

beforeEach(() => {
  items = new Map();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.resetModules();
});
afterEach(() => vi.unstubAllGlobals());

async function tab() {
  const { sessionStore } = await import('../../session/store.js');
  const { keepDraft, keptDraft } = await import('./kept-draft.js');
  const signIn = (userid: number) =>
    sessionStore.begin({
      ...{ userid, uplineId: 0, loginId: 'login', sessionId: 'session', token: 'token', numberSystem: 'INDIAN' },
      ...{ mustChangePassword: false, mustAddFactor: false, operator: false },
    });
  return { signIn, signOut: () => sessionStore.clear(), keepDraft, keptDraft };
}

const row: DraftRow = { ...EMPTY_ROW, searchBy: 'PRODUCT', matchType: 'D', searchValue: ['x'], typed: 'half ty' };
const draft: SearchDraft = { ...EMPTY_DRAFT, tradeType: 'IMPORT', dateRange: '4', typed: 'co', queryBuilder: [row] };

/** A tab in which somebody has begun it. */
async function begun() {
  const opened = await tab();
  opened.signIn(7);
  opened.keepDraft(draft, EMPTY_DRAFT);
  return opened;
}

describe('a draft', () => {
  it('is there again when its person comes back to its address, half-typed text and all; nobody changes it meanwhile', async () => {
    const { signIn, signOut, keepDraft, keptDraft } = await begun();
    expect(keptDraft({ ...EMPTY_DRAFT, tradeType: 'EXPORT' })).toBeNull();
    signOut();
    expect(keptDraft(EMPTY_DRAFT)).toBeNull();
    keepDraft(EMPTY_DRAFT, EMPTY_DRAFT);
    signIn(7);
    expect(keptDraft(EMPTY_DRAFT)).toEqual(draft);
  });

  it('is not for another person, and gone once one has signed in', async () => {
    const { signIn, signOut, keptDraft } = await begun();
    signOut();
    signIn(8);
    expect(keptDraft(EMPTY_DRAFT)).toBeNull();
    expect([...items.values()].join()).not.toContain('half ty');
  });

  it('is gone once it is what the address holds: submitted, or reset', async () => {
    const { keepDraft, keptDraft } = await begun();
    keepDraft(EMPTY_DRAFT, EMPTY_DRAFT);
    expect(keptDraft(EMPTY_DRAFT)).toBeNull();
    expect([...items.values()].join()).not.toContain('half ty');
  });

  it('that somebody has meddled with is none', async () => {
    const { keptDraft } = await begun();
    for (const spoilt of ['{', '7', 'null', '{"userid":7}', '{"userid":7,"work":{"draft":{},"begunFrom":{}}}']) {
      items.set('tidewaiter.unfinished', spoilt);
      expect(keptDraft(EMPTY_DRAFT)).toBeNull();
    }
  });
});
