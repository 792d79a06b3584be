#!/usr/bin/env node
import { existsSync } from 'node:fs';

// Each embedded statement holds a thread of libuv's pool; behind the default four, a file read waits for long questions.
// It must be set before anything uses the pool.
process.env.UV_THREADPOOL_SIZE ??= '16';

const built = new URL('../dist/cli/main.js', import.meta.url);
if (existsSync(built)) {
  await import(built.href);
} else {
  process.stderr.write('Tidewaiter is not built yet. Run `npm start` once, or `npm run build`.\n');
  process.exitCode = 1;
}
