import { join } from 'node:path';
import { folderOfTest } from '@tidewaiter/testing/folder';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openChdb } from './chdb.js';
import { engineFor, PORTAL } from './engine.js';
import { type StatementTaken, watched } from './statement-log.js';

it('every statement is said with its name, its time, and its rows or that it failed', async () => {
  const said: StatementTaken[] = [];
  const engine = engineFor(
    watched(await openChdb(join(folderOfTest(), 'records')), () => ({ ended: (taken) => said.push(taken) })),
    PORTAL,
  );
  const row = z.tuple([z.number()]);
  await engine.query({ name: 'test.rows', sql: 'SELECT toUInt32(number) FROM numbers(3)', row });
  await engine.run({ name: 'test.table', sql: 'CREATE TABLE t (n UInt32) ENGINE = MergeTree ORDER BY n' });
  await engine.stream({ name: 'test.stream', sql: 'SELECT toUInt32(number) FROM numbers(20000)', row }, async () => {});
  await expect(engine.query({ name: 'test.wrong', sql: 'SELECT nothing', row })).rejects.toThrow();
  await engine.close();
  const ms = expect.any(Number);
  expect(said).toEqual([
    { name: 'test.rows', lane: 'search', ms, rows: 3 },
    { name: 'test.table', lane: 'load', ms },
    { name: 'test.stream', lane: 'search', ms, rows: 20_000 },
    { name: 'test.wrong', lane: 'search', ms, failed: true },
  ]);
});
