import { RecordWalk } from './csv-records.js';

/** Likeliest first: where two divide the lines evenly, a comma may be in numbers, and a colon in times of day. */
const CANDIDATES = ['\t', ';', '|', ',', '^', '~', ':'];

/** Records that are looked at. */
const LOOKED_AT = 300;

/** How much less evenly a likelier delimiter may divide the lines. */
const AS_GOOD = 0.9;

interface Division {
  delimiter: string;
  /** Cells of most records. */
  cells: number;
  /** How many records have so many. */
  share: number;
}

/** The delimiter that divides a file's first records most evenly; a comma where there is only one column. */
export function delimiterOf(head: Buffer): string {
  const divisions = CANDIDATES.map((delimiter) => division(head, delimiter)).filter(({ cells }) => cells > 1);
  const best = Math.max(...divisions.map(({ share }) => share));
  const good = divisions.filter(({ share }) => share >= AS_GOOD * best);
  // Two cells are found by chance, in a sentence with one comma.
  return (good.find(({ cells }) => cells > 2) ?? good[0])?.delimiter ?? ',';
}

function division(head: Buffer, delimiter: string): Division {
  const walk = new RecordWalk(delimiter.charCodeAt(0));
  const counts = new Map<number, number>();
  let records = 0;
  let at = 0;
  while (at < head.length && records < LOOKED_AT) {
    const end = walk.over(head, at, false);
    // A head cuts its last record.
    if (end === 'open' && at > 0) break;
    const lineEnd = head.indexOf(0x0a, at);
    const next = end === 'complete' ? walk.end : lineEnd === -1 ? head.length : lineEnd + 1;
    // Blank lines say nothing.
    if (next - at > 2) {
      records += 1;
      if (end !== 'misquoted') counts.set(walk.cells, (counts.get(walk.cells) ?? 0) + 1);
    }
    at = next;
  }
  let [cells, most] = [0, 0];
  for (const [width, count] of counts) if (count > most) [cells, most] = [width, count];
  return { delimiter, cells, share: most / Math.max(1, records) };
}
