import { readdir, utimes, writeFile } from 'node:fs/promises';
import type { RecordExport } from '@tidewaiter/accounts';
import { folderOfTest } from '@tidewaiter/testing/folder';
import { beforeEach, expect, it } from 'vitest';
import { ExportFiles } from './files.js';

const exportOf = (digit: number) =>
  ({ id: `${String(digit).repeat(8)}-0000-4000-8000-000000000000`, format: 'csv' }) as RecordExport;

let folder: string;
let files: ExportFiles;
beforeEach(() => {
  folder = folderOfTest();
  files = new ExportFiles({ folder, quotaBytes: 25, isShared: false });
});

/** Each is a minute younger than the one before. */
const minute = (digit: number) => new Date(digit * 60_000);

async function begin(digit: number, bytes: number): Promise<string> {
  const path = await files.begin(exportOf(digit), 'lease');
  await writeFile(path, 'x'.repeat(bytes));
  await utimes(path, minute(digit), minute(digit));
  return path;
}

const keep = async (digit: number, bytes: number) => files.keep(exportOf(digit), await begin(digit, bytes));
const left = async () => (await readdir(folder)).map((name) => name[0]).sort();

it('where the files take more than they may together, the oldest go, and never the one that has just come', async () => {
  await keep(1, 10);
  await keep(2, 10);
  expect(await left()).toEqual(['1', '2']);
  await keep(3, 10);
  expect(await left()).toEqual(['2', '3']);
  await keep(4, 100);
  expect(await left()).toEqual(['4']);
});

it('a file whose time is over goes; one that is being made is none yet', async () => {
  await begin(1, 1);
  for (const digit of [2, 3, 4]) await keep(digit, 1);
  await files.expire(minute(3));
  expect(await left()).toEqual(['1', '3', '4']);
});

it('what was never finished goes at the start, in a shared folder once nobody can be making it', async () => {
  await keep(1, 1);
  await begin(2, 1);
  const lately = await files.begin(exportOf(3), 'lease');
  await writeFile(lately, 'x');
  await new ExportFiles({ folder, quotaBytes: 25, isShared: true }).clear();
  expect(await left()).toEqual(['1', '3']);
  await files.clear();
  expect(await left()).toEqual(['1']);
});
