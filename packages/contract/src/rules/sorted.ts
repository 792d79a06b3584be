/**
 * Where in a sorted list something begins, found by halves.
 *
 * @param count of its items
 * @param isBefore whether the item at an index lies before what is sought: true for some first ones, false for the rest
 * @param from the first index that it may be
 * @returns the first index whose item does not lie before it; `count` where all do
 */
export function firstNotBefore(count: number, isBefore: (index: number) => boolean, from = 0): number {
  let [low, high] = [from, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
