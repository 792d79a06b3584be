import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type BreakdownQuery,
  type ListedDimension,
  type SearchPayload,
  type SearchQuery,
  searchQuery,
} from '@tidewaiter/contract';
import { DataAccess } from '@tidewaiter/contract/granting';
import { Loader, type LoadRequest } from '@tidewaiter/loader';
import {
  type Breakdown,
  type Call,
  type ClickHouseLocation,
  openRecords,
  PORTAL,
  type Records,
} from '@tidewaiter/records';
import { EVERYTHING } from '@tidewaiter/records/operator';
import { z } from 'zod';
import { type Gateway, startGateway } from './gateway.js';
import { copyFolder } from './golden-folder.js';
import { HEADER, smallMapping } from './small-files.js';

export { EVERYTHING };

/** A call of nobody's. */
export const AS_PORTAL: Call = { asker: PORTAL };

/** A part of everything, which is what may be seen of what nothing is said. */
export const seeing = (limits: Partial<Pick<DataAccess, 'countries' | 'fromDate' | 'toDate'>>) =>
  new DataAccess({ countries: 'ALL', fromDate: null, toDate: null, ...limits });

export interface TestRecords {
  records: Records;
  /** Loads files into them. */
  readonly loader: Loader;
  folder: string;
  /** Writes a file into the folder and returns its path. */
  file(name: string, text: string | Buffer): Promise<string>;
  /** Loads a file of some lines, of {@link HEADER} unless another is said. @returns the number of the load */
  load(lines: readonly string[], how?: { header?: string; name?: string } & Partial<LoadRequest>): Promise<number>;
  /** What a statement finds, each cell as text. */
  rows(
    sql: string,
    parameters?: Parameters<Records['staging']['engine']['query']>[0]['parameters'],
  ): Promise<string[][]>;
  /** Does to the tables what no load does, and waits until it is done. */
  run(sql: string): Promise<void>;
  /** Takes out all that is loaded: what follows begins without records. Numbers of loads and versions go on. */
  empty(): Promise<void>;
  /** Closes and opens again, as a restart does. */
  reopen(): Promise<Records>;
  close(): Promise<void>;
}

let gateway: Promise<Gateway> | undefined;
let databases = 0;

/** A new database on the one gateway of this process. */
async function newDatabase(): Promise<{ server: ClickHouseLocation; drop: () => Promise<unknown> }> {
  gateway ??= startGateway();
  const { ask, url } = await gateway;
  const name = `test_${databases++}`;
  await ask(`CREATE DATABASE ${name}`);
  return { server: { url: url(name) }, drop: () => ask(`DROP DATABASE ${name}`) };
}

/** Ends the gateway, where one was started: the embedded engine may then be opened elsewhere in this process. */
export async function stopGateway(): Promise<void> {
  await (await gateway)?.stop();
  gateway = undefined;
}

interface TestRecordsOptions {
  /** How the engine is reached. */
  over?: 'embedded' | 'HTTP';
  /** A data folder to begin with a copy of. */
  from?: string;
}

/** Real records in a folder of their own; over HTTP, in a database of their own behind the gateway. */
export async function temporaryRecords({ over = 'embedded', from }: TestRecordsOptions = {}): Promise<TestRecords> {
  const folder = await mkdtemp(join(tmpdir(), 'tidewaiter-records-'));
  if (from !== undefined) await copyFolder(from, folder);
  const database = over === 'HTTP' ? await newDatabase() : undefined;
  let files = 0;
  const test: TestRecords = {
    records: await openRecords(folder, { server: database?.server }),
    get loader() {
      return new Loader(test.records);
    },
    folder,
    async file(name, text) {
      const path = join(folder, name);
      await writeFile(path, text);
      return path;
    },
    async load(lines, { header = HEADER, name = `${files++}.csv`, ...how } = {}) {
      const path = await test.file(name, `${header}\n${lines.join('\n')}\n`);
      const [outcome] = await test.loader.load({ files: [{ path }], mapping: smallMapping(), ...how });
      return outcome?.loadId ?? 0;
    },
    rows: (sql, parameters = {}) =>
      test.records.staging.engine.query({ name: 'test.rows', sql, parameters, row: z.array(z.coerce.string()) }),
    run: (sql) => test.records.staging.engine.run({ name: 'test.run', sql, settings: { mutations_sync: 2 } }),
    async empty() {
      const { loads, publication } = test.records;
      await publication.unload((await loads.list()).map(({ loadId }) => loadId));
    },
    async reopen() {
      await test.records.close();
      test.records = await openRecords(folder, { server: database?.server });
      return test.records;
    },
    async close() {
      await test.records.close();
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return test;
}

/** A valid question; a test says only what matters to it. */
export function question(changes: Partial<SearchPayload> = {}): SearchQuery {
  return searchQuery.parse({
    ...{ tradeType: 'IMPORT', searchBy: 'HS_CODE', matchType: 'L', searchValue: ['8517'] },
    ...{ countryCode: ['KOR'], fromDate: '2020-01-01', toDate: '2020-12-31', ...changes },
  });
}

/** What every record answers, but for the few whose goods have these letters in a row. */
export const EVERY_RECORD = { searchBy: 'PRODUCT', matchType: 'D', searchValue: ['zz'] as string[] } as const;

/** A hand-made file of the repository. */
export const fixture = (name: string) => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

/** A real customs file that lies beside the project for its builders and is no part of it. */
export const sharedFile = (name: string) => fileURLToPath(new URL(`../../../../shared/data/${name}`, import.meta.url));

/** A page of a question, its rows as cells and what the sources wrote of them. */
export async function pageOf(records: Records, query: SearchQuery, access: DataAccess = EVERYTHING) {
  const asked = await records.ask(query, access, AS_PORTAL);
  const found = await asked.page();
  return {
    rows: found.map(({ cells }) => cells),
    asWritten: found.map(({ asWritten }) => asWritten),
    matched: found.map(({ matched }) => matched),
    searched: asked.scope,
    dataVersion: asked.dataVersion,
  };
}

/** How many records a question finds. */
export async function countOf(records: Records, query: SearchQuery, access: DataAccess = EVERYTHING) {
  const asked = await records.ask(query, access, AS_PORTAL);
  return { count: await asked.count(), dataVersion: asked.dataVersion };
}

/** A list of a question. */
export async function listOf(
  records: Records,
  dimension: ListedDimension,
  query: BreakdownQuery,
  access: DataAccess = EVERYTHING,
): Promise<Breakdown & { dataVersion: number }> {
  const asked = await records.ask(query, access, AS_PORTAL);
  return { ...(await asked.list(dimension)), dataVersion: asked.dataVersion };
}

/** Settings of statements that are given little time, as hints and phrases are. */
const HASTE = ['max_execution_time', 'timeout_overflow_mode'];

/** Gives every statement the time that it needs: on a busy machine those that have little of it would find less. */
export function withoutHaste({ askedEngine }: Records): void {
  const { query } = askedEngine;
  askedEngine.query = (statement) => {
    const settings = Object.entries(statement.settings ?? {}).filter(([name]) => !HASTE.includes(name));
    return query({ ...statement, settings: { ...Object.fromEntries(settings), max_execution_time: 600 } });
  };
}
