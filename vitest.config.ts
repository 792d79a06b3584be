import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** Tests run on the sources of all workspaces, against the real engines. */
const conditions = ['tidewaiter:source', ...defaultServerConditions];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['{packages,apps,scripts}/**/*.test.ts'],
    exclude: ['**/dist/**', '**/node_modules/**'],
    // An embedded engine binds one data folder per process: each test file gets a process of its own.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
