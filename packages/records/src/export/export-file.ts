import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { ExportFormat, SearchQuery } from '@tidewaiter/contract';
import { sourceWordsSql } from '../answers/code-names.js';
import type { NarrowedQuery } from '../query/entitlement.js';
import type { Snapshot } from '../query/snapshot.js';
import {
  type Beside,
  type ChosenRecords,
  chosenRecords,
  countChosen,
  inOrder,
  NOTHING_BESIDE,
  type RecordChoice,
} from './chosen-records.js';
import { csvHeader, csvRow } from './csv-text.js';
import { type FileColumn, fileColumns, isText } from './file-columns.js';
import { type JoinedList, ownColumns } from './own-columns.js';
import { MOST_IN_CELL, rowXml } from './sheet-xml.js';
import { type TableSheet, Workbook } from './workbook.js';

/** What a file is to be. */
export interface ExportRequest {
  choice: RecordChoice;
  /** Keys of the catalogue, in the order of the file; those that no longer exist are left out. */
  columns: readonly string[];
  /** Whether the record's id, source, file and line come behind the columns, so that a number can be traced. */
  trace?: boolean;
  /** Lists whose columns come behind all of these. */
  lists?: readonly JoinedList[];
  format: ExportFormat;
  /** CSV for programs: no byte order mark, and no apostrophe in front of what a spreadsheet would run. */
  rawCsv?: boolean;
  /** What the workbook says of itself on a sheet behind the records: a name and what it is, line by line. */
  about?: AboutLines;
  /** What is loaded of the asked countries and months, on a sheet behind that; none where nothing is. */
  coverage?: readonly Coverage[];
  /** Hears how many rows are written, now and then; of Parquet at the end only. */
  onProgress?: ((rows: number) => void) | undefined;
}

type AboutLines = readonly (readonly [name: string, text: string])[];

/** What is loaded of a month of a country. */
interface Coverage {
  country: string;
  month: string;
  records: number;
  lastDay: string;
}

export interface ExportedFile {
  rows: number;
  bytes: number;
  /** Texts that were longer than a cell of a workbook holds; the sheet about the file says so as well. */
  cutCells: number;
}

type Written = Pick<ExportedFile, 'rows' | 'cutCells'>;

/** A file under way: which records, which columns, where to. */
interface Job {
  request: ExportRequest;
  chosen: ChosenRecords;
  columns: readonly FileColumn[];
  /** What the last of the columns are made of, which are no records'. */
  beside: Beside;
  path: string;
  query: NarrowedQuery;
  snapshot: Snapshot;
}

/** The statement of a file, with what is written of each record. */
function statementOf(
  { request, chosen, columns, beside, query, snapshot }: Job,
  written: Parameters<typeof inOrder>[2],
) {
  const stored = columns.slice(0, columns.length - beside.values.length);
  const reads = stored.map(({ sql, company }, index) => ({ name: `c${index}`, sql, company }));
  return inOrder(`export.${request.format}`, reads, written, chosen, query, snapshot.version, beside);
}

/**
 * Writes chosen records of a question into a file. Under its name it is whole or not there; what a broken-off export leaves is
 * cleared away here, and after a kill lies beside it as `.part`.
 *
 * @throws what the snapshot's signal was aborted with, and what the disk said
 */
export async function exportFile(
  query: NarrowedQuery,
  search: SearchQuery,
  request: ExportRequest,
  snapshot: Snapshot,
  path: string,
): Promise<ExportedFile> {
  const words = sourceWordsSql(query, snapshot.version);
  const stored = fileColumns(request.columns, query.tradeType, request.trace ?? false, snapshot.version, words.sql);
  if (stored.length === 0) throw new Error('a file needs a column');
  const part = `${path}.part`;
  const own = request.lists?.length ? await ownColumns(request.lists, stored, `${path}.cells`, snapshot) : undefined;
  try {
    const records = chosenRecords(query, search, request.choice, snapshot);
    const chosen = { ...records, parameters: { ...records.parameters, ...words.parameters } };
    const written = await WRITERS[request.format]({
      request,
      chosen,
      columns: [...stored, ...(own?.columns ?? [])],
      beside: own?.beside ?? NOTHING_BESIDE,
      path: part,
      query,
      snapshot,
    });
    await rename(part, path);
    return { ...written, bytes: (await stat(path)).size };
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await own?.end();
  }
}

