import { sharedRecords } from '@tidewaiter/testing/shared-records';
import { z } from 'zod';

/** What an expression of ours makes of texts, as a load applies it: over low-cardinality text, in a real engine. */
export function cleanedTexts() {
  const test = sharedRecords();
  return async (sql: (text: string) => string, texts: readonly string[]): Promise<string[]> => {
    const rows = await test.records.staging.engine.query({
      name: 'test.cleaned',
      sql: `SELECT toString(${sql('written')}) FROM (SELECT toLowCardinality(arrayJoin({texts:Array(String)})) AS written)`,
      parameters: { texts },
      row: z.tuple([z.string()]),
    });
    return rows.map(([text]) => text);
  };
}
