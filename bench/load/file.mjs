/** The file that loading is timed with: one CSV of forty columns, made once per size out of the demo's imports. */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDemoFiles } from '@tidewaiter/demo';
import { shippedMapping } from '@tidewaiter/loader';
import { openRecords } from '@tidewaiter/records';
import { say } from '../harness/measure.mjs';
import { inOwnProcess, inTemporaryFolder } from '../harness/processes.mjs';
import { folderOf, runEngine, UNTIL } from '../harness/records.mjs';

/** Records of the demo file that the rows are made of; each copy numbers its declarations anew. */
const BASE = 500_000;

/** What the demo's file lacks to forty columns, of the kinds that countries' own columns are: SQL over a row's number `n`. */
const EXTRAS = {
  importer_address: `concat(toString(n % 900), ' Quay Road, Block ', toString(n % 40))`,
  exporter_address: `concat(toString(n % 700), ' Mill Lane, Unit ', toString(n % 60))`,
  bl_number: `concat('BL', leftPad(toString(intHash32(n)), 10, '0'))`,
  container: `concat('TWTU', leftPad(toString(n % 9999999), 7, '0'))`,
  ship_name: `concat('Vessel ', toString(n % 800))`,
  declarant: `concat('Declarant ', toString(n % 3000))`,
  clearing_agent: `concat('Agent ', toString(n % 500))`,
  clearing_office: `concat('Office ', toString(n % 90))`,
  duty: `toString(toDecimal64(intHash32(n) % 1000000 / 100, 2))`,
  vat: `toString(toDecimal64(intHash32(n + 1) % 2000000 / 100, 2))`,
  freight_value_usd: `toString(toDecimal64(intHash32(n + 2) % 300000 / 100, 2))`,
};

/** The mapping that loads it, and the names of its columns in order. */
export async function mappingOfFile() {
  const demo = await shippedMapping('demo-records');
  const extras = Object.fromEntries(
    Object.keys(EXTRAS).map((name) => [name, { from: name, as: 'as-written', codes: {} }]),
  );
  return { ...demo, name: 'bench-load', columns: { ...demo.columns, ...extras } };
}

export const columnsOfFile = (mapping) => [
  ...mapping.naturalKey,
  mapping.country.from,
  ...Object.values(mapping.columns).map(({ from }) => from),
];

const fileOf = (rows) => join(folderOf(`load-${rows}`), 'records.csv');

/** The path of a file of so many rows, made unless it is there. */
export const fileOfRows = (rows) =>
  inTemporaryFolder(async (folder) => {
    const records = await openRecords(folder);
    const path = await makeFile(records, rows);
    await records.close();
    return path;
  });

/** What a load of a file takes, in a process of its own. */
export function load(how, path, rows) {
  const found = inOwnProcess('load/measure.mjs', how, path, rows);
  if (!found) throw new Error(`loading by ${how} failed`);
  return found;
}

async function makeFile(records, rows) {
  const path = fileOf(rows);
  if (existsSync(path)) return path;
  const started = performance.now();
  const folder = folderOf(`load-${rows}`);
  mkdirSync(folder, { recursive: true });
  const base = Math.min(rows, BASE);
  // Half of a demo's records are imports, more or less.
  const files = await writeDemoFiles({ directory: folder, rows: base * 3, until: UNTIL });
  const imports = files.find(({ tradeType }) => tradeType === 'IMPORT').path;
  const mapping = await mappingOfFile();
  const given = columnsOfFile(mapping).filter((name) => !(name in EXTRAS));
  const structure = given.map((name) => `${name} String`).join(', ');
  const partial = `${path}.partial`;
  rmSync(partial, { force: true });
  const select = columnsOfFile(mapping).map((name) => {
    if (name === 'declaration_no') return `concat(declaration_no, '-', toString(copy)) AS declaration_no`;
    return name in EXTRAS ? `${EXTRAS[name]} AS ${name}` : name;
  });
  await runEngine(
    records,
    `INSERT INTO FUNCTION file('${partial}', 'CSVWithNames')
     SELECT ${select.join(', ')}
     FROM (
       SELECT *, copy * ${base} + rowNumberInAllBlocks() AS n
       FROM (SELECT * FROM file('${imports}', 'CSVWithNames', '${structure}') LIMIT ${base}) AS rows
       CROSS JOIN (SELECT number AS copy FROM numbers(${Math.ceil(rows / base)})) AS copies
     ) LIMIT ${rows}`,
    { max_threads: 1, input_format_with_names_use_header: 1 },
  );
  renameSync(partial, path);
  for (const { path: made } of files) rmSync(made);
  say('written as CSV', rows, started);
  return path;
}
