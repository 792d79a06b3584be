/**
 * More records out of the base, inside the engine: what differs between records of one source differs between copies, so that
 * no index or dictionary profits from the repetition. Each copy is a load of its own, and published when it is complete: a run
 * that was broken off goes on after the last one.
 */
import { FILL_SETTINGS, partyKey, Random, ROLL_UPS } from '../harness/beneath.mjs';
import { say } from '../harness/measure.mjs';
import { askEngine, runEngine, UNTIL } from '../harness/records.mjs';
import { BASE_LOADS } from './base.mjs';

const SEED = 20_417;
const PARTIES = ['importer_name', 'exporter_name', 'notify_party_name'];
const MULTIPLIED = ['quantity', 'std_quantity', 'total_value', 'total_value_usd', 'gross_weight', 'net_weight'];
/** The base's five years, in days. */
const DAYS = 1826;
/** Large blocks make few parts; a block holds every year of both directions. */
const INSERT_SETTINGS = {
  min_insert_block_size_rows: 1_000_000,
  max_partitions_per_insert_block: 0,
  max_insert_threads: 2,
  max_threads: 2,
};

const CONSONANTS = [...'bdfghjklmnprstvz'];
const VOWELS = [...'aeiou'];

/** A word for each copy, none twice. */
function inventWords(count) {
  const random = Random.of(SEED, 'copies');
  const syllable = () => random.pick(CONSONANTS) + random.pick(VOWELS);
  const words = new Set();
  while (words.size < count) words.add(syllable() + syllable() + syllable());
  return [...words];
}

/** The columns that a copy changes: name to SQL over the base. */
function changes(copy, word) {
  const loadId = BASE_LOADS + copy;
  const shift = `cityHash64(id, ${copy}) % ${DAYS}`;
  const changed = new Map([
    ['load_id', String(loadId)],
    ['id', `MD5(concat(id, '${copy}'))`],
    ['record_date', `addDays(first_day, (dateDiff('day', first_day, record_date) + ${shift}) % ${DAYS})`],
  ]);
  for (const party of PARTIES) {
    // By its key, so that all spellings of a party stay one.
    const renamed = `${party}_key != 0 AND cityHash64(${party}_key, ${copy}) % 3 > 0`;
    const title = word.charAt(0).toUpperCase() + word.slice(1);
    const text = `if(${renamed}, concat('${word} ', ${party}_text), ${party}_text)`;
    const name = `if(${renamed}, concat('${title} ', ${party}), ${party})`;
    changed.set(party, name);
    changed.set(`${party}_text`, text);
    // Worked out once per name of a block, not per record: the engine looks at each word of a dictionary once.
    changed.set(`${party}_key`, `if(${renamed}, ${partyKey(`toLowCardinality(${name})`)}, ${party}_key)`);
  }
  const article = `leftPad(toString(cityHash64(id, ${copy}, 1) % 100000), 5, '0')`;
  const described = `product_description_text != '' AND cityHash64(id, ${copy}, 2) % 3 = 0`;
  const add = (column, middle) =>
    changed.set(column, `if(${described}, concat(${column}, '${middle}', ${article}), ${column})`);
  add('product_description', ' ART ');
  add('product_description_text', ' art ');
  for (const amount of MULTIPLIED) changed.set(amount, `${amount} * (1 + cityHash64(id, ${copy}, 3) % 9)`);
  return changed;
}

/** What a load keeps beside its records. */
async function keepFigures(records, loadId) {
  for (const { fill } of ROLL_UPS) await runEngine(records, fill(`load_id = ${loadId}`), FILL_SETTINGS);
}

/** Adds so many copies of the base, less those that are there. */
export async function addCopies(records, count) {
  const present = (await records.versions.current()).highestLoad - BASE_LOADS;
  if (present >= count) return;
  const columns = (
    await askEngine(
      records,
      `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'records' ORDER BY position`,
    )
  ).map(([name]) => name);
  // In a table of its own: among the copies, each granule would hold some of it.
  await runEngine(records, 'DROP TABLE IF EXISTS bench_base SYNC');
  await runEngine(
    records,
    `CREATE TABLE bench_base ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM records WHERE load_id <= ${BASE_LOADS}`,
  );
  const [[rows]] = await askEngine(records, 'SELECT count() FROM bench_base');
  const words = inventWords(count);
  for (let copy = present + 1; copy <= count; copy += 1) {
    const started = performance.now();
    const changed = changes(copy, words[copy - 1]);
    const loadId = BASE_LOADS + copy;
    await records.versions.change('A copy', async () => {
      await runEngine(
        records,
        `INSERT INTO records (${columns.join(', ')})
         WITH toDate('${UNTIL}') - ${DAYS - 1} AS first_day
         SELECT ${columns.map((name) => changed.get(name) ?? name).join(', ')} FROM bench_base`,
        INSERT_SETTINGS,
      );
      await keepFigures(records, loadId);
      await runEngine(
        records,
        `INSERT INTO loads SELECT * REPLACE (${loadId} AS load_id,
           replaceRegexpOne(report, '"rowsLoaded":[0-9]+', '"rowsLoaded":${rows}') AS report) FROM (SELECT * FROM loads WHERE load_id = 1)`,
      );
      await records.versions.publish({ highestLoad: loadId }, `copy ${copy}`);
    });
    say(`copy ${copy} of ${count}`, Number(rows), started);
  }
  await runEngine(records, 'DROP TABLE bench_base SYNC');
}
