import { PortalError } from '@tidewaiter/contract';
import { useSyncExternalStore } from 'react';

/** Calls that wait for their person to show who they are. */
interface Waiting {
  goOn: () => void;
  giveUp: () => void;
}

let waiting: Waiting[] = [];
const listeners = new Set<() => void>();

function set(next: Waiting[]): void {
  waiting = next;
  for (const listener of listeners) listener();
}

/** Asks the person once more who they are. Rejects where they would not say. */
export function confirmed(): Promise<void> {
  return new Promise((resolve, reject) => {
    set([...waiting, { goOn: resolve, giveUp: () => reject(new PortalError('CONFIRM_FIRST')) }]);
  });
}

export function endConfirming(how: keyof Waiting): void {
  const ended = waiting;
  set([]);
  for (const one of ended) one[how]();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether somebody is asked. */
export const useIsAsked = (): boolean => useSyncExternalStore(subscribe, () => waiting.length > 0);
