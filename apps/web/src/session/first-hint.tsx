import type { ReactNode } from 'react';
import { usePreference } from './preference.js';

interface FirstHintProps {
  /** What this browser remembers it under, once it is understood. */
  name: string;
  children: ReactNode;
}

/** Says what a screen can do to who is new to it, until they say that they know. */
export function FirstHint({ name, children }: FirstHintProps) {
  const [known, remember] = usePreference(`hint.${name}`, (stored) => stored === true);
  if (known) return null;
  function dismiss() {
    remember(true);
    // The button goes, and would take the focus with it.
    document.getElementById('main')?.focus({ preventScroll: true });
  }
  return (
    <p className="soft small not-printed">
      {children}{' '}
      <button type="button" className="linkButton" onClick={dismiss}>
        Got it
      </button>
    </p>
  );
}
