import { defineConfig } from '@playwright/test';

/** Screens are tested through the built application, in a real Chromium that `npm test` finds. */
const executablePath = process.env.TIDEWAITER_CHROMIUM;

export default defineConfig({
  testDir: 'src',
  outputDir: '../test-results/browser',
  // Each has a portal of its own.
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['json', { outputFile: '../test-results/playwright.json' }]],
  use: {
    trace: 'retain-on-failure',
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
      ],
    },
  },
});
