import { defineConfig } from '@playwright/test';
import { workInMemory } from '@tidewaiter/testing/memory-folder';

workInMemory();

/** Screens are tested through the built application, in a real Chromium that `npm test` finds. */
const executablePath = process.env.TIDEWAITER_CHROMIUM;

/** Whose deep tests run too: the ends of their paths. */
const deepSuites = (process.env.TIDEWAITER_DEEP_SPECS ?? '*.spec.ts').split(',').filter((path) => path !== '');

export default defineConfig({
  testDir: 'src',
  projects: [
    { name: 'gate', grepInvert: /@deep/ },
    { name: 'deep', grep: /@deep/, testMatch: deepSuites.map((path) => `**/${path.split('/').at(-1)}`) },
  ],
  globalSetup: './src/demo-folder.ts',
  outputDir: '../test-results/browser',
  // Each has a portal of its own. On two cores, three took a sixth less time than two.
  workers: 3,
  // Tests, not files, are handed out, so that no worker is left with a long file at the end.
  fullyParallel: true,
  // What hangs is ended, however busy the machine is that what does not has to share.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    // Emptied between tests instead of made anew: with a context of its own, a test's first page cost half as much again.
    reuseContext: true,
    // Browsers of other places are offered other digits, which one test looks at.
    locale: 'en-IN',
    // A deep run sees what moves as it moves; drawing that takes a tenth of a page's cost.
    contextOptions: { reducedMotion: process.env.TIDEWAITER_DEEP === '1' ? 'no-preference' : 'reduce' },
    // A failure leaves its calls, steps, console and last picture; filming every test for that cost a third of the whole run.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      // Nothing of a browser's own may leave for the network while screens are tested.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A name for the portal under which browsers do not hold plain HTTP to be secure, as they do on loopback.
        '--host-resolver-rules=MAP portal.example 127.0.0.1',
      ],
    },
  },
});
