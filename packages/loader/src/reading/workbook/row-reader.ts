/** What runs in the process of {@link readApart}: one file after another, as long as the process that asks is there. */
import { OperatorError } from '@tidewaiter/contract';
import { unreadable } from '../form/file-bytes.js';
import { readDbase } from './dbase.js';
import type { RowReaders, ToldApart, ToReadApart } from './read-apart.js';
import { readWorkbook } from './workbook.js';

const READERS: RowReaders = { xlsx: readWorkbook, dbf: readDbase };

process.on('message', (asked: ToReadApart) => {
  void read(asked).then((told) => process.send?.(told));
});
process.once('disconnect', () => process.exit());

async function read({ kind, content, folder, said }: ToReadApart): Promise<ToldApart> {
  try {
    // On its way a buffer has become an array of bytes.
    return { read: await READERS[kind]({ ...content, head: Buffer.from(content.head) }, folder, said) };
  } catch (error) {
    const told = error instanceof Error && 'syscall' in error ? unreadable(error, content.name) : error;
    if (told instanceof OperatorError) return { refused: { message: told.message, details: [...told.details] } };
    return { failed: told instanceof Error ? (told.stack ?? told.message) : String(told) };
  }
}
