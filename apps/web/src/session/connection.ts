import { useSyncExternalStore } from 'react';

/** Between two questions to a portal that does not answer, in milliseconds. */
const ASK_AGAIN_MS = 3000;

/**
 * Knows whether there is a connection to the portal. One call without an answer proves nothing: the portal is asked, and only one that does
 * not answer that either is lost. It is then asked until it answers again.
 *
 * @param answers asks the portal; true when it answers, whatever it says
 */
export function watchConnection(
  answers: () => Promise<boolean>,
  pause: () => Promise<unknown> = () => new Promise((after) => setTimeout(after, ASK_AGAIN_MS)),
) {
  let lost = false;
  let asking: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  function set(now: boolean) {
    if (lost === now) return;
    lost = now;
    for (const listener of listeners) listener();
  }

  async function ask() {
    while (!(await answers())) {
      set(true);
      await pause();
    }
    asking = null;
    set(false);
  }

  return {
    isLost: () => lost,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },

    /** Something had no answer. Resolves once the portal answers. */
    doubt(): Promise<void> {
      asking ??= ask();
      return asking;
    },
  };
}

export type Connection = ReturnType<typeof watchConnection>;

export function useIsLost({ subscribe, isLost }: Connection): boolean {
  return useSyncExternalStore(subscribe, isLost);
}
