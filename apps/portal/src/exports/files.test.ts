import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordExport } from '@tidewaiter/accounts';
import { expect, it } from 'vitest';
import { ExportFiles } from './files.js';

const exportOf = (digit: number) =>
  ({ id: `${String(digit).repeat(8)}-0000-4000-8000-000000000000`, format: 'csv' }) as RecordExport;

it('where the files take more than they may together, the oldest go, and never the one that has just come', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tidewaiter-exports-'));
  const files = new ExportFiles({ folder, quotaBytes: 25, isShared: false });
  const keep = async (digit: number, bytes: number) => {
    const path = await files.begin(exportOf(digit), 'lease');
    await writeFile(path, 'x'.repeat(bytes));
    // Each is a minute younger than the one before.
    await utimes(path, digit * 60, digit * 60);
    await files.keep(exportOf(digit), path);
  };
  const left = async () => (await readdir(folder)).map((name) => name[0]).sort();
  try {
    await keep(1, 10);
    await keep(2, 10);
    expect(await left()).toEqual(['1', '2']);
    await keep(3, 10);
    expect(await left()).toEqual(['2', '3']);
    await keep(4, 100);
    expect(await left()).toEqual(['4']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
