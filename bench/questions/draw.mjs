/** Random questions, the same ones for the same records: random records make them, so that what is common is asked often. */
import { EVERYTHING_LOADED } from '@tidewaiter/records';
import { Random } from '../beneath.mjs';
import { AS_PORTAL, EVERYTHING, UNTIL } from '../harness/records.mjs';
import { CLASSES } from './classes.mjs';
import { rareWords, sampleRecords } from './sample.mjs';

const SEED = 8_128;
/** Three years: the longest that a search may span. */
const FROM = '2023-11-01';
/** Draws for each question that is wanted: some classes have few different ones. */
const PATIENCE = 100;

/** Every country that has imports: what the search form starts with. */
async function wholeScope(records) {
  const coverage = await (await records.ask(EVERYTHING_LOADED, EVERYTHING, AS_PORTAL)).countries();
  const countryCode = coverage.filter(({ tradeType }) => tradeType === 'IMPORT').map(({ country }) => country);
  return { tradeType: 'IMPORT', countryCode, fromDate: FROM, toDate: UNTIL };
}

/** So many questions of a class, none twice; fewer where there are not so many. */
function drawClass(name, count, sample, rare) {
  const random = Random.of(SEED, name);
  const drawn = new Map();
  for (let draw = 0; draw < count * PATIENCE && drawn.size < count; draw += 1) {
    const [record, other] = [random.pick(sample), random.pick(sample)];
    const made = CLASSES[name]({ record, other, rare: rare[draw], random });
    if (made) drawn.set(made.key ?? JSON.stringify(made.payload), made);
  }
  return [...drawn.values()];
}

/**
 * @returns questions as `{ name, payload, key? }`: the class, what a client would send, and the stored key of a picked party
 */
export async function drawQuestions(records, { rows, only, constants }) {
  const scope = await wholeScope(records);
  const sample = await sampleRecords(records, scope);
  const rare = await rareWords(records, scope, rows, constants);
  const unknown = only.filter((name) => !(name in CLASSES));
  if (unknown.length > 0) throw new Error(`no such class: ${unknown}; there are ${Object.keys(CLASSES).join(', ')}`);
  const names = only.length > 0 ? only : Object.keys(CLASSES);
  return names.flatMap((name) =>
    drawClass(name, constants, sample, rare).map(({ payload, key }) => ({
      name,
      payload: { ...scope, ...payload },
      key,
    })),
  );
}
