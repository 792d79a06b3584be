/** A program that reads records through the client: `read.mjs URL RECORDS YEARS`. Says as JSON what it took at a tenth, the half and the end. */
import { createClient } from '@tidewaiter/client';
import { addDays, addMonths } from '@tidewaiter/contract';
import { median } from '../harness/measure.mjs';
import { UNTIL } from '../harness/records.mjs';

const [url, most, years] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const client = createClient({ url, key: process.env.TIDEWAITER_API_KEY });
/** Everything: no goods are called that. */
const question = {
  ...{ trade: 'import', from: addDays(addMonths(UNTIL, -12 * years), 1), to: UNTIL },
  where: [{ field: 'product', match: 'does_not_contain', values: ['no such goods'] }],
};
const marks = [0.1, 0.5, 1].map((share) => Math.round(most * share));
const MIB = 2 ** 20;

const lines = [];
const began = performance.now();
const reading = client.records(question, { limit: 1000, maxPoints: most });
let since = { at: began, read: 0 };
let [pages, page] = [[], began];
for await (const _ of reading) {
  const { read, points } = reading.progress;
  if (read % 1000 === 1) {
    pages.push(performance.now() - page);
    page = performance.now();
  }
  if (!marks.includes(read)) continue;
  const now = performance.now();
  // What stands in memory before anything is tidied up, and what is really held.
  const memory = process.memoryUsage.rss() / MIB;
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed / MIB;
  const rate = (1000 * (read - since.read)) / (now - since.at);
  lines.push({ read, seconds: (now - began) / 1000, rate, page: median(pages), points, memory, heap });
  console.error(
    `${read} records, ${Math.round(rate)} a second, ${Math.round(memory)} MiB, ${Math.round(heap)} of them in use`,
  );
  since = { at: now, read };
  pages = [];
  if (read === most) break;
}
if (lines.length < marks.length) console.error(`The question has ${reading.progress?.read} records alone.`);
console.log(JSON.stringify(lines));
