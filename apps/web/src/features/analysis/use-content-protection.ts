import { useEffect } from 'react';

/** Where the page says that the operator has lifted the protection; it says nothing otherwise. */
const LIFTED = 'meta[name="tidewaiter-content-protection"][content="off"]';

/** The keys of developer tools (SPEC 2). */
function isToolKey({ key, ctrlKey, shiftKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'shiftKey'>): boolean {
  const letter = key.toLowerCase();
  if (key === 'F12') return true;
  return ctrlKey && (shiftKey ? ['i', 'j', 'c'].includes(letter) : letter === 'u');
}

/**
 * A menu that the keyboard opened, or that belongs to what somebody types into, is theirs: the protection is against pointers alone. (Menus of
 * pointers and fingers name what opened them; those of keys do not.)
 */
function isPointersMenu(event: Pick<MouseEvent, 'button' | 'target'> & { pointerType?: string }): boolean {
  const field = event.target instanceof Element && event.target.closest('input, textarea');
  return !field && (event.button === 2 || Boolean(event.pointerType));
}

/**
 * Keeps the page's content from being taken by hand for as long as a screen stands (SPEC 2): no context menu, no keys of developer tools, no
 * selection of text. It stands in nobody's way who works by keyboard or listens: nothing is hidden from them, and whatever they type into
 * stays theirs.
 */
export function useContentProtection(): void {
  useEffect(() => {
    if (document.querySelector(LIFTED)) return;
    const onMenu = (event: MouseEvent) => {
      if (isPointersMenu(event)) event.preventDefault();
    };
    const onKey = (event: KeyboardEvent) => {
      if (isToolKey(event)) event.preventDefault();
    };
    const root = document.documentElement;
    // Dialogs stand outside of the screen: the style sheet goes by the page.
    root.toggleAttribute('data-protected', true);
    document.addEventListener('contextmenu', onMenu);
    document.addEventListener('keydown', onKey);
    return () => {
      root.toggleAttribute('data-protected', false);
      document.removeEventListener('contextmenu', onMenu);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
}
