import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SEED } from './packages/testing/src/generated.js';
import { workInMemory } from './packages/testing/src/memory-folder.js';

workInMemory();

// One seed for all generated cases of a run, in whichever process they are drawn.
process.env.SEED ??= String(SEED);

// As the command does: each embedded statement under way holds a thread. The tests' processes inherit it.
process.env.UV_THREADPOOL_SIZE ??= '16';

/** Tests run on the sources of all workspaces, against the real engines. */
const conditions = [
  'tidewaiter:source',
  // Node.js knows no `module`: what a package has under it is for bundlers, and may not even be read by it.
  ...defaultServerConditions.filter((condition) => condition !== 'module'),
];

/** How long each suite took when it ran last, as whole runs note it of long ones. */
const TIMES: Record<string, { seconds: number }> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'scripts/suite-times.json'), 'utf8'),
);
const secondsOf = ({ moduleId }: TestSpecification) => TIMES[relative(import.meta.dirname, moduleId)]?.seconds ?? 0;

/** The projects below, in the order in which they run: a worker is kept for the next suite only where that is of the same one. */
const PROJECTS = ['browser', 'process', 'engine', 'portal', 'pure'];
const placeOf = ({ project }: TestSpecification) => PROJECTS.indexOf(project.name);

/** A long suite that is begun last would run alone at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => placeOf(one) - placeOf(other) || secondsOf(other) - secondsOf(one));
  }
}

const SOURCES = '{packages,apps,scripts,tools}/**';

/** What a suite needs is the last word of its name: an engine of ours, the portal that such suites share, a process of its own, a browser, or nothing. */
const ENGINE = [`${SOURCES}/*.engine.test.ts`];
const PORTAL = [`${SOURCES}/*.portal.test.ts`];
const BROWSER = '*.browser.test.ts';
const PROCESS = [`${SOURCES}/*.process.test.ts`];

/** Suites in threads share their process with others, and take seconds all together: they are not measured. */
const SUITE_COST = './packages/testing/src/suite-cost.ts';

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    exclude: ['**/dist/**', '**/node_modules/**'],
    globalSetup: './packages/testing/src/run-folder.ts',
    sequence: { sequencer: LongFirst },
    maxWorkers: 2,
    // Suites share their worker and what it has imported: reading all modules anew for each took a tenth of a run.
    isolate: false,
    // No test is of how long it takes: what hangs is ended, however busy the machine is that what does not has to share.
    testTimeout: 900_000,
    expect: { poll: { timeout: 30_000 } },
    // Hooks open portals and load files, as tests do.
    hookTimeout: 900_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: [`${SOURCES}/*.test.ts`],
          exclude: [...ENGINE, ...PORTAL, ...PROCESS, `${SOURCES}/${BROWSER}`, '**/dist/**', '**/node_modules/**'],
          pool: 'threads',
          // The embedded engine in a thread ends the whole process: a suite that opens it is refused with a reason.
          alias: { 'chdb/connection': join(import.meta.dirname, 'packages/testing/src/no-engine.ts') },
        },
      },
      // One embedded engine at a time in a process, so these need processes; a suite closes what it has opened.
      { extends: true, test: { name: 'engine', include: ENGINE, pool: 'forks', setupFiles: [SUITE_COST] } },
      // The portal is open as long as its process: no other suite may open an engine there.
      { extends: true, test: { name: 'portal', include: PORTAL, pool: 'forks', setupFiles: [SUITE_COST] } },
      // Commands from outside, kills, locks, and what watches modules of its own.
      {
        extends: true,
        test: { name: 'process', include: PROCESS, pool: 'forks', isolate: true, setupFiles: [SUITE_COST] },
      },
      // Components and screens in a real Chromium, in one page after another, without a portal.
      {
        root: 'apps/web',
        resolve: { conditions: ['tidewaiter:source', ...defaultClientConditions] },
        // React as visitors have it: what it does for who develops takes a third of the processor.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        optimizeDeps: {
          entries: ['src/main.tsx', 'testing/setup.ts', `src/**/${BROWSER}`],
          // What the compiler imports is in no source: found late, it would begin the suites anew.
          include: ['react/jsx-runtime'],
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
        },
        server: { fs: { allow: [import.meta.dirname] } },
        test: {
          name: 'browser',
          include: [`src/**/${BROWSER}`],
          setupFiles: [join(import.meta.dirname, 'apps/web/testing/setup.ts')],
          isolate: false,
          testTimeout: 60_000,
          // A look is a query of the whole page: half as many of them cost half as much.
          expect: { poll: { timeout: 30_000, interval: 100 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: {
                ...(process.env.TIDEWAITER_CHROMIUM !== undefined && {
                  executablePath: process.env.TIDEWAITER_CHROMIUM,
                }),
                args: ['--no-sandbox', '--disable-gpu'],
              },
              contextOptions: { locale: 'en-IN', reducedMotion: 'reduce' },
              actionTimeout: 12_000,
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 720 } }],
          },
        },
      },
    ],
  },
});
