import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { POSTGRES } from './packages/accounts/src/testing/postgres.js';

// As the command does: each embedded statement under way holds a thread. The tests' processes inherit it.
process.env.UV_THREADPOOL_SIZE ??= '16';

/** Tests run on the sources of all workspaces, against the real engines. */
const conditions = ['tidewaiter:source', ...defaultServerConditions];

/** Suites that run once more with the records behind HTTP. */
const OVER_HTTP = [
  'search/search',
  'search/entitlement',
  'breakdown/breakdowns',
  'load/load',
  'load/archive',
  'nomenclature/nomenclature',
].map((suite) => `packages/records/src/${suite}.test.ts`);

/** Suites of the portal's calls that touch the accounts: they run once more with the accounts on a PostgreSQL server. */
const ON_POSTGRES = [
  'account-calls',
  'address-secrecy',
  'changes-midway',
  'id-swap',
  'one-use',
  'rate-limits',
  'search-calls',
  'session-calls',
  'sub-user-rights',
].map((suite) => `apps/portal/src/http/${suite}.test.ts`);

/** Suites that take longest, whatever their size says: begun last, one of them would run alone at the end. */
const LONG = ['cli/cli', 'search/entitlement', 'src/every-answer', 'cli/kill', 'reading/fuzz', 'cli/records-commands'];

const isLong = ({ moduleId }: TestSpecification) => LONG.some((suite) => moduleId.endsWith(`${suite}.test.ts`));

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

if (POSTGRES === undefined) {
  process.stdout.write('Skipped: the portal on PostgreSQL. Its server is not installed here.\n');
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    exclude: ['**/dist/**', '**/node_modules/**'],
    globalSetup: './packages/accounts/src/testing/run-folder.ts',
    sequence: { sequencer: LongFirst },
    // An embedded engine binds one data folder per process: each test file gets a process of its own.
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    // No test is of how long it takes: what hangs is ended, however busy the machine is that what does not has to share.
    testTimeout: 900_000,
    expect: { poll: { timeout: 30_000 } },
    // Hooks open portals and load files, as tests do.
    hookTimeout: 900_000,
    projects: [
      { extends: true, test: { name: 'tests', include: ['{packages,apps,scripts}/**/*.test.ts'] } },
      { extends: true, test: { name: 'over HTTP', include: OVER_HTTP, env: { TIDEWAITER_TEST_RECORDS: 'http' } } },
      {
        extends: true,
        test: {
          name: 'on PostgreSQL',
          include: POSTGRES === undefined ? [] : ON_POSTGRES,
          env: { TIDEWAITER_TEST_ACCOUNTS: 'postgres' },
        },
      },
    ],
  },
});
