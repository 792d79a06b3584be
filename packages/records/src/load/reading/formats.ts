import type { Format } from './file-form.js';
import { isDbase, isParquet, isZip } from './signatures.js';
import type { Content } from './unpack.js';

/** What a file is, by its content first and its name second. */
export function formatOf({ head, fileName }: Content): Format {
  // What is left of zip archives here is workbooks.
  if (isZip(head)) return 'xlsx';
  if (isParquet(head)) return 'parquet';
  if (isDbase(head)) return 'dbf';
  return holdsObjects(head) || /\.(ndjson|jsonl)$/i.test(fileName) ? 'ndjson' : 'csv';
}

/** Whether the first line is an object of its own, or the beginning of one that is longer than what is seen. */
function holdsObjects(head: Buffer): boolean {
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (!/^\{\s*"/.test(text)) return false;
  const [line = ''] = text.split('\n', 1);
  try {
    return typeof JSON.parse(line) === 'object';
  } catch {
    return line.length === text.length;
  }
}
