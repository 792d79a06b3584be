/**
 * `npm run bench -- export-beside ROWS [--constants N] [--only CLASS,CLASS]`: what searches take while two accounts' exports are made, all the
 * time, against what they take without; the 95th percentile is to be at most twice as long. One person asks, one question after another,
 * its page and count, then its lists; each question is asked without and with exports in turns, so that a busy machine harms both alike.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { RECORD_COLUMNS, searchQuery } from '@tidewaiter/contract';
import * as ours from './contenders/ours.mjs';
import { median, ms, p95, table, timed } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { inTemporaryFolder } from './harness/processes.mjs';
import { dropCaches, EVERYTHING, openGenerated } from './harness/records.mjs';
import { drawQuestions } from './questions/draw.mjs';

/** Rows of each export. */
const EXPORTED = 100_000;

/** Questions in one turn, without or with exports. */
const IN_A_TURN = 11;

const COLUMNS = RECORD_COLUMNS.IMPORT.filter(({ extra }) => !extra).slice(0, 40);

const options = readOptions({ rows: 300_000 }, { only: [], constants: 40 });
const records = await openGenerated(options.rows, { answerBytes: 0 });
const questions = await drawQuestions(records, options);
const product = ours.open(options.rows, records);

const KEY = randomUUID();
let number = Date.now();
let files = 0;

/** An account's exports, one after another, until they are stopped. */
async function exportOn(account, folder, signal) {
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
    inTemporaryFolder((folder) => exportOn(account, folder, stop.signal)).catch((error) => {
      if (!stop.signal.aborted) throw error;
    }),
  );
  await ask(asked, beside);
  stop.abort();
  await Promise.all(exporting);
}
const row = (name, what) => {
  const [alone, busy] = [without[what], beside[what]];
  const of = (statistic) => [statistic(alone), statistic(busy)];
  const times = (pair) => (pair[1] / pair[0]).toFixed(2);
  return [name, ...of(median).map(ms), ...of(p95).map(ms), times(of(median)), times(of(p95))];
};
console.log(`${questions.length} questions without and beside two exports, of which ${files} were finished\n`);
const head = ['ms', 'median without', 'median beside', 'p95 without', 'p95 beside', '× median', '× p95'];
console.log(table(head, [row('page + count', 'page'), row('eleven lists', 'lists')]));
await records.close();
