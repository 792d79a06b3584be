import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import { quote, type RecordEngine } from '../engine/engine.js';
import { AnotherChange, ChangeClaims, type Claim } from './change-claims.js';
import type { Layout } from './layout.js';
import { DETAIL_PARTIES, FILL_SETTINGS, ROLL_UPS } from './roll-ups.js';
import {
  ARRIVALS,
  CHANGE_CLAIMS,
  catalogueAdditions,
  catalogueColumns,
  DATA_VERSIONS,
  EXCHANGE_RATES,
  EXPORTED_RECORDS,
  FORMER_MONTH_SUMS,
  HS_TEXTS,
  JOINED_CELLS,
  LOAD_ORIGINS,
  LOADS,
  PARTY_JOINS,
  RECORDS,
  REJECTIONS,
  SCHEMA_MIGRATIONS,
  STORE_IDENTITY,
  SUPPRESSIONS,
} from './tables.js';

interface Migration {
  number: number;
  name: string;
  /** Each statement must be safe to run again: a crash may fall between it and the line that records the migration. */
  statements: (layout: Layout) => readonly string[];
}

/** Tables of builds before the first release had lower numbers, which no statement here understands. */
const BASELINE = 100;

/** In order, never edited once released. To undo one, restore the backup that was taken before it. */
export const MIGRATIONS: readonly Migration[] = [
  {
    number: BASELINE,
    name: 'tables',
    statements: ({ create }) =>
      [
        RECORDS,
        LOADS,
        REJECTIONS,
        DATA_VERSIONS,
        EXCHANGE_RATES,
        HS_TEXTS,
        SUPPRESSIONS,
        CHANGE_CLAIMS,
        ...ROLL_UPS.map(({ table }) => table),
      ].flatMap((table) => create(table)),
  },
  { number: 101, name: 'exported records', statements: ({ create }) => create(EXPORTED_RECORDS) },
  {
    number: 102,
    name: 'the rule of party keys',
    statements: ({ alter }) => alter(DATA_VERSIONS, ['ADD COLUMN IF NOT EXISTS party_rule UInt64']),
  },
  {
    number: 103,
    name: 'added source countries',
    statements: ({ alter }) => alter(DATA_VERSIONS, ['ADD COLUMN IF NOT EXISTS added_countries Array(String)']),
  },
  {
    number: 104,
    name: 'joined parties',
    statements: ({ alter, create }) => [
      ...alter(DATA_VERSIONS, ['ADD COLUMN IF NOT EXISTS joined_parties Array(Tuple(String, String))']),
      ...create(PARTY_JOINS),
    ],
  },
  {
    // What was summed up without units cannot be told by unit: older loads are summed up anew at the start (`renewed-roll-ups.ts`).
    number: 105,
    name: 'sums by unit',
    statements: ({ create, drop }) => [...create(FORMER_MONTH_SUMS), drop('month_groups')],
  },
  {
    number: 106,
    name: 'owners by their keys',
    statements: ({ alter, create }) => [
      ...create(STORE_IDENTITY),
      ...alter(EXPORTED_RECORDS, ['ADD COLUMN IF NOT EXISTS owner UUID']),
    ],
  },
  {
    number: 107,
    name: 'the rule of roll-ups',
    statements: ({ alter }) => alter(DATA_VERSIONS, ['ADD COLUMN IF NOT EXISTS roll_up_rule UInt64']),
  },
  {
    number: 108,
    name: 'arrivals',
    statements: ({ create }) => [LOAD_ORIGINS, ARRIVALS].flatMap((table) => create(table)),
  },
  // Loads are summed up anew at the start, by another rule than before.
  { number: 109, name: 'parties by their details', statements: ({ create }) => create(DETAIL_PARTIES.table) },
  { number: 110, name: 'cells of lists', statements: ({ create }) => create(JOINED_CELLS) },
  {
    number: 111,
    name: 'records with a value in sums by month',
    statements: ({ alter }) => alter(FORMER_MONTH_SUMS, ['ADD COLUMN IF NOT EXISTS stated UInt64']),
  },
  { number: 112, name: 'no sums by month', statements: ({ drop }) => [drop(FORMER_MONTH_SUMS.name)] },
  // Loads are summed up anew at the start, by another rule than before.
  {
    number: 113,
    name: 'parties by their official numbers',
    statements: ({ alter }) => alter(DETAIL_PARTIES.table, ['ADD COLUMN IF NOT EXISTS number String']),
  },
];

