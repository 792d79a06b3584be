import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRecords } from '@tidewaiter/records';
import { z } from 'zod';

export interface CleanedTexts {
  /** What an expression of ours makes of texts, as a load applies it: over low-cardinality text. */
  clean(sql: (text: string) => string, texts: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

/** A real engine for expressions of cleaning, without any records. */
export async function openCleanedTexts(): Promise<CleanedTexts> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewaiter-cleaned-'));
  const records = await openRecords(folder);
  const { engine } = records.staging;
  return {
    async clean(sql, texts) {
      const rows = await engine.query({
        name: 'test.cleaned',
        sql: `SELECT toString(${sql('written')}) FROM (SELECT toLowCardinality(arrayJoin({texts:Array(String)})) AS written)`,
        parameters: { texts },
        row: z.tuple([z.string()]),
      });
      return rows.map(([text]) => text);
    },
    async close() {
      await records.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
