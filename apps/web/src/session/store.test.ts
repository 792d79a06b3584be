import type { SignedIn } from '@tidewaiter/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SESSION } from '../../testing/answers.js';

/** A browser's storage, as far as the store asks of it. */
class Shelf {
  readonly items = new Map<string, string>();
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
}

let browser: Shelf;

function openPage() {
  vi.resetModules();
  return import('./store.js');
}

/** The store of a tab as it is just loaded; a tab that is loaded again brings its own storage. */
async function openTab(tab = new Shelf()) {
  vi.stubGlobal('sessionStorage', tab);
  const { hasSession, sessionStore } = await openPage();
  return {
    ...sessionStore,
    /** Each tab sees its own storage at every call. */
    as<Result>(act: (store: typeof sessionStore) => Result): Result {
      vi.stubGlobal('sessionStorage', tab);
      return act(sessionStore);
    },
    hasSession,
    items: tab.items,
    reload: () => openTab(tab),
  };
}

const answer = (sessionId: string): SignedIn => ({
  ...SESSION,
  ...{ firstname: 'Ada', companyName: 'Analytical Engines', sessionId },
  ...{ loginId: `login-${sessionId}`, token: `token-${sessionId}` },
});

beforeEach(() => {
  browser = new Shelf();
  vi.stubGlobal('localStorage', browser);
});
afterEach(() => vi.unstubAllGlobals());