/** How often a portal asks whether another one has ended its migrations, in milliseconds, and how many times. */
const MIGRATED_MS = 1000;
const MIGRATED_TRIES = 600;

interface MigrationOptions {
  migrations?: readonly Migration[];
  beforeChange?: (() => Promise<void>) | undefined;
}

/**
 * Brings the engine's tables to this version of the product. Repeatable; of portals that share a server one does it, and the
 * others wait: a statement may need a table that a later one drops.
 *
 * @param migrations the product's, but in tests of the mechanism
 * @param beforeChange is asked before tables that are there are changed
 * @throws OperatorError when another version of the product made the tables, which this one cannot read
 */
export async function migrate(engine: RecordEngine, layout: Layout, options: MigrationOptions = {}): Promise<void> {
  const { migrations = MIGRATIONS, beforeChange } = options;
  const run = async (name: string, statements: readonly string[]) => {
    for (const sql of statements) await engine.run({ name, sql, settings: FILL_SETTINGS, repeatable: true });
  };
  const findPending = async () => {
    const applied = await engine.query({
      name: 'migrate.applied',
      sql: 'SELECT number FROM schema_migrations',
      row: z.tuple([z.number()]),
    });
    const done = new Set(applied.map(([number]) => number));
    mustKnow(done, migrations);
    return { isNew: done.size === 0, pending: migrations.filter(({ number }) => !done.has(number)) };
  };
  await run(
    'migrate.table',
    [SCHEMA_MIGRATIONS, CHANGE_CLAIMS].flatMap((table) => layout.create(table)),
  );
  let found = await findPending();
  let claim: Claim | undefined;
  const claims = new ChangeClaims(engine);
  for (let tries = 1; engine.shared && found.pending.length > 0 && !claim; tries += 1) {
    try {
      claim = await claims.take('An upgrade of the tables');
    } catch (error) {
      if (!(error instanceof AnotherChange) || tries === MIGRATED_TRIES) throw error;
      await sleep(MIGRATED_MS);
    }
    found = await findPending();
  }
  try {
    if (!found.isNew && found.pending.length > 0) await beforeChange?.();
    for (const { number, name, statements } of found.pending) {
      await run(`migrate.${number}`, statements(layout));
      await run('migrate.record', [`INSERT INTO schema_migrations SELECT ${number}, ${quote(name)}, now()`]);
    }
    await addCatalogueColumns(engine, layout);
  } finally {
    // One that cannot be released expires.
    await claim?.release().catch(() => {});
  }
}

/** How whoever starts an older version on a newer one's stores goes on. */
const WAYS_BACK = [
  'Start that version. Or go back to what was there before it: the folder before-VERSION of the data folder, or a backup of that day',
  '(see "Upgrades" in docs/operator.md). Nothing was changed here.',
];

function mustKnow(done: ReadonlySet<number>, migrations: readonly Migration[]): void {
  const unknown = [...done].filter((number) => !migrations.some((migration) => migration.number === number));
  if (unknown.length === 0) return;
  if (unknown.every((number) => number < BASELINE)) {
    throw new OperatorError(
      'These records were loaded by a build from before the first release, which this one cannot read.',
      [
        'Load the files again into a new data folder: set TIDEWAITER_DATA_DIR to one.',
        'The files that were loaded lie in the folder archive/ of the old one, packed with Brotli, under their SHA-256.',
      ],
    );
  }
  throw new OperatorError('These records belong to a newer version of Tidewaiter.', WAYS_BACK);
}

/** The catalogue is the definition of the columns: what it has gained since the table was created is added here. */
async function addCatalogueColumns(engine: RecordEngine, layout: Layout): Promise<void> {
  const columns = await engine.query({
    name: 'migrate.columns',
    sql: `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = ${quote(RECORDS.name)}`,
    row: z.tuple([z.string()]),
  });
  const present = new Set(columns.map(([name]) => name));
  const missing = catalogueColumns().filter(({ name }) => !present.has(name));
  if (missing.length === 0) return;
  for (const sql of layout.alter(RECORDS, catalogueAdditions(missing))) {
    await engine.run({ name: 'migrate.catalogue', sql, repeatable: true });
  }
}
