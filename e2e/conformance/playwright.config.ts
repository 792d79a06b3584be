import { defineConfig } from '@playwright/test';
import screens from '../playwright.config.js';

/** The points of the specification, each a test, against a running portal: `npm run conformance`. */
export default defineConfig({
  ...screens,
  testDir: '.',
  globalSetup: '../src/demo-folder.ts',
  // Many sentences are looked at for the first time, on a machine that may be busy.
  expect: { timeout: 90_000 },
  outputDir: '../../test-results/conformance',
  reporter: [['./reporter.ts'], ['json', { outputFile: '../../test-results/conformance.json' }]],
});