describe('a session', () => {
  it('begins with an answer whose token stays in its tab', async () => {
    const tab = await openTab();
    expect(tab.hasSession()).toBe(false);
    tab.begin(answer('one'));
    expect(tab.hasSession()).toBe(true);
    expect(tab.token()).toBe('token-one');
    expect(tab.state()).toMatchObject({ user: { loginId: 'login-one' }, ended: false, notice: null });
    expect(JSON.stringify([...browser.items, tab.state()])).not.toContain('token-one');
  });

  it('outlives a reload of its tab', async () => {
    const tab = await openTab();
    tab.begin(answer('one'));
    const reloaded = await tab.reload();
    expect(reloaded.hasSession()).toBe(true);
    expect(reloaded.state().user).toMatchObject({ userid: 7, uplineId: 0, loginId: 'login-one', sessionId: 'one' });
  });

  it('remembers how its person writes numbers, and believes nothing else that stands there', async () => {
    const tab = await openTab();
    tab.begin(answer('one'));
    tab.as((store) => store.writeNumbers('INTERNATIONAL'));
    const reloaded = await tab.reload();
    expect(reloaded.state().user?.numberSystem).toBe('INTERNATIONAL');
    const [[key = ''] = []] = [...browser.items].filter(([, value]) => value.includes('INTERNATIONAL'));
    browser.setItem(key, (browser.getItem(key) ?? '').replace('INTERNATIONAL', 'ROMAN'));
    expect((await tab.reload()).state().user?.numberSystem).toBeNull();
  });

  it('keeps nothing of its person but ids, not of one that was edited in either', async () => {
    const tab = await openTab();
    tab.begin(answer('one'));
    const personal = /Ada|Last|company\.example|Analytical/;
    expect(JSON.stringify([...browser.items, ...tab.items])).not.toMatch(personal);
    browser.setItem('tidewaiter.user', JSON.stringify(answer('one')));
    expect(JSON.stringify((await tab.reload()).state())).not.toMatch(personal);
  });

  it('is renewed with another token, for the same person with a password of their own', async () => {
    const tab = await openTab();
    tab.renew({ loginId: 'x', sessionId: 'x', token: 'x' });
    expect(tab.state().user).toBeNull();
    tab.begin({ ...answer('one'), mustChangePassword: true });
    expect((await tab.reload()).state().user?.mustChangePassword).toBe(true);
    const other = await openTab();
    other.begin({ ...answer('one'), mustChangePassword: true });
    tab.as((store) => store.renew({ loginId: 'login-two', sessionId: 'two', token: 'token-two' }));
    expect(tab.state().user).toEqual({
      ...{ userid: 7, uplineId: 0, loginId: 'login-two', sessionId: 'two' },
      ...{ mustChangePassword: false, mustAddFactor: false, operator: false },
      numberSystem: 'INDIAN',
    });
    expect(tab.as((store) => store.token())).toBe('token-two');
    // A call that left before is sent again with it; one that never was this tab's is not.
    expect(tab.as((store) => store.renewedToken('token-one'))).toBe('token-two');
    for (const sent of ['token-two', 'made up', null]) {
      expect(tab.as((store) => store.renewedToken(sent))).toBeNull();
    }
    // The other tab learns that its session has ended, and may take up the new one.
    other.as((store) => store.expire());
    expect(tab.as(() => tab.hasSession())).toBe(true);
    expect(other.as((store) => store.mayRestore())).toBe(true);
    tab.as((store) => store.begin(answer('three')));
    expect(tab.as((store) => store.renewedToken('token-one'))).toBeNull();
  });

  it('is over in every tab once one has cleared it', async () => {
    const tab = await openTab();
    tab.begin(answer('one'));
    const other = await openTab();
    other.begin(answer('one'));
    other.clear('LogOut Successful');
    expect(other.state()).toEqual({ user: null, ended: false, notice: 'LogOut Successful' });
    expect(browser.items.size).toBe(0);
    expect(tab.as(() => tab.hasSession())).toBe(false);
  });

  it('that the server ended loses its token at once and its person when they have read why', async () => {
    const tab = await openTab();
    const told = vi.fn();
    tab.begin(answer('one'));
    tab.subscribe(told);
    tab.expire();
    tab.expire();
    expect(told).toHaveBeenCalledTimes(1);
    expect(tab.state()).toMatchObject({ user: { sessionId: 'one' }, ended: true });
    expect(tab.token()).toBeNull();
    expect(tab.hasSession()).toBe(false);
    expect(tab.mayRestore()).toBe(false);
    tab.clear();
    expect(tab.state().user).toBeNull();
  });

  it('lasts as long as its page where the browser keeps nothing', async () => {
    for (const name of ['localStorage', 'sessionStorage'] as const)
      Object.defineProperty(globalThis, name, {
        configurable: true,
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    const tab = await openPage();
    expect([tab.hasSession(), tab.sessionStore.mayRestore()]).toEqual([false, false]);
    tab.sessionStore.begin(answer('one'));
    expect([tab.hasSession(), tab.sessionStore.token()]).toEqual([true, 'token-one']);
    expect((await openPage()).hasSession()).toBe(false);
    tab.sessionStore.clear();
    expect([tab.hasSession(), tab.sessionStore.token()]).toEqual([false, null]);
  });

  it('that ends leaves alone a newer one that another tab has begun', async () => {
    const old = await openTab();
    old.begin(answer('old'));
    const other = await openTab();
    other.begin(answer('new'));
    old.as((store) => store.expire());
    old.as((store) => store.clear());
    expect(old.as((store) => store.token())).toBeNull();
    expect(other.as(() => other.hasSession())).toBe(true);
    expect((await other.reload()).state().user?.sessionId).toBe('new');
  });

  it('is not mixed from the token of one and the person of another', async () => {
    const old = await openTab();
    old.begin(answer('old'));
    (await openTab()).begin(answer('new'));
    const reloaded = await old.reload();
    expect(reloaded.hasSession()).toBe(false);
    expect(reloaded.mayRestore()).toBe(true);
  });

  it('that opened nothing is forgotten, so that it is not asked for again', async () => {
    (await openTab()).begin(answer('one'));
    const other = await openTab();
    other.clear();
    expect(other.mayRestore()).toBe(false);
  });

  it.each(['', '{', 'null', '"Ada"', '[]', '{"loginId":"x"}'])(
    'is none when its person was edited to %j',
    async (user) => {
      const tab = await openTab();
      tab.begin(answer('one'));
      browser.setItem('tidewaiter.user', user);
      expect((await tab.reload()).hasSession()).toBe(false);
    },
  );

  it('tells those who listen, until they stop', async () => {
    const tab = await openTab();
    const told = vi.fn();
    const stop = tab.subscribe(told);
    tab.begin(answer('one'));
    stop();
    tab.clear();
    expect(told).toHaveBeenCalledTimes(1);
  });
});
