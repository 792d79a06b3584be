import { type ContactFile, ContactFileThread, type FileToRead } from '@tidewaiter/accounts';
import { type Call, type LaneState, Scheduler } from '@tidewaiter/records';

/** Files of contacts that are read at once: a core is left for everything else. */
const THREADS = 1;

/** Reads files of contacts beside everything else, in the turn of those who give them. */
export class ContactFiles {
  readonly #threads = Array.from({ length: THREADS }, () => new ContactFileThread());
  readonly #scheduler = new Scheduler('parse', this.#threads);

  /** @throws what {@link ContactFileThread.read} throws, or PortalBusy where too many files wait */
  read(file: FileToRead, { asker, signal }: Call & { signal: AbortSignal }): Promise<ContactFile> {
    return this.#scheduler.use((thread) => thread.read(file, signal), { asker, bytes: file.text.length, signal });
  }

  get state(): LaneState {
    return this.#scheduler.state;
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}
