/**
 * Draws what waits to be drawn, one thing in a frame: panels that are answered at once, and charts that come into view at once, must not
 * hold up who scrolls or types meanwhile.
 */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const waiting = new Set<() => void>();
let running = false;

function next(): void {
  const [draw] = waiting;
  if (!draw) {
    running = false;
    return;
  }
  waiting.delete(draw);
  draw();
  requestAnimationFrame(next);
}

/** @returns leaves the queue again, where it is not drawn yet */
export function drawInItsFrame(draw: () => void): () => void {
  waiting.add(draw);
  if (!running) {
    running = true;
    requestAnimationFrame(next);
  }
  return () => waiting.delete(draw);
}

/** Draws all that waits, and what that draws in turn, at once: what is printed has no further frames. */
export function drawWaiting(): void {
  while (waiting.size > 0) {
    const now = [...waiting];
    waiting.clear();
    flushSync(() => {
      for (const draw of now) draw();
    });
  }
}

/** Gives a value once its frame has come, and the one before it until then; null before the first. */
export function useInItsFrame<Value extends object>(value: Value | null): Value | null {
  const [drawn, setDrawn] = useState<Value | null>(null);
  useEffect(() => {
    if (value !== null) return drawInItsFrame(() => setDrawn(value));
  }, [value]);
  return drawn;
}
