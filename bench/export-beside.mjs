/**
 * `node bench/export-beside.mjs ROWS [--constants N] [--only CLASS,CLASS]`: what searches take while two accounts' exports are made, all the
 * time, against what they take without; the 95th percentile is to be at most twice as long. One person asks, one question after another,
 * its page and count, then its lists; each question is asked without and with exports in turns, so that a busy machine harms both alike.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RECORD_COLUMNS, searchQuery } from '@tidewaiter/contract';
import { openRecords } from '@tidewaiter/records';
import * as ours from './contenders/ours.mjs';
import { dropCaches } from './engine.mjs';
import { describeRun, inWords } from './environment.mjs';
import { readOptions } from './options.mjs';
import { drawQuestions } from './questions/draw.mjs';
import { folderOf, isGenerated } from './records-folder.mjs';
import { ms, table } from './report/markdown.mjs';
import { percentile } from './report/statistics.mjs';

/** Rows of each export. */
const EXPORTED = 100_000;

/** Questions in one turn, without or with exports. */
const IN_A_TURN = 11;

const EVERYTHING = { countries: 'ALL', fromDate: null, toDate: null };
const COLUMNS = RECORD_COLUMNS.IMPORT.filter(({ extra }) => !extra).slice(0, 40);

const options = readOptions();
if (!isGenerated(options.rows)) {
  console.error(`There are no ${options.rows} generated records yet: node bench/generate/generate.mjs ${options.rows}`);
  process.exit(1);
}
const records = await openRecords(folderOf(options.rows), { answerBytes: 0 });
console.log(`${inWords(await describeRun(records, options.rows))}\n`);
const questions = await drawQuestions(records, options);
const product = ours.open(options.rows, records);
const folder = mkdtempSync(join(tmpdir(), 'tidewaiter-beside-'));

const KEY = randomUUID();
let number = Date.now();
let files = 0;

/** An account's exports, one after another, until they are stopped. */
async function exportOn(account, signal) {
  const { payload } = questions[0];
  const everything = { ...payload, searchBy: 'PRODUCT', matchType: 'D', searchValue: ['no such thing'] };
  const call = { signal, asker: { person: `${account}`, account: `${account}` } };
  const question = await records.ask(searchQuery.parse(everything), EVERYTHING, call);
  const choice = {
    weightages: new Map(),
    maximum: EXPORTED,
    balance: EXPORTED,
    owner: { account, key: KEY, exports: [] },
  };
  while (!signal.aborted) {
    number += 1;
    const kept = number;
    await question.keepExport(choice, kept);
    const request = {
      choice: { account, key: KEY, number: kept },
      columns: COLUMNS.map(({ key }) => key),
      format: 'xlsx',
    };
    await question.exportFile(request, join(folder, `${account}.xlsx`));
    await records.exported.forget([{ account, key: KEY, number: kept }]);
    files += 1;
  }
}

async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function ask(asked, times) {
  for (const question of asked) {
    await dropCaches(records);
    times.page.push(await timed(() => Promise.all([product.page(question), product.count(question)])));
    times.lists.push(await timed(() => product.lists(question)));
  }
}

const without = { page: [], lists: [] };
const beside = { page: [], lists: [] };
// The first turn warms the process, and counts for nothing.
await ask(questions.slice(0, IN_A_TURN), { page: [], lists: [] });
for (let turn = 0; turn < questions.length; turn += IN_A_TURN) {
  const asked = questions.slice(turn, turn + IN_A_TURN);
  await ask(asked, without);
  const stop = new AbortController();
  const exporting = [1, 2].map((account) =>
    exportOn(account, stop.signal).catch((error) => {
      if (!stop.signal.aborted) throw error;
    }),
  );
  await ask(asked, beside);
  stop.abort();
  await Promise.all(exporting);
}
const row = (name, of) => {
  const [alone, busy] = [without[of], beside[of]];
  const ratio = (share) => (percentile(busy, share) / percentile(alone, share)).toFixed(2);
  const cells = [percentile(alone, 0.5), percentile(busy, 0.5), percentile(alone, 0.95), percentile(busy, 0.95)].map(
    ms,
  );
  return [name, ...cells, ratio(0.5), ratio(0.95)];
};
console.log(`${questions.length} questions without and beside two exports, of which ${files} were finished\n`);
const head = ['ms', 'median without', 'median beside', 'p95 without', 'p95 beside', '× median', '× p95'];
console.log(table(head, [row('page + count', 'page'), row('eleven lists', 'lists')]));
await records.close();
rmSync(folder, { recursive: true, force: true });
