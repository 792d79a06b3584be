import { useLayoutEffect, useMemo, useReducer, useRef } from 'react';

/**
 * Draws what a scroll brings into view little by little: so many new items in a frame, those in the middle first. A jump then
 * costs several short tasks instead of one that holds up everything. What is drawn first of all is drawn at once, and so is
 * `kept`, which may be about to take the focus.
 */
export function useGradually(wanted: readonly number[], kept: number, step: number): readonly number[] {
  const drawn = useRef<ReadonlySet<number>>(new Set());
  const [turn, next] = useReducer((count: number) => count + 1, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn draws more of the same
  const now = useMemo(() => {
    const before = drawn.current;
    const fresh = wanted.filter((index) => !before.has(index));
    if (before.size === 0 || fresh.length <= step) return wanted;
    const middle = wanted[Math.floor(wanted.length / 2)] ?? 0;
    const first = fresh.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle)).slice(0, step);
    const chosen = new Set([...first, kept]);
    return wanted.filter((index) => before.has(index) || chosen.has(index));
  }, [wanted, kept, step, turn]);
  useLayoutEffect(() => {
    drawn.current = new Set(now);
    if (now.length === wanted.length) return;
    const frame = requestAnimationFrame(next);
    return () => cancelAnimationFrame(frame);
  }, [now, wanted]);
  return now;
}
