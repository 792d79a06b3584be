/** What an export is, what is asked of one, and what it comes to. */
import { ERRORS, type ExportFormat, type OwnColumns, type SearchQuery } from '@tidewaiter/contract';
import { plainName } from '@tidewaiter/contract/api';
import { DataAccess } from '@tidewaiter/contract/granting';
import type { recordExports } from '../database/schema.js';
import type { Facts } from '../webhooks/webhooks.js';

/** The kind of the jobs that send the files of standing questions where they go. */
export const SENDING_JOB = 'file-sending';

export interface SendingPayload {
  exportId: string;
}

/** The kind of the jobs that make files. */
export const EXPORT_JOB = 'export';

/** What an export job does: the whole of an export, or the file alone once more. */
export interface ExportPayload {
  exportId: string;
  /** Its records are wanted, and no file before somebody fetches it. */
  recordsAlone?: true;
}

export type RecordExport = typeof recordExports.$inferSelect;

/**
 * What the account could see when an export was paid for. Of those from before this was kept it is what they asked for: their records
 * were chosen then, and nothing beside them is asked with it.
 */
export function accessOf({ entitlement, query }: RecordExport): DataAccess {
  const { countryCode, fromDate, toDate } = query;
  return entitlement ?? new DataAccess({ countries: countryCode, fromDate, toDate });
}

/** What somebody asks for, at a price that they have seen. */
export interface NewExport {
  key: string;
  searchId: string;
  question: string;
  query: SearchQuery;
  columnKeys: string[];
  format: ExportFormat;
  trace: boolean;
  raw: boolean;
  ownColumns?: OwnColumns;
  fileName: string;
  /** The standing question that has it made, and the latest month that is whole, as YYYY-MM. */
  questionId?: string;
  questionMonth?: string | undefined;
  /** The most that it may cost, where that is not what it costs now. */
  agreedPoints?: number;
  ids: string[] | null;
  rows: number;
  points: number;
}

/** What an export holds and costs, as it was found when its turn came. */
export interface Reservation {
  /** Under which the record engine keeps its records. */
  number: number;
  rows: number;
  newRows: number;
  points: number;
  dataVersion: number;
  /** What the account may see now. */
  entitlement: DataAccess;
  /** The exports whose records were held to be owned. */
  owned: readonly number[];
}

/** An export with the name of its person, and how far its job is. */
export interface ListedExport {
  export: RecordExport;
  personName: string;
  rowsDone: number;
}

/** Another export of the account is being made: two at once would both pay for a record that they share. */
export class AnotherIsMade extends Error {
  override readonly name = 'AnotherIsMade';
}

/** What webhooks are told of an export that has ended. */
export function toldOf(ended: RecordExport, link: string): { event: 'export.ready' | 'export.failed'; facts: Facts } {
  const event = ended.state === 'READY' ? 'export.ready' : 'export.failed';
  const { id, question, format, fileName, rows, points, bytes, dataVersion, reason } = ended;
  const made = { records: rows, points, bytes, data_version: dataVersion };
  const facts = {
    export_id: id,
    ...{ in_words: question, format, file_name: fileName },
    ...(event === 'export.ready'
      ? made
      : { code: reason && plainName(reason), message: reason && ERRORS[reason].message }),
    link,
  };
  return { event, facts };
}
