/** Random questions, the same ones for the same records: random records make them, so that what is common is asked often. */
import { queryOfLine, readLine } from '@tidewaiter/contract';
import { EVERYTHING_LOADED } from '@tidewaiter/records';
import { Random } from '../harness/beneath.mjs';
import { AS_PORTAL, EVERYTHING, UNTIL } from '../harness/records.mjs';
import { CLASSES } from './classes.mjs';
import { LINE_CLASSES } from './line-classes.mjs';
import { rareWords, sampleRecords } from './sample.mjs';

const SEED = 8_128;
/** Three years: the longest that a search may span. */
const FROM = '2023-11-01';
/** Draws for each question that is wanted: some classes have few different ones. */
const PATIENCE = 100;

const EVERY_CLASS = { ...CLASSES, ...LINE_CLASSES };

/** Every country that has imports: what the search form starts with. */
async function wholeScope(records) {
  const coverage = await (await records.ask(EVERYTHING_LOADED, EVERYTHING, AS_PORTAL)).countries();
  const countryCode = coverage.filter(({ tradeType }) => tradeType === 'IMPORT').map(({ country }) => country);
  return { tradeType: 'IMPORT', countryCode, fromDate: FROM, toDate: UNTIL };
}

/** What a client would send for a line: what the form can show is the form's. */
function payloadOf(line, scope) {
  const { expression, problems } = readLine(line, UNTIL);
  if (problems.length > 0) throw new Error(`${line}: ${problems[0].message}`);
  return queryOfLine(expression, scope);
}

/** So many questions of a class, none twice; fewer where there are not so many. */
function drawClass(name, count, sample, rare) {
  const random = Random.of(SEED, name);
  const drawn = new Map();
  for (let draw = 0; draw < count * PATIENCE && drawn.size < count; draw += 1) {
    const [record, other] = [random.pick(sample), random.pick(sample)];
    const made = EVERY_CLASS[name]({ record, other, rare: rare[draw], sample, random });
    if (made) drawn.set(made.key ?? JSON.stringify(made), made);
  }
  return [...drawn.values()];
}

/**
 * @param classes those that are asked where none are named
 * @returns questions as `{ name, payload, key?, lists?, sql? }`: the class, what a client would send, the stored key of a picked party,
 *   the lists that a line names, and its condition for who knows no lines
 */
export async function drawQuestions(records, { rows, only, constants }, classes = CLASSES) {
  const scope = await wholeScope(records);
  const sample = await sampleRecords(records, scope);
  const rare = await rareWords(records, scope, rows, constants);
  const unknown = only.filter((name) => !(name in EVERY_CLASS));
  if (unknown.length > 0)
    throw new Error(`no such class: ${unknown}; there are ${Object.keys(EVERY_CLASS).join(', ')}`);
  const names = only.length > 0 ? only : Object.keys(classes);
  return names.flatMap((name) =>
    drawClass(name, constants, sample, rare).map(({ payload, line, ...made }) => ({
      name,
      payload: line === undefined ? { ...scope, ...payload } : payloadOf(line, scope),
      ...made,
    })),
  );
}
