import { z } from 'zod';
import { quote, type RecordEngine } from '../engine/engine.js';
import { columnsOf, rewriteRecords } from './rewrite-records.js';
import { FILL_SETTINGS, ROLL_UPS } from './roll-ups.js';
import {
  catalogueColumns,
  createRecordsTable,
  DATA_VERSIONS_TABLE,
  EXCHANGE_RATES_TABLE,
  FIRST_PARTY_NAMES_TABLE,
  LOAD_TABLES,
  MIGRATIONS_TABLE,
  textIndexes,
} from './tables.js';

interface Migration {
  number: number;
  name: string;
  /** Each statement must be safe to run again: a crash may fall between it and the line that records the migration. */
  statements: readonly (string | ((engine: RecordEngine) => Promise<string>))[];
}

const ifNotExists = (create: string) => create.replace('CREATE TABLE ', 'CREATE TABLE IF NOT EXISTS ');

/** In order, never edited once released. To undo one, restore the backup that was taken before it. */
const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'records, loads and data versions',
    statements: [createRecordsTable(), ...Object.values(LOAD_TABLES), DATA_VERSIONS_TABLE, EXCHANGE_RATES_TABLE].map(
      ifNotExists,
    ),
  },
  {
    // The columns that few sources fill, under their names. Measured in decision 0008: as columns of their own they load at a
    // ninth of the rate, and a page of all of them takes 35 times as long.
    number: 2,
    name: 'extras',
    statements: ['ALTER TABLE records ADD COLUMN IF NOT EXISTS extras Map(LowCardinality(String), String)'],
  },
  {
    // The country that a load was told, so that the same file under another one is known to be another load.
    number: 3,
    name: 'country of a load',
    statements: ['ALTER TABLE loads ADD COLUMN IF NOT EXISTS country String'],
  },
  {
    // How parties are spelt, per load: lists that group by the key show the commonest spelling without a scan. Loads from
    // before it show the key until they are loaded again.
    number: 4,
    name: 'party names',
    statements: [ifNotExists(FIRST_PARTY_NAMES_TABLE)],
  },
  {
    // Party keys as numbers, HS codes by dictionary, cities and purposes in columns of their own (decision 0012). A type of the
    // sort key cannot be altered, so the records are written anew; each run starts from what is there.
    number: 5,
    name: 'records written anew',
    statements: [
      'DROP TABLE IF EXISTS records_anew SYNC',
      createRecordsTable('records_anew'),
      rewriteRecords,
      'EXCHANGE TABLES records AND records_anew',
      'DROP TABLE records_anew SYNC',
    ],
  },
  {
    // What suggestions are made of, and the sums of HS codes by month. `party_names` has a new grain and sort key, so it is made
    // anew; all three are filled from the records of the loads that are there. Broken off, it starts again from the drop.
    // Measured in decision 0011. To undo: restore the backup, nothing else reads the tables.
    number: 6,
    name: 'roll-ups for suggestions',
    statements: ROLL_UPS.flatMap(({ table, create, fill }) => [
      `DROP TABLE IF EXISTS ${table} SYNC`,
      create,
      fill('true'),
    ]),
  },
  {
    // How large sums can become; of loads from before it, nobody knows.
    number: 7,
    name: 'magnitude',
    statements: ['ALTER TABLE coverage ADD COLUMN IF NOT EXISTS magnitude Float64 DEFAULT inf'],
  },
];

/** Brings the engine's tables to this version of the product. Repeatable. */
export async function migrate(engine: RecordEngine): Promise<void> {
  await engine.run({ name: 'migrate.table', sql: MIGRATIONS_TABLE });
  const applied = await engine.query({
    name: 'migrate.applied',
    sql: 'SELECT number FROM schema_migrations',
    row: z.tuple([z.number()]),
  });
  const done = new Set(applied.map(([number]) => number));
  for (const migration of MIGRATIONS.filter(({ number }) => !done.has(number))) {
    for (const statement of migration.statements) {
      const sql = typeof statement === 'string' ? statement : await statement(engine);
      await engine.run({ name: `migrate.${migration.number}`, sql, settings: FILL_SETTINGS });
    }
    await engine.run({
      name: 'migrate.record',
      sql: `INSERT INTO schema_migrations SELECT ${migration.number}, ${quote(migration.name)}, now()`,
    });
  }
  await addCatalogueColumns(engine);
}

/** The catalogue is the definition of the columns: what it has gained since the table was created is added here. */
async function addCatalogueColumns(engine: RecordEngine): Promise<void> {
  const present = new Set(await columnsOf('records', engine));
  const missing = catalogueColumns().filter(({ name }) => !present.has(name));
  if (missing.length === 0) return;
  const names = new Set(missing.map(({ name }) => name));
  const additions = [
    ...missing.map(({ name, type }) => `ADD COLUMN ${name} ${type}`),
    ...textIndexes()
      .filter(({ column }) => names.has(column))
      .map(({ name, column }) => `ADD INDEX ${name} ${column} TYPE text(tokenizer = 'splitByNonAlpha')`),
  ];
  await engine.run({ name: 'migrate.catalogue', sql: `ALTER TABLE records ${additions.join(', ')}` });
}
