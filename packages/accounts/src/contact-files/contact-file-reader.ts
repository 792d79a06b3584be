/** What runs in a {@link ContactFileThread}. */
import { parentPort } from 'node:worker_threads';
import { PortalError } from '@tidewaiter/contract';
import { readContactFile } from './contact-file.js';
import type { FileRead, FileToRead } from './contact-file-thread.js';

parentPort?.on('message', ({ format, text }: FileToRead) => {
  parentPort?.postMessage(read(format, text));
});

function read(format: FileToRead['format'], text: string): FileRead {
  try {
    return { file: readContactFile(format, text) };
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    return { refused: { code: error.code, message: error.message } };
  }
}
