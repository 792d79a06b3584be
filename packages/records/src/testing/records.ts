import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SearchPayload, type SearchQuery, searchQuery } from '@tidewaiter/contract';
import { openRecords, type Records } from '../records.js';
import type { Entitlement } from '../search/entitlement.js';

/** Everything may be seen. */
export const EVERYTHING: Entitlement = { countries: 'ALL', fromDate: null, toDate: null };

export interface TestRecords {
  records: Records;
  folder: string;
  /** Writes a file into the folder and returns its path. */
  file(name: string, text: string | Buffer): Promise<string>;
  /** Closes and opens again, as a restart does. */
  reopen(): Promise<Records>;
  close(): Promise<void>;
}

/** Real records in a folder of their own. */
export async function temporaryRecords(): Promise<TestRecords> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewaiter-records-'));
  const test: TestRecords = {
    records: await openRecords(folder),
    folder,
    async file(name, text) {
      const path = join(folder, name);
      await writeFile(path, text);
      return path;
    },
    async reopen() {
      await test.records.close();
      test.records = await openRecords(folder);
      return test.records;
    },
    async close() {
      await test.records.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return test;
}

/** A valid question; a test says only what matters to it. */
export function question(changes: Partial<SearchPayload> = {}): SearchQuery {
  return searchQuery.parse({
    tradeType: 'IMPORT',
    searchBy: 'HS_CODE',
    matchType: 'L',
    searchValue: ['8517'],
    countryCode: ['KOR'],
    fromDate: '2020-01-01',
    toDate: '2020-12-31',
    ...changes,
  });
}

/** A hand-made file of the repository. */
export const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

/** A real customs file that lies beside the project for its builders and is no part of it. */
export const sharedFile = (name: string) =>
  fileURLToPath(new URL(`../../../../../shared/data/${name}`, import.meta.url));
