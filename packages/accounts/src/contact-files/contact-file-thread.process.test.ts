/** Files of contacts are read in a thread of their own, and what takes too much there is given up. */
import type { Worker } from 'node:worker_threads';
import { PortalError } from '@tidewaiter/contract';
import { afterEach, expect, it } from 'vitest';
import { readContactFile } from './contact-file.js';
import { ContactFileThread } from './contact-file-thread.js';

const threads: Worker[] = [];
const note = (worker: Worker) => threads.push(worker);
process.on('worker', note);
afterEach(() => {
  threads.splice(0);
});

const waits = new AbortController().signal;
const failure = (reading: Promise<unknown>) =>
  reading.then(
    () => undefined,
    (error: unknown) => error,
  );
const text = `Company Name,Email Id\n${'Acme,mail@acme.example\nBolt,no address\n'.repeat(1000)}`;

it('reads what is read here, file after file in one thread', async () => {
  const thread = new ContactFileThread();
  expect(await thread.read({ format: 'csv', text }, waits)).toEqual(readContactFile('csv', text));
  const refused = await failure(thread.read({ format: 'vcf', text }, waits));
  expect(refused).toBeInstanceOf(PortalError);
  expect(refused).toMatchObject({ code: 'CONTACT_FILE_REFUSED', message: 'This file holds no contact cards.' });
  expect((await thread.read({ format: 'csv', text }, waits)).contacts).toHaveLength(1000);
  expect(threads).toHaveLength(1);
  await thread.close();
});

it('gives up a file that takes too long, and one that nobody waits for; the next is read in another thread', async () => {
  const hasty = new ContactFileThread(1);
  expect(await failure(hasty.read({ format: 'csv', text }, waits))).toMatchObject({ code: 'CONTACT_FILE_TOO_LARGE' });
  const thread = new ContactFileThread();
  const gone = AbortSignal.abort(new Error('gone'));
  expect(await failure(thread.read({ format: 'csv', text }, gone))).toBe(gone.reason);
  expect((await thread.read({ format: 'csv', text }, waits)).contacts).toHaveLength(1000);
  expect(threads).toHaveLength(3);
  await thread.close();
});
