/**
 * `npm run bench -- understood [--set FOLDER] [--only FILE] [--told]`: what the loader makes of customs files that it was never shown, row by row and fact by
 * fact, of the set `unseen` or of another in `packages/loader/testing` (`--set unseen10` to `--set unseen12`). A question is answered as it is proposed; country and trade, where they are asked, as is true.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionOf } from '@tidewaiter/contract';
import { Loader } from '@tidewaiter/loader';
import { openRecords } from '@tidewaiter/records';
import { runnerImport } from 'vite';
import { readOptions } from './harness/options.mjs';
import { inTemporaryFolder } from './harness/processes.mjs';
import { askEngine, command, machine } from './harness/records.mjs';
import { askedFacts, FACTS, judge } from './understood/facts.mjs';
import { byFact, bySource, tell, VERDICTS } from './understood/report.mjs';

const { set, only, told } = readOptions({}, { set: 'unseen', only: '', told: false });
const UNSEEN = join(import.meta.dirname, '../packages/loader/testing/unseen/files.ts');
const isChosen = ({ name, source }) => `${source} ${name}`.includes(only);
const verdicts = () => Object.fromEntries(VERDICTS.map((verdict) => [verdict, 0]));

/** What a load of a file says: nothing where it needs nobody, its questions, or that it is held back. */
async function attempt(loader, request) {
  try {
    const [outcome] = await loader.load(request);
    return { loadId: outcome.loadId };
  } catch (error) {
    if (error.understood) return { questions: error.understood.questions, unasked: error.understood.unclear };
    return { held: `${error.message} ${(error.details ?? []).join('; ')}` };
  }
}

/** What somebody who knows the file says to what has no proposal to take. */
function answersTo(questions, { columns, country, trade }) {
  const answers = questions.flatMap((question) =>
    question.answers.map((answer) => ({ ...question, ...optionOf(answer) })),
  );
  const asks = (wanted) => answers.some(({ option }) => option === wanted);
  const set = answers.flatMap(({ mustBeAnswered, text: said, blank }) => {
    const [what, target] = said.split('=');
    const { header } = columns.find(({ records }) => records.includes(target)) ?? {};
    return mustBeAnswered && (blank ?? 'COLUMN') === what && header !== undefined ? [`${header}=${target}`] : [];
  });
  return { trade: asks('trade') ? trade : undefined, country: asks('country') ? country : undefined, set };
}

/** Loads a file with nobody beside it; where that asks, again with somebody who takes what is proposed. */
async function load(loader, file, path) {
  const first = await attempt(loader, { files: [{ path }] });
  if (first.loadId) return { ...first, questions: [] };
  const questions = first.questions ?? [];
  const { trade, ...answers } = answersTo(questions, file);
  const second = await attempt(loader, { files: [{ path, trade }], ...answers, accept: true });
  const stopped = second.questions?.map(({ text }) => text).join('; ') ?? second.held;
  return { ...second, questions, held: first.held, stopped };
}

/** What is read of a record, by the name that {@link judge} has for it. */
const FIELDS = {
  ...{ line: 'line', day: 'record_date', hs: 'hs_code', country: 'country', trade: 'trade_type' },
  ...{ value: 'toString(total_value)', currency: 'currency', usd: 'toString(total_value_usd)' },
  ...{ derived: 'total_value_usd_derived', quantity: 'toString(quantity)', unit: 'unit', written: 'as_written' },
  ...{ importer: 'importer_name', exporter: 'exporter_name', origin: 'origin_country' },
  ...{ destination: 'destination_country', goods: 'product_description', heading: 'hs_description' },
};

async function recordsOf(records, loadId) {
  const names = Object.keys(FIELDS);
  const sql = `SELECT ${Object.values(FIELDS).join(', ')} FROM records WHERE load_id = ${loadId}`;
  return (await askEngine(records, sql)).map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));
}

/** Counts what became of each fact of each row, and says of each that is wrong in silence the first case. */
function count(file, { questions, held }, rows) {
  const asked = askedFacts(questions, file);
  const found = new Map(rows.map((row) => [Number(row.line), row]));
  const counted = Object.fromEntries(FACTS.map((fact) => [fact, verdicts()]));
  const wrong = new Map();
  for (const truth of file.rows) {
    const record = found.get(truth.line);
    found.delete(truth.line);
    for (const fact of FACTS) {
      const verdict = record ? judge(fact, truth, record, file) : 'left out';
      if (verdict === null) continue;
      const known = asked.has(fact) || held ? 'asked' : verdict;
      counted[fact][known] += 1;
      if (known === 'asked' && verdict === 'right') counted[fact].proposed += 1;
      if (known === 'wrong' && !wrong.has(fact)) wrong.set(fact, { truth, record });
    }
  }
  return { counted, wrong, extra: found.size };
}

const { module } = await runnerImport(UNSEEN, { configFile: false, logLevel: 'error' });
const files = (await module.unseenFiles(set)).filter(isChosen);
const outcomes = [];
/** A portal has room for so many countries beyond the catalogue's. */
const AT_ONCE = 12;
for (let from = 0; from < files.length; from += AT_ONCE)
  await inTemporaryFolder(async (folder) => {
    const some = files.slice(from, from + AT_ONCE);
    const records = await openRecords(folder);
    const loader = new Loader(records);
    // As an operator does before the first file of a country that the catalogue has not.
    const sources = new Set((await records.countries.list()).map(({ shortcode }) => shortcode));
    for (const country of new Set(some.map((file) => file.country)))
      if (!sources.has(country)) await records.countries.add(country);
    for (const file of some) {
      const path = join(folder, file.name);
      writeFileSync(path, file.bytes);
      const loaded = await load(loader, file, path);
      const rows = loaded.loadId ? await recordsOf(records, loaded.loadId) : [];
      outcomes.push({ file, loaded, rows, ...count(file, loaded, rows) });
      if (loaded.loadId) await records.publication.unload([loaded.loadId]);
    }
    await records.close();
  });
if (told) outcomes.forEach(tell);
console.log(`\n${command()}, ${machine()}\n\n${bySource(outcomes)}\n\n${byFact(outcomes)}`);
