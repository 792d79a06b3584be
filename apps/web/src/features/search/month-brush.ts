import { type PointerEvent, useRef, useState } from 'react';
import type { MonthSpan } from '../../search/model/month-span.js';

/** Pixels around an end of the span in which it is taken hold of. */
const GRIP = 12;

/**
 * Choosing a span of months along a strip, by mouse or finger: dragging draws one, dragging an end moves it. `span` is null
 * where nothing is chosen.
 */
export function useMonthBrush(count: number) {
  const [span, setSpan] = useState<MonthSpan | null>(null);
  /** The month that stays while the other end is dragged. */
  const anchor = useRef<number | null>(null);

  const between = (a: number, b: number) => ({ first: Math.min(a, b), last: Math.max(a, b) });

  function monthAt(event: PointerEvent<HTMLElement>): number {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const month = Math.floor(((event.clientX - left) / width) * count);
    return Math.max(0, Math.min(month, count - 1));
  }

  /** The end of the span that is not under the pointer, if the other one is. */
  function heldEnd(event: PointerEvent<HTMLElement>): number | null {
    if (!span) return null;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const isNear = (edge: number) => Math.abs(event.clientX - left - (edge / count) * width) <= GRIP;
    if (isNear(span.first)) return span.last;
    return isNear(span.last + 1) ? span.first : null;
  }

  return {
    span,
    setSpan,
    monthAt,
    dragging: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const held = heldEnd(event);
        anchor.current = held ?? monthAt(event);
        if (held === null) setSpan(between(anchor.current, anchor.current));
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (anchor.current !== null) setSpan(between(anchor.current, monthAt(event)));
      },
      onPointerUp: () => {
        anchor.current = null;
      },
      /** The finger scrolls the page instead. */
      onPointerCancel: () => {
        anchor.current = null;
        setSpan(null);
      },
    },
  };
}
