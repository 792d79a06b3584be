/**
 * The greedy account of `greedy.mjs`: has so many calls of a kind under way until it is stopped, and tells how they were answered. It
 * reads no answer that went well, so that it costs the machine as little as a client can.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, searchQuery } from '@tidewaiter/contract';
import { plainQuestion } from '@tidewaiter/contract/api';
import { another, BASE, NESTED, nested } from './questions.mjs';

/** What a client waits after a refusal, in milliseconds. */
const COMES_BACK = 500;
/** Calls of a kind that are made before, and made again in turn: their bodies may be large. */
const PREPARED = 40;

const COLUMNS = ['importer_name'];
const pickedIds = (count = 9000) => Array.from({ length: count }, () => randomBytes(16).toString('hex'));
const KINDS = {
  pivots: (client) =>
    client.pivot({ query: another(), rows: 'importers', columns: 'exporters', topRows: 400, topColumns: 100 }),
  comparisons: (client) =>
    client.comparePeriods({
      query: another(),
      by: 'importers',
      before: { from: '2025-01-01', to: '2025-06-30' },
      after: { from: '2026-01-01', to: '2026-06-30' },
    }),
  quotes: (client) => client.quoteExport({ query: BASE, columnKeys: COLUMNS, ids: pickedIds() }),
  'prices of nested questions': (client) => client.searchCost(nested(Math.floor(Math.random() * NESTED))),
  hints: (client) => client.search(another({ searchValue: ['aa'], matchType: 'C', incoterm: ['nowhere'] })),
};

const [url, kind, atOnce] = process.argv.slice(2);

/** What programs ask by a key, at the address that they ask. */
const question = () => plainQuestion(searchQuery.parse(another()));
const PROGRAMS = {
  'pivots by a key': () => [
    '/api/v1/analyses/pivot',
    { question: question(), rows: 'importers', columns: 'exporters', top_rows: 400, top_columns: 100 },
  ],
  'quotes by a key': () => [
    '/api/v1/exports/quote',
    { question: plainQuestion(searchQuery.parse(BASE)), columns: COLUMNS, ids: pickedIds(1000) },
  ],
  'counts by a key': () => ['/api/v1/count', { question: question() }],
  'lists by a key': () => ['/api/v1/breakdown', { question: question(), by: 'importers' }],
  'an agent': () => [
    '/mcp',
    {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'break_down', arguments: { question: question(), by: 'importers' } },
    },
  ],
};

function requestOfProgram() {
  const [path, body] = PROGRAMS[kind]();
  const headers = {
    authorization: `Bearer ${process.env.TOKEN}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  return { input: url + path, init: { method: 'POST', headers, body: JSON.stringify(body) } };
}

/** The request that a call of this kind makes, without sending it. */
async function requestOf() {
  if (kind in PROGRAMS) return requestOfProgram();
  let request;
  const fetch = (input, init) => {
    request = { input, init };
    return Promise.reject(new Error('not sent'));
  };
  const client = createClient({ baseUrl: url, credential: 'tidewaiter-web:', token: () => process.env.TOKEN, fetch });
  await KINDS[kind](client).catch(() => undefined);
  return request;
}

const prepared = [];
for (let index = 0; index < PREPARED; index += 1) prepared.push(await requestOf());

/** The code of a refusal, in either of its forms. */
function codeOf(text) {
  const { errorCode, code } = JSON.parse(text);
  return errorCode ?? code;
}

const answers = {};
let isStopped = false;
let next = 0;
async function one() {
  while (!isStopped) {
    const heavy = prepared[next % PREPARED];
    next += 1;
    // What is small is made anew each time, so that no cache answers it.
    const { input, init } = heavy.init.body.length > 100_000 ? heavy : await requestOf();
    const response = await fetch(input, init);
    const bytes = await response.arrayBuffer();
    const what = response.ok ? 'answered' : codeOf(Buffer.from(bytes).toString());
    answers[what] = (answers[what] ?? 0) + 1;
    if (!response.ok) {
      if (answers[what] === 1) process.stderr.write(`${kind}: ${Buffer.from(bytes).toString().slice(0, 300)}\n`);
      await sleep(COMES_BACK);
    }
  }
}

const all = Promise.all(Array.from({ length: Number(atOnce) }, one));
process.send('asking');
process.once('message', async () => {
  isStopped = true;
  await all;
  process.send(answers, () => process.disconnect());
});
