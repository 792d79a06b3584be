/**
 * How fast a search is answered, against the engine's floor, DuckDB and PostgreSQL on the same records in the same run.
 * `npm run bench` starts it; bench/README.md says how to read what it prints.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import * as duckdb from './contenders/duckdb.mjs';
import * as floor from './contenders/floor.mjs';
import * as ours from './contenders/ours.mjs';
import * as postgres from './contenders/postgres.mjs';
import { readOptions } from './harness/options.mjs';
import { openGenerated } from './harness/records.mjs';
import { measure } from './measure-contender.mjs';
import { CLASSES } from './questions/classes.mjs';
import { drawQuestions } from './questions/draw.mjs';
import { LINE_CLASSES } from './questions/line-classes.mjs';
import { dictionariesMs, ofNobody } from './questions/of-nobody.mjs';
import { comparison, firstTimes, repeatedTimes, screenRatios, screenTimes } from './report/markdown.mjs';
import { differences, failures } from './same-answers.mjs';

const CONTENDERS = { floor, duckdb, postgres };

const NAMES = Object.keys(CONTENDERS);

const options = readOptions(
  { rows: 300_000 },
  { only: [], constants: 40, pgConstants: 10, without: [], warm: false, screen: false, json: '' },
);
const { rows, warm, screen, without } = options;
const unknown = without.filter((name) => !NAMES.includes(name));
if (unknown.length > 0) throw new Error(`--without knows ${NAMES.join(', ')}, not ${unknown.join(', ')}`);
const records = await openGenerated(rows);
const questions = await drawQuestions(records, options, { ...CLASSES, ...LINE_CLASSES });

const warmUp = (contender) => measure({ ...contender, name: `${contender.name} warms up` }, ofNobody(questions[0]));

/** A contender with its answers; null where it is not to be had. */
async function compete(name) {
  const contender = await CONTENDERS[name].open(rows, records);
  if (!contender) return null;
  try {
    await warmUp(contender);
    const most = name === 'postgres' ? options.pgConstants : options.constants;
    const seen = new Map();
    const asked = questions.filter(({ name: of }) => {
      seen.set(of, (seen.get(of) ?? 0) + 1);
      return seen.get(of) <= most;
    });
    return {
      name: contender.name,
      answers: await measure(contender, asked, { repeat: name !== 'postgres' && !screen, warm, screen }),
    };
  } finally {
    await contender.close();
  }
}

const product = ours.open(rows, records);
records.keepWarm();
await warmUp(product);
await setTimeout(dictionariesMs(rows));
const answers = await measure(product, questions, { repeat: !screen, warm, screen });
const peak = process.resourceUsage().maxRSS / 1024;

console.log(`First time, ${warm ? 'with warm caches' : 'all caches of the engine off'}, in milliseconds:\n`);
if (screen) console.log(screenTimes(answers));
else console.log(`${firstTimes(answers)}\n\nThe same again at once:\n\n${repeatedTimes(answers)}`);
console.log(
  `\nPeak memory of the process, over a folder that is there: ${Math.round(peak).toLocaleString('en-US')} MiB.\n`,
);

const contenders = [];
for (const name of NAMES.filter((known) => !without.includes(known))) {
  const competed = await compete(name);
  if (competed) contenders.push(competed);
  else console.log(`${name} is not installed here, so it is left out.\n`);
}
await records.close();

const KINDS = { answer: 'Page + count', lists: 'Eleven lists', next: 'Next page' };
const MOMENTS = { first: 'first time', repeated: 'the same again at once' };

if (contenders.length > 0 && screen) {
  const comparedAll = comparison('screen', 'first', answers, contenders);
  console.log(`The whole screen, medians in milliseconds:\n\n${comparedAll}\n\n${screenRatios(answers, contenders)}\n`);
} else if (contenders.length > 0) {
  for (const [when, moment] of Object.entries(MOMENTS)) {
    const asked = contenders.filter((contender) => contender.answers[0]?.[when]);
    for (const [what, kind] of Object.entries(asked.length > 0 ? KINDS : {})) {
      console.log(`${kind}, ${moment}, medians in milliseconds:\n\n${comparison(what, when, answers, asked)}\n`);
    }
  }
}
if (contenders.length > 0 && !without.includes('postgres')) {
  console.log(
    `PostgreSQL was asked ${options.pgConstants} constants of each class, once, with its caches as they were; a statement that took ${postgres.TIMEOUT_MS / 1000} s ` +
      'was ended and counts as that. Ratios are over the questions that both were asked.\n',
  );
}

if (options.json) writeFileSync(options.json, JSON.stringify({ peakMiB: peak, answers, contenders }, null, 1));

const failed = [{ name: product.name, answers }, ...contenders].flatMap(failures);
if (failed.length > 0) {
  console.log(
    `**${failed.length} answers failed** and count as never given:\n\n${failed.map((line) => `- ${line}`).join('\n')}\n`,
  );
  process.exitCode = 1;
}
const wrong = contenders.flatMap((contender) => differences(answers, contender));
const compared = contenders.reduce((sum, contender) => sum + contender.answers.length, 0);
if (wrong.length > 0) {
  console.log(`**THE ANSWERS DIFFER** in ${wrong.length} points, so no time above means anything:\n`);
  for (const line of wrong) console.log(`- ${line}`);
  process.exitCode = 1;
} else if (compared > 0) {
  console.log(`All ${compared} counts and lists of the others equal ours.`);
}
