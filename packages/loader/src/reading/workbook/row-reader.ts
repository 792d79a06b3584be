/** What runs in the process of {@link readApart}: one file after another, as long as the process that asks is there. */
import { OperatorError } from '@tidewaiter/contract';
import { unreadable } from '../form/file-bytes.js';
import { readDbase } from './dbase.js';
import type { RowReaders, ToldApart, ToReadApart } from './read-apart.js';
import { readWorkbook } from './workbook.js';

const READERS: RowReaders = { xlsx: readWorkbook, dbf: readDbase };

process.on('message', (request: ToReadApart) => {
  void read(request).then((response) => process.send?.(response));
});
process.once('disconnect', () => process.exit());

async function read({ kind, content, folder, option: readerOption }: ToReadApart): Promise<ToldApart> {
  try {
    // On its way a buffer has become an array of bytes.
    return { read: await READERS[kind]({ ...content, head: Buffer.from(content.head) }, folder, readerOption) };
  } catch (error) {
    const failure = error instanceof Error && 'syscall' in error ? unreadable(error, content.name) : error;
    if (failure instanceof OperatorError)
      return { refused: { message: failure.message, details: [...failure.details] } };
    return { failed: failure instanceof Error ? (failure.stack ?? failure.message) : String(failure) };
  }
}
