import { useEffectEvent, useLayoutEffect, useState } from 'react';

/** What somebody typed before the application came. */
interface Typed {
  email: string;
  password: string;
  keepLoggedIn: boolean;
}

/** The sign-in form that the page itself shows until the application has come (`app/door.html`). */
let drawn = document.querySelector<HTMLFormElement>('#drawn-sign-in');

/**
 * Takes over what was typed into the drawn form, once: it has left the page by then, yet keeps its values.
 *
 * @param takeOver gets the values, whether they were sent, and whether the password had the focus
 */
export function useDrawnForm(takeOver: (typed: Typed, how: { wasSent: boolean; atPassword: boolean }) => void): void {
  const [focused] = useState(() => document.activeElement?.id);
  const onDrawn = useEffectEvent(takeOver);
  useLayoutEffect(() => {
    const form = drawn;
    drawn = null;
    if (!form) return;
    const inputs = [...form.querySelectorAll('input')];
    const [email = '', password = ''] = inputs.map(({ value }) => value);
    const keepLoggedIn = inputs.some(({ checked }) => checked);
    const wasSent = form.hasAttribute('aria-busy');
    const atPassword = focused === 'drawn-password';
    if (email || password || keepLoggedIn || wasSent || atPassword)
      onDrawn({ email, password, keepLoggedIn }, { wasSent, atPassword });
  }, [focused]);
}
