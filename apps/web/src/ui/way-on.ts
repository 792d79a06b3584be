import type { MouseEvent } from 'react';

/** How a screen leads on that needs no session: it is shown by the router, and, before there is one, without. */
export interface Way {
  go: (address: string, how?: { replace: boolean }) => void | Promise<void>;
  /** Fetches what draws an address, since somebody is about to go there. */
  prepare: (address: string) => void;
}

/** How the sign-in screen leads on. */
export interface WayOn extends Way {
  /** The address that somebody was heading for, as it was read. */
  from: unknown;
}

/** Opened here, not in another tab or window. */
const isFollowedHere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** What makes an anchor a link to one of the application's screens. */
export function linkTo(address: string, { go, prepare }: Way) {
  const soon = () => prepare(address);
  return {
    href: address,
    onClick: (event: MouseEvent) => {
      if (!isFollowedHere(event)) return;
      event.preventDefault();
      void go(address);
    },
    onFocus: soon,
    onPointerEnter: soon,
  };
}
