/**
 * How fast a search is answered, beside DuckDB and PostgreSQL on the same records in the same run, and whether they answer the same.
 * `npm run bench` starts it; bench/README.md says how to read what it prints.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import * as duckdb from './contenders/duckdb.mjs';
import * as ours from './contenders/ours.mjs';
import * as postgres from './contenders/postgres.mjs';
import { number } from './harness/measure.mjs';
import { readOptions } from './harness/options.mjs';
import { openGenerated } from './harness/records.mjs';
import { CLASSES } from './questions/classes.mjs';
import { drawQuestions } from './questions/draw.mjs';
import { LINE_CLASSES } from './questions/line-classes.mjs';
import { dictionariesMs } from './questions/of-nobody.mjs';
import { measure, PARTS, SCREEN, warmUp } from './search/measure.mjs';
import { comparison, ratios, timesTable, titleOf } from './search/report.mjs';
import { differences, failures } from './search/same-answers.mjs';

const CONTENDERS = { duckdb, postgres };

const options = readOptions(
  { rows: 300_000 },
  { only: [], constants: 40, without: [], warm: false, screen: false, json: '' },
);
const { rows, warm, without } = options;
const unknown = without.filter((name) => !(name in CONTENDERS));
if (unknown.length > 0) {
  console.error(`--without knows ${Object.keys(CONTENDERS).join(', ')}, not ${unknown.join(', ')}`);
  process.exit(2);
}
const what = options.screen ? SCREEN : PARTS;
const parts = Object.keys(what);
const records = await openGenerated(rows);
const questions = await drawQuestions(records, options, { ...CLASSES, ...LINE_CLASSES });

const product = ours.open(rows, records);
records.keepWarm();
await warmUp(product, questions[0]);
await setTimeout(dictionariesMs(rows));
const answers = await measure(product, questions, what, warm);
const peakMiB = process.resourceUsage().maxRSS / 1024;

console.log(`${warm ? 'With warm caches' : 'All caches of the engine off'}, in milliseconds:\n`);
console.log(timesTable(answers, parts));
console.log(`\nPeak memory of the process, over a folder that is there: ${number(peakMiB)} MiB.\n`);

const contenders = [];
for (const name of Object.keys(CONTENDERS).filter((known) => !without.includes(known))) {
  const contender = await CONTENDERS[name].open(rows, records);
  if (!contender) {
    console.log(`${name} is not installed here, so it is left out.\n`);
    continue;
  }
  try {
    await warmUp(contender, questions[0]);
    contenders.push({ name: contender.name, answers: await measure(contender, questions, what, warm) });
  } finally {
    await contender.close();
  }
}
await records.close();

if (contenders.length > 0)
  for (const part of parts) {
    console.log(`Medians of ${titleOf(part)}, in milliseconds:\n\n${comparison(part, answers, contenders)}\n`);
    console.log(`${ratios(part, answers, contenders)}\n`);
  }
if (options.json) writeFileSync(options.json, JSON.stringify({ peakMiB, answers, contenders }, null, 1));

const failed = [{ name: product.name, answers }, ...contenders].flatMap(failures);
const wrong = contenders.flatMap((contender) => differences(answers, contender));
const compared = contenders.reduce((sum, contender) => sum + contender.answers.length, 0);
if (failed.length > 0) console.log(`**${failed.length} answers failed** and count as never given:\n`);
for (const line of failed) console.log(`- ${line}`);
if (wrong.length > 0)
  console.log(`**THE ANSWERS DIFFER** in ${wrong.length} points, so no time above means anything:\n`);
for (const line of wrong) console.log(`- ${line}`);
if (failed.length + wrong.length > 0) process.exitCode = 1;
else if (compared > 0) console.log(`The counts and lists of all ${compared} answers of the others equal ours.`);
