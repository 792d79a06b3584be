/** `measure.mjs HOW FILE ROWS`: loads the file, and prints what it took as JSON. */
import { Loader } from '@tidewaiter/loader';
import { openRecords } from '@tidewaiter/records';
import { inTemporaryFolder, tellUsage } from '../harness/processes.mjs';
import { askEngine, runEngine } from '../harness/records.mjs';
import { columnsOfFile, mappingOfFile } from './file.mjs';
import { readerAlone } from './workbook.mjs';

const [how, path, rows] = process.argv.slice(2);

/** Decimals and dates as what they are, all else as text. */
const typeOf = (stored) => (/^(Nullable\(Decimal|Date)/.test(stored) ? stored : 'String');

/**
 * What the engine takes alone: each cell as it stands into a table of the same types, sort key and indexes. The columns that
 * are searched hold the text unchanged, so that their indexes have as much to do as ours.
 */
async function engineAlone(records) {
  const mapping = await mappingOfFile();
  const stored = new Map(
    await askEngine(
      records,
      `SELECT name, type FROM system.columns WHERE database = currentDatabase() AND table = 'records'`,
    ),
  );
  await runEngine(records, 'CREATE TABLE engine_alone AS records');
  const mapped = Object.entries(mapping.columns);
  const sources = new Map(
    mapped.map(([name, { from }]) => [from, stored.has(name) ? typeOf(stored.get(name)) : 'String']),
  );
  const structure = columnsOfFile(mapping).map((name) => `${name} ${sources.get(name) ?? 'String'}`);
  const direct = mapped.filter(([name]) => stored.has(name));
  const values = new Map([
    ['load_id', '1'],
    ['line', 'rowNumberInAllBlocks()'],
    ['id', `MD5(concat(${mapping.naturalKey.join(", ' ', ")}))`],
    ['trade_type', `'IMPORT'`],
    ['country', mapping.country.from],
    ...direct.map(([name, { from }]) => [name, from]),
    [
      'extras',
      `map(${mapped
        .filter(([name]) => !stored.has(name))
        .map(([name, { from }]) => `'${name}', ${from}`)
        .join(', ')})`,
    ],
  ]);
  for (const [name, { from }] of direct) {
    if (stored.has(`${name}_text`)) values.set(`${name}_text`, from);
    if (stored.has(`${name}_key`)) values.set(`${name}_key`, `sipHash64(${from})`);
  }
  await runEngine(
    records,
    `INSERT INTO engine_alone (${[...values.keys()].join(', ')}) SELECT ${[...values.values()].join(', ')}
     FROM file('${path}', 'CSVWithNames', '${structure.join(', ')}')`,
    { min_insert_block_size_rows: 250_000, max_partitions_per_insert_block: 0, max_insert_threads: 2, max_threads: 2 },
  );
  const [[count]] = await askEngine(records, 'SELECT count() FROM engine_alone');
  return Number(count);
}

/** @param clean whether texts are brought to one spelling and what follows from others is computed */
async function product(records, clean) {
  const [{ report }] = await new Loader(records).load({
    files: [{ path, trade: 'IMPORT' }],
    mapping: { ...(await mappingOfFile()), clean },
    // Generated codes have lost zeros, as real ones do.
    accept: true,
  });
  return report.rowsLoaded;
}

const WAYS = { engine: engineAlone, reader: () => readerAlone(path) };

await inTemporaryFolder(async (folder) => {
  const records = await openRecords(folder);
  await tellUsage(async () => {
    const loaded = await (WAYS[how]?.(records) ?? product(records, how !== 'as-written'));
    if (loaded !== Number(rows)) throw new Error(`${loaded} records were loaded, not ${rows}`);
  });
  await records.close();
});
