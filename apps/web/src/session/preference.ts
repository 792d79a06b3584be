import { useCallback, useState } from 'react';
import { useSession } from './store.js';

/** The value in storage under a key, or undefined. */
function stored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage that is full or blocked remembers nothing; this tab still knows.
  }
}

/**
 * A setting that this browser remembers for whoever is signed in, under a name. Storage is anybody's to edit: `read` makes a value of
 * whatever stands there.
 */
export function usePreference<T>(name: string, read: (stored: unknown) => T): [T, (value: T) => void] {
  const { user } = useSession();
  const key = `tidewaiter.${name}.${user?.userid ?? 0}`;
  const [held, setHeld] = useState(() => ({ key, value: read(stored(key)) }));
  let current = held;
  if (held.key !== key) {
    current = { key, value: read(stored(key)) };
    setHeld(current);
  }
  const remember = useCallback(
    (value: T) => {
      store(key, value);
      setHeld({ key, value });
    },
    [key],
  );
  return [current.value, remember];
}
