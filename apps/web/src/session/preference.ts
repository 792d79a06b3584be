import { useCallback, useState } from 'react';
import { browserStorage } from './storage.js';
import { useSession } from './store.js';

/** The value in storage under a key, or undefined. */
function stored(key: string): unknown {
  try {
    return JSON.parse(browserStorage.getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
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
      browserStorage.setItem(key, JSON.stringify(value));
      setHeld({ key, value });
    },
    [key],
  );
  return [current.value, remember];
}
