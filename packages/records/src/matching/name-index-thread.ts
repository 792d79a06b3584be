/** The thread in which names are compared: it keeps the parties of some records, and answers one message after another. */
import { parentPort, workerData } from 'node:worker_threads';
import type { ListedName, MatchedName } from './matched-name.js';
import { type JoinedKeys, NameIndex } from './name-index.js';

/** What it is told: parties, line by line, in pieces that may end anywhere; or names to be matched. */
export type ToIndex = { parties: Uint8Array } | { names: readonly ListedName[] };

/** Names whose matches are kept: lists name one company again and again. */
const KEPT = 20_000;

const LINE_END = 0x0a;

if (parentPort === null) throw new Error('this runs in a thread of its own');
const port = parentPort;
const index = new NameIndex(workerData as JoinedKeys);
const matched = new Map<string, Omit<MatchedName, 'row'>>();
let begun = Buffer.alloc(0);

function add(piece: Uint8Array): void {
  const bytes = Buffer.concat([begun, piece]);
  const end = bytes.lastIndexOf(LINE_END) + 1;
  for (const line of bytes.toString('utf8', 0, end).split('\n')) if (line !== '') index.add(line);
  begun = bytes.subarray(end);
}

function match({ row, ...listed }: ListedName): MatchedName {
  const about = JSON.stringify([listed.name, listed.country]);
  const known = matched.get(about) ?? index.match(listed);
  if (matched.size >= KEPT) matched.clear();
  matched.set(about, known);
  return { row, ...known };
}

port.on('message', (message: ToIndex) => {
  if ('parties' in message) add(message.parties);
  port.postMessage('names' in message ? message.names.map(match) : []);
});
