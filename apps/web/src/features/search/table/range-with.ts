import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** What is drawn of a list: the items in view, those around them, and one more wherever it is. */
export function rangeWith(kept: number): (range: Range) => number[] {
  return (range) => {
    const indexes = defaultRangeExtractor(range);
    if (kept < 0 || kept >= range.count || indexes.includes(kept)) return indexes;
    return [...indexes, kept].sort((a, b) => a - b);
  };
}
