import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type ContactFileFormat, PortalError } from '@tidewaiter/contract';
import type { ContactFile } from './contact-file.js';

/** Longest that a file may take to be read, in milliseconds: one of the most contacts takes a second on a busy machine. */
const READ_MS = 10_000;

/** What reading a file may take of memory, in MB. */
const READ_MB = 256;

/** What a thread is asked. */
export interface FileToRead {
  format: ContactFileFormat;
  text: string;
}

/** What it answers: what it read, or why the file is refused. An error's class would be lost on the way. */
export type FileRead = { file: ContactFile } | { refused: { code: PortalError['code']; message: string } };

/** Also where the sources are run: a thread takes what is built. */
const ENTRY = new URL('../../dist/contact-files/contact-file-reader.js', import.meta.url);

/**
 * A thread that reads files of contacts one after another, so that no file holds up who asks for something else. It begins with the
 * first file, and goes on until it is closed or a file takes too much.
 */
export class ContactFileThread {
  #worker: Worker | undefined;

  constructor(private readonly milliseconds = READ_MS) {}

  /**
   * Reads a file, as `readContactFile` does. One at a time.
   *
   * @throws PortalError CONTACT_FILE_REFUSED, or CONTACT_FILE_TOO_LARGE also for one that takes too long or too much memory
   * @throws the signal's reason
   */
  async read(file: FileToRead, signal: AbortSignal): Promise<ContactFile> {
    const worker = this.#begun();
    const late = AbortSignal.timeout(this.milliseconds);
    try {
      worker.postMessage(file);
      const [answer] = (await once(worker, 'message', { signal: AbortSignal.any([signal, late]) })) as [FileRead];
      if ('file' in answer) return answer.file;
      throw new PortalError(answer.refused.code, [], answer.refused.message);
    } catch (error) {
      if (error instanceof PortalError) throw error;
      // What it was reading it still reads.
      await this.close();
      signal.throwIfAborted();
      const isTooMuch = late.aborted || (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      throw isTooMuch ? new PortalError('CONTACT_FILE_TOO_LARGE') : error;
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #begun(): Worker {
    if (this.#worker) return this.#worker;
    const resourceLimits = { maxOldGenerationSizeMb: READ_MB };
    // The conditions by which tests find sources are not for what is built.
    const worker = new Worker(ENTRY, { execArgv: [], resourceLimits });
    worker.unref();
    // One that ends between two files is followed by another.
    worker.on('error', () => {});
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    this.#worker = worker;
    return worker;
  }
}
