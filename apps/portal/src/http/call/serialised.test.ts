import { PORTAL } from '@tidewaiter/records';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { serialised } from './serialised.js';

const CALL = { asker: PORTAL };
const schema = z.object({
  rows: z.array(z.object({ name: z.string(), cells: z.array(z.number()) })),
  few: z.array(z.string()).max(3),
  none: z.number().optional(),
  total: z.number().nullable(),
});

it('writes long lists as the whole is written, without what the schema does not have', async () => {
  const rows = Array.from({ length: 400 }, (_, row) => ({ name: `"${row}"\n`, cells: [row, 2], secret: 'x' }));
  const answer = { total: null, rows, few: ['é'], none: undefined, secret: 'x' };
  for (const shown of [answer, { ...answer, rows: rows.slice(0, 2) }, { ...answer, none: 1 }]) {
    const text = await serialised(schema, shown, CALL);
    expect(text).toBe(JSON.stringify(z.encode(schema, shown)));
    expect(text).not.toContain('secret');
  }
  expect(await serialised(z.number(), 3, CALL)).toBe('3');
  expect(await serialised(z.string(), 'CREATED', CALL)).toBe('"CREATED"');
});

it('refuses what the schema refuses, in a long list and beside it', async () => {
  const rows = Array.from({ length: 100 }, (_, row) => ({ name: 'a', cells: row === 99 ? ['x'] : [1] }));
  await expect(serialised(schema, { rows, few: [], total: 1 }, CALL)).rejects.toThrow(z.ZodError);
  const good = rows.map((row) => ({ ...row, cells: [1] }));
  await expect(serialised(schema, { rows: good, few: ['a', 'b', 'c', 'd'], total: 1 }, CALL)).rejects.toThrow(
    z.ZodError,
  );
});
