import { z } from 'zod';
import { quote, type RecordEngine } from '../engine/engine.js';
import type { Layout } from './layout.js';
import { columnTypes, rewriteRecords } from './rewrite-records.js';
import { extendCoverage, FILL_SETTINGS, makeDayCounts, makeRollUps } from './roll-ups.js';
import {
  AS_WRITTEN,
  CHANGE_CLAIMS,
  COVERAGE,
  catalogueAdditions,
  catalogueColumns,
  DATA_VERSIONS,
  EXCHANGE_RATES,
  HS_TEXTS,
  LOADS,
  RECORDS,
  REJECTIONS,
  SCHEMA_MIGRATIONS,
  SUPPRESSIONS,
} from './tables.js';

interface Migration {
  number: number;
  name: string;
  /** Each statement must be safe to run again: a crash may fall between it and the line that records the migration. */
  statements: (layout: Layout, engine: RecordEngine) => readonly string[] | Promise<readonly string[]>;
}

/** In order, never edited once released. To undo one, restore the backup that was taken before it. */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: 1,
    name: 'records, loads and data versions',
    statements: ({ create }) =>
      [RECORDS, LOADS, REJECTIONS, COVERAGE, DATA_VERSIONS, EXCHANGE_RATES].flatMap((table) => create(table)),
  },
  {
    // The columns that few sources fill, under their names. Measured in decision 0008: as columns of their own they load at a
    // ninth of the rate, and a page of all of them takes 35 times as long.
    number: 2,
    name: 'extras',
    statements: ({ alter }) => alter(RECORDS, ['ADD COLUMN IF NOT EXISTS extras Map(LowCardinality(String), String)']),
  },
  {
    // The country that a load was told, so that the same file under another one is known to be another load.
    number: 3,
    name: 'country of a load',
    statements: ({ alter }) => alter(LOADS, ['ADD COLUMN IF NOT EXISTS country String']),
  },
  {
    // Several portals on one record server: who changes the records, and which change published a version (decision 0010).
    number: 5,
    name: 'changes of several portals',
    statements: ({ create, alter }) => [
      ...create(CHANGE_CLAIMS),
      ...alter(DATA_VERSIONS, ['ADD COLUMN IF NOT EXISTS change_id String']),
    ],
  },
  {
    // Party keys as numbers, HS codes by dictionary, cities and purposes in columns of their own (decision 0012).
    number: 6,
    name: 'records written anew',
    statements: rewriteRecords,
  },
  {
    // Spellings, what suggestions are made of, and the sums of HS codes by month (decision 0011): filled from the records of the
    // loads that are there.
    number: 7,
    name: 'roll-ups',
    statements: makeRollUps,
  },
  {
    // How large sums can become.
    number: 8,
    name: 'magnitude',
    statements: ({ alter }) => alter(COVERAGE, ['ADD COLUMN IF NOT EXISTS magnitude Float64 DEFAULT inf']),
  },
  {
    // What a load was made of, so that it can be made again (decision 0017): the whole mapping, the header, whether its file is
    // archived; and the rows that it rejected, as they were.
    number: 11,
    name: 'the past of a load',
    statements: ({ alter }) => [
      ...alter(LOADS, [
        'ADD COLUMN IF NOT EXISTS mapping String',
        'ADD COLUMN IF NOT EXISTS header Array(String)',
        'ADD COLUMN IF NOT EXISTS archived Bool',
      ]),
      ...alter(REJECTIONS, ['ADD COLUMN IF NOT EXISTS cells Array(String)']),
    ],
  },
  {
    // What is hidden of the loads that can be seen, and what is summed up in their place (decision 0017).
    number: 12,
    name: 'suppressions',
    statements: ({ create, alter }) => [
      ...create(SUPPRESSIONS),
      ...alter(DATA_VERSIONS, [
        'ADD COLUMN IF NOT EXISTS suppressed Array(Tuple(UInt32, String, String))',
        'ADD COLUMN IF NOT EXISTS stand_ins Array(Tuple(UInt32, UInt32))',
      ]),
    ],
  },
  {
    // How fresh and how complete the records of a month are: counted from the records of the loads that are there.
    number: 13,
    name: 'days and shares of the coverage',
    statements: extendCoverage,
  },
  {
    // The official HS nomenclature, and which edition of it a version shows; 0 are the labels that ship (decision 0018).
    number: 14,
    name: 'HS nomenclature',
    statements: ({ create, alter }) => [
      ...create(HS_TEXTS),
      ...alter(DATA_VERSIONS, ['ADD COLUMN IF NOT EXISTS nomenclature_version UInt64']),
    ],
  },
  {
    // Originals of what cleaning changes (decision 0016). Records from before it were stored as they were written.
    number: 15,
    name: 'as written',
    statements: ({ alter }) => alter(RECORDS, [`ADD COLUMN IF NOT EXISTS ${AS_WRITTEN}`]),
  },
  {
    // How many records each day has.
    number: 16,
    name: 'counts of days',
    statements: makeDayCounts,
  },
  {
    // Each of the files that a load was made of (decision 0017): its name, its hash, and which of its tables. Empty: the one file.
    number: 17,
    name: 'files of a load',
    statements: ({ alter }) => alter(LOADS, ['ADD COLUMN IF NOT EXISTS files Array(Tuple(String, String, String))']),
  },
];

/** Brings the engine's tables to this version of the product. Repeatable, also by two portals at once. */
export async function migrate(engine: RecordEngine, layout: Layout): Promise<void> {
  const run = async (name: string, statements: readonly string[]) => {
    for (const sql of statements) await engine.run({ name, sql, settings: FILL_SETTINGS, repeatable: true });
  };
  await run('migrate.table', layout.create(SCHEMA_MIGRATIONS));
  const applied = await engine.query({
    name: 'migrate.applied',
    sql: 'SELECT number FROM schema_migrations',
    row: z.tuple([z.number()]),
  });
  const done = new Set(applied.map(([number]) => number));
  for (const { number, name, statements } of MIGRATIONS.filter((migration) => !done.has(migration.number))) {
    await run(`migrate.${number}`, await statements(layout, engine));
    await run('migrate.record', [`INSERT INTO schema_migrations SELECT ${number}, ${quote(name)}, now()`]);
  }
  await addCatalogueColumns(engine, layout);
}

/** The catalogue is the definition of the columns: what it has gained since the table was created is added here. */
async function addCatalogueColumns(engine: RecordEngine, layout: Layout): Promise<void> {
  const present = await columnTypes(RECORDS.name, engine);
  const missing = catalogueColumns().filter(({ name }) => !present.has(name));
  if (missing.length === 0) return;
  for (const sql of layout.alter(RECORDS, catalogueAdditions(missing))) {
    await engine.run({ name: 'migrate.catalogue', sql, repeatable: true });
  }
}
