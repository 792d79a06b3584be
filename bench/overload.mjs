/**
 * Many accounts ask without a pause, more than can be answered: what is answered how soon, and what is told to come back how soon. Each
 * asks for one whole screen after another (a page, its count, the lists), as calls of their own; who was told to come back does so after
 * five seconds. Nothing is kept between questions.
 */
import { breakdownQuery, LISTED_DIMENSIONS, searchQuery } from '@tidewaiter/contract';
import { median, ms, p95, spread, table } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { openGenerated } from './harness/records.mjs';
import { drawQuestions } from './questions/draw.mjs';

const SEED = 50;
/** When the browser app asks again, in milliseconds. */
const COMES_BACK = 5000;
const EVERYTHING = { countries: 'ALL', fromDate: null, toDate: null };

const options = readOptions({ rows: 300_000 }, { only: [], constants: 10, accounts: '10,50,100', minutes: 1 });
const { rows, accounts, minutes } = options;
const records = await openGenerated(rows, { answerBytes: 0 });
const questions = await drawQuestions(records, options);

/** The calls of a screen: what each asks of its question. */
const SCREEN = [
  [searchQuery, (question) => question.page()],
  [searchQuery, (question) => question.count()],
  ...LISTED_DIMENSIONS.map((dimension) => [breakdownQuery, (question) => question.list(dimension)]),
];

async function crowd(size) {
  const until = performance.now() + minutes * 60_000;
  const [answered, refused] = [[], []];
  const call = async ([schema, ask], payload, name) => {
    const began = performance.now();
    const asker = { account: name, person: name };
    try {
      await ask(await records.ask(schema.parse(payload), EVERYTHING, { asker }));
      answered.push(performance.now() - began);
      return true;
    } catch (error) {
      if (error.code !== 'PORTAL_BUSY') throw error;
      refused.push(performance.now() - began);
      return false;
    }
  };
  const account = async (name) => {
    for (let screen = SEED + Number(name); performance.now() < until; screen += 7) {
      const { payload } = questions[screen % questions.length];
      const whole = await Promise.all(SCREEN.map((one) => call(one, payload, name)));
      if (whole.includes(false)) await new Promise((resolve) => setTimeout(resolve, COMES_BACK));
    }
  };
  await Promise.all(Array.from({ length: size }, (_, index) => account(String(index))));
  const answeredTimes = answered.length === 0 ? ['–', '–', '–'] : spread(answered);
  const refusedTimes = refused.length === 0 ? ['–', '–'] : [ms(median(refused)), ms(p95(refused))];
  return [size, (answered.length / minutes / 60).toFixed(1), ...answeredTimes, refused.length, ...refusedTimes];
}

const found = [];
for (const size of accounts.split(',').map(Number)) found.push(await crowd(size));
await records.close();
console.log(`${rows} records, ${minutes} minutes each, in milliseconds:\n`);
console.log(
  table(['accounts', 'answered a second', 'median', 'p95', 'max', 'told to come back', 'median', 'p95'], found),
);
