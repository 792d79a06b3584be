import { useLayoutEffect, useRef } from 'react';

/** A list that stays the same array while its items are the same: whoever is drawn from it is drawn again only for another. */
export function useSteadyList<T>(list: readonly T[], isSame: (a: T, b: T) => boolean): readonly T[] {
  const held = useRef(list);
  const before = held.current;
  const steady =
    before.length === list.length && list.every((item, index) => isSame(item, before[index] as T)) ? before : list;
  useLayoutEffect(() => {
    held.current = steady;
  }, [steady]);
  return steady;
}
