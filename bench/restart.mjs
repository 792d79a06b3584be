/**
 * `npm run bench -- restart ROWS [--starts 3]`: when a portal of so many records answers after it was started again, and what the first screen
 * over HTTP takes, asked the moment it is ready, against later ones of the same kind. The records are a copy.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { LISTED_DIMENSIONS } from '@tidewaiter/contract';
import { median, ms, table, timed } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { environmentIn, openAccount, signIn, startPortal } from './harness/portal.mjs';
import { inTemporaryFolder } from './harness/processes.mjs';
import { command, generatedFolder, machine, UNTIL } from './harness/records.mjs';

/** Screens after the first one: how many, and after how long the last of them are asked, in milliseconds. */
const NEXT = 5;
const WARMED_MS = 15_000;
const WORDS = ['cotton', 'steel', 'pump', 'valve', 'rice', 'coffee', 'cable', 'yarn', 'glass', 'paper', 'shirts'];

const { rows, starts } = readOptions({ rows: 300_000 }, { starts: 3 });

/** A whole screen of a word. */
const screen = (client, word) => {
  const place = { tradeType: 'IMPORT', countryCode: ['IND', 'USA', 'VNM'], fromDate: '2023-11-01', toDate: UNTIL };
  const question = { ...place, searchBy: 'PRODUCT', matchType: 'C', searchValue: [word] };
  const lists = Object.fromEntries(LISTED_DIMENSIONS.map((name) => [name, 20]));
  return Promise.all([
    client.search({ ...question, pageNumber: 0, numberOfRecords: 20 }),
    client.searchCount(question),
    client.topLists({ ...question, lists }),
  ]);
};

const lines = await inTemporaryFolder(async (folder) => {
  cpSync(join(generatedFolder(rows), 'records'), join(folder, 'records'), { recursive: true });
  const env = environmentIn(folder);
  const account = openAccount(env, 'searcher');
  const found = [];
  for (let start = 0; start < starts; start += 1) {
    let portal;
    const ready = await timed(async () => {
      portal = await startPortal(env);
    });
    try {
      const { client } = await signIn(portal.url, account);
      const [word, ...others] = WORDS;
      const first = await timed(() => screen(client, word));
      const next = [];
      for (const other of others.slice(0, NEXT)) next.push(await timed(() => screen(client, other)));
      await new Promise((resolve) => setTimeout(resolve, WARMED_MS));
      const later = [];
      for (const other of others.slice(NEXT)) later.push(await timed(() => screen(client, other)));
      found.push([start + 1, ms(ready), ms(first), ms(median(next)), ms(median(later))]);
    } finally {
      await portal.stop();
    }
  }
  return found;
});
console.log(`${command()}. ${machine()}.\n`);
console.log(
  table(['start', 'ready, ms', 'first screen', `next ${NEXT}, median`, `after ${WARMED_MS / 1000} s`], lines),
);
