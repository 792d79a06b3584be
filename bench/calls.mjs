/**
 * `npm run bench -- calls URL EMAIL PASSWORD [--rounds N]`: what a screen of a search takes over HTTP, with its lists in one call and with a call for each,
 * in turn, of a portal that is running with RATE_LIMITS=off: of new questions, and of the same once more, of which nothing is left to be found.
 */
import { createClient, DIMENSIONS, LISTED_DIMENSIONS, searchQuery } from '@tidewaiter/contract';
import { median, ms, p95, table, timed } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { command, machine } from './harness/records.mjs';

const { url, email, password, rounds } = readOptions({ url: '', email: '', password: '' }, { rounds: 20 });

const WORDS = ['cotton', 'steel', 'pump', 'valve', 'rice', 'coffee', 'cable', 'yarn', 'glass', 'paper'];
const LISTED = 20;

let token = null;
const client = createClient({ baseUrl: url, credential: 'tidewaiter-web:', token: () => token });
({ token } = await client.login({ email, password }));

/** What the screen shows beside the records, as the browser asks for it. */
const WAYS = {
  'one call': (question) =>
    client.topLists({ ...question, lists: Object.fromEntries(LISTED_DIMENSIONS.map((name) => [name, LISTED])) }),
  'a call for each list': (question) =>
    Promise.all(
      LISTED_DIMENSIONS.map((name) => client[DIMENSIONS[name].list.call]({ ...question, numberOfRecords: LISTED })),
    ),
};

const times = Object.fromEntries(Object.keys(WAYS).map((way) => [way, { new: [], again: [] }]));
for (let round = 0; round < rounds * 2; round += 1) {
  const [way, lists] = Object.entries(WAYS)[round % 2];
  // Each is new: no two have the same first day.
  const from = new Date(Date.UTC(2023, 10, 1 + round)).toISOString().slice(0, 10);
  const payload = { tradeType: 'IMPORT', countryCode: ['IND', 'USA', 'VNM'], fromDate: from, toDate: '2026-10-31' };
  const asked = {
    ...payload,
    searchBy: 'PRODUCT',
    matchType: 'C',
    searchValue: [WORDS[Math.floor(round / 2) % WORDS.length]],
  };
  const question = searchQuery.parse(asked);
  const screen = () => Promise.all([client.search(question), client.searchCount(question), lists(asked)]);
  times[way].new.push(await timed(screen));
  times[way].again.push(await timed(screen));
}

console.log(`${command().replace(password, '…')}. ${machine()}.\n`);
const row = ([way, taken]) => [way, ...Object.values(taken).flatMap((all) => [ms(median(all)), ms(p95(all))])];
console.log(table(['the lists in', 'new: median', 'p95', 'again: median', 'p95'], Object.entries(times).map(row)));