const WRITERS: Record<ExportFormat, (job: Job) => Promise<Written>> = {
  async xlsx(job) {
    const { request, columns, path, snapshot } = job;
    const row = rowXml(
      columns,
      columns.map((_, index) => `c${index}`),
    );
    const workbook = new Workbook(path, columns);
    try {
      await snapshot.bytes(statementOf(job, [row]), 'RawBLOB', async (bytes) => {
        await workbook.add(bytes);
        request.onProgress?.(workbook.written.rows);
      });
      await workbook.end(({ cutCells }) => [aboutSheet(request.about, cutCells), ...coverageSheets(request.coverage)]);
      return workbook.written;
    } catch (error) {
      await workbook.abandon();
      throw error;
    }
  },

  async csv(job) {
    const { request, chosen, columns, path, snapshot } = job;
    const raw = request.rawCsv ?? false;
    const total = await countChosen(chosen, snapshot);
    const values = columns.map((_, index) => `c${index}`);
    const output = statementOf(job, { row: csvRow(columns, values, raw) });
    const file = await open(path, 'w', 0o600);
    try {
      await file.writeFile(csvHeader(columns, raw));
      let lines = 0;
      await snapshot.bytes(
        { ...output, settings: { ...output.settings, format_csv_null_representation: '' } },
        'RawBLOB',
        async (bytes) => {
          await file.writeFile(bytes);
          // A cell may hold several lines: they tell how far it is, not how much there was.
          lines += linesOf(bytes);
          request.onProgress?.(Math.min(lines, total));
        },
      );
    } finally {
      await file.close();
    }
    return { rows: total, cutCells: 0 };
  },

  async parquet(job) {
    const { request, chosen, columns, path, snapshot } = job;
    const rows = await countChosen(chosen, snapshot);
    const cells = columns.map((column, index) =>
      isText(column) ? `nullIf(toString(c${index}), '') AS \`${column.key}\`` : `c${index} AS \`${column.key}\``,
    );
    const output = statementOf(job, cells);
    await writeFile(path, '', { mode: 0o600 });
    await snapshot.writeFile({ ...output, settings: { ...output.settings, ...PARQUET } }, 'Parquet', path);
    request.onProgress?.(rows);
    return { rows, cutCells: 0 };
  },
};

/** Groups of rows that are held until they are full. */
const PARQUET = { output_format_parquet_row_group_size: 65_536, output_format_parquet_parallel_encoding: 0 };

function linesOf(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines += 1;
  return lines;
}

const aboutSheet = (about: AboutLines = [], cutCells: number): TableSheet => ({
  name: 'About this file',
  columns: [
    ['About', 28],
    ['Text', 110],
  ],
  rows: [...about, ...cutNote(cutCells)],
});

function coverageSheets(coverage: readonly Coverage[] = []): TableSheet[] {
  if (coverage.length === 0) return [];
  const rows = coverage.map(({ country, month, records, lastDay }) => [country, month, records, new Date(lastDay)]);
  return [
    {
      name: 'Coverage',
      columns: [
        ['Country', 28],
        ['Month', 12],
        ['Records loaded', 18],
        ['Latest', 14],
      ],
      rows,
    },
  ];
}

function cutNote(cutCells: number): AboutLines {
  if (cutCells === 0) return [];
  const cells = cutCells === 1 ? 'One text was' : `${cutCells.toLocaleString('en-US')} texts were`;
  const limit = MOST_IN_CELL.toLocaleString('en-US');
  return [
    [
      'Cut texts',
      `${cells} longer than the ${limit} characters that a cell holds; each ends with “…” here. CSV and Parquet hold them whole.`,
    ],
  ];
}
