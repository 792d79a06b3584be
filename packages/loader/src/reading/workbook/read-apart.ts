/**
 * Workbooks and dBase files are read in a process of its own, without this one's environment: whatever a file makes its reader take of time,
 * everybody else is answered meanwhile, and one that takes too much ends that process and no other. In a thread it would not: V8 ends the
 * whole process where a thread asks for more memory at once than it may have.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { OperatorError } from '@tidewaiter/contract';
import { MAX_READER_HEAP, MAX_READER_MS } from '../form/reading-limits.js';
import type { Content } from '../form/types.js';
import type { readDbase } from './dbase.js';
import type { readWorkbook } from './workbook.js';

export interface RowReaders {
  xlsx: typeof readWorkbook;
  dbf: typeof readDbase;
}

/** What the process is asked. */
export interface ToReadApart {
  kind: keyof RowReaders;
  content: Content;
  folder: string;
  /** What the mapping says of it: the sheet of a workbook, the encoding of a dBase file. */
  option: string | undefined;
}

/** What it answers: what it read, or why not. An error's class would be lost on the way. */
export type ToldApart = { read: unknown } | { refused: { message: string; details: string[] } } | { failed: string };

/** Also where the sources are run: a process takes what is built. */
const ENTRY = fileURLToPath(new URL('../../../dist/reading/workbook/row-reader.js', import.meta.url));

/** How long it waits for another file, in milliseconds; then it gives back its memory. */
const IDLE_MS = 10_000;

let reader: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads a file into a file of rows, one file after another.
 *
 * @param folder where the rows are written
 * @throws OperatorError what the reader throws, or that it takes too long or too much memory
 */
export async function readApart<Kind extends keyof RowReaders>(
  kind: Kind,
  content: Content,
  folder: string,
  readerOption: string | undefined,
): Promise<Awaited<ReturnType<RowReaders[Kind]>>> {
  const reply = last.then(() => ask({ kind, content, folder, option: readerOption }));
  last = reply.catch(() => {});
  const answer = await reply;
  if ('read' in answer) return answer.read as Awaited<ReturnType<RowReaders[Kind]>>;
  if ('refused' in answer) throw new OperatorError(answer.refused.message, answer.refused.details);
  throw new Error(answer.failed);
}

async function ask(request: ToReadApart): Promise<ToldApart> {
  clearTimeout(idle);
  if (!reader?.connected) reader = begun();
  const child = reader;
  const end = () => {
    // Its channel stands for a moment longer, by which the next file would be sent to nobody.
    if (reader === child) reader = undefined;
    child.kill('SIGKILL');
  };
  const late = setTimeout(end, MAX_READER_MS);
  const over = new AbortController();
  child.ref();
  child.channel?.ref();
  try {
    const answered = once(child, 'message', over);
    const ended = once(child, 'exit', over).then(([status]) => {
      // One whose memory is used up is ended, as one is that takes too long.
      throw status === null
        ? tooMuch(request.content.name)
        : new Error(`the process that reads files ended: ${status}`);
    });
    child.send(request);
    const [response] = await Promise.race([answered, ended]);
    return response as ToldApart;
  } finally {
    over.abort();
    clearTimeout(late);
    child.unref();
    child.channel?.unref();
    idle = setTimeout(end, IDLE_MS).unref();
  }
}

const tooMuch = (name: string) =>
  new OperatorError(
    `${name} takes more than ${MAX_READER_HEAP} MiB of memory to be read, or more than ${MAX_READER_MS / 60_000} minutes. Save its sheet as CSV and load that.`,
  );

function begun(): ChildProcess {
  return fork(ENTRY, {
    execArgv: [`--max-old-space-size=${MAX_READER_HEAP}`],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
}
