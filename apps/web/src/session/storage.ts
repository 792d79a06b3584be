/**
 * What this browser keeps for the portal, in this tab and in all of them. One that is told to keep nothing of a site, or has no room left, throws: this
 * page then keeps it, until it is left. Nobody else reads or writes the browser's storage, which the lint rule says.
 */
function storage(name: 'localStorage' | 'sessionStorage') {
  const held = new Map<string, string>();
  return {
    getItem(key: string): string | null {
      try {
        return held.get(key) ?? globalThis[name].getItem(key);
      } catch {
        return null;
      }
    },

    setItem(key: string, value: string): void {
      held.delete(key);
      try {
        globalThis[name].setItem(key, value);
      } catch {
        held.set(key, value);
      }
    },

    removeItem(key: string): void {
      held.delete(key);
      try {
        globalThis[name].removeItem(key);
      } catch {
        // There is nothing then.
      }
    },
  };
}

export const tabStorage = storage('sessionStorage');
export const browserStorage = storage('localStorage');

/** Tells whether a sign-in would end with this page: the browser is told to keep no cookies, or nothing at all. */
export function keepsNothing(): boolean {
  try {
    return !navigator.cookieEnabled || !globalThis.localStorage || !globalThis.sessionStorage;
  } catch {
    return true;
  }
}
