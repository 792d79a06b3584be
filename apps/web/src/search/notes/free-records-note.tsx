import { formatCount } from '../../format/numbers.js';

/** Fewer are worth a word: some pages on there are none. */
const FEW = 1000;

/** Says that few records of a search, or none, are left to be read without points. */
export function FreeRecordsNote({ left }: { left: number }) {
  if (left >= FEW) return null;
  return (
    <p className="minding self-start mt-8 rounded-3 p-8-12" role="status">
      {left > 0
        ? `${formatCount(left)} more records of this search can be read without points today.`
        : 'No more records of this search can be read without points today: others than these are exported for points.'}{' '}
      What you have read, and what you own, stays free.
    </p>
  );
}
