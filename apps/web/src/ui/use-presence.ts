import { type FocusEvent, type PointerEvent, useState } from 'react';

/**
 * Tells that somebody is at an element: with the mouse, or with the focus of the keyboard. A finger leaves with every tap, so it
 * counts by the focus that it gives.
 */
export function usePresence(onLeave?: () => void) {
  const [staying, setStaying] = useState(false);
  const leave = () => {
    setStaying(false);
    onLeave?.();
  };
  return {
    staying,
    within: {
      onPointerEnter: ({ pointerType }: PointerEvent<HTMLElement>) => {
        if (pointerType === 'mouse') setStaying(true);
      },
      onFocus: () => setStaying(true),
      onPointerLeave: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
        if (pointerType === 'mouse' && !currentTarget.matches(':has(:focus-visible)')) leave();
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) leave();
      },
    },
  };
}
