/** A file of records from its quote to its bytes. */
import {
  columnsFor,
  type Endpoints,
  type ExportView,
  PortalError,
  type RequestOf,
  withCompanies,
} from '@tidewaiter/contract';
import type { Calls } from './client.js';
import type { Query } from './reading.js';
import { pause } from './retries.js';

type Asked = RequestOf<Endpoints['startExport']>;

export interface ExportOptions extends Partial<Pick<Asked, 'columnKeys' | 'format' | 'trace' | 'key'>> {
  /** What it may cost; it is refused beyond that, and nothing is spent. Nothing unless it is said. */
  maxPoints?: number;
  /** Told each time it was looked how far it is. */
  onProgress?: (made: ExportView) => void;
  signal?: AbortSignal;
}

export interface ExportedFile {
  about: ExportView;
  file: ReadableStream<Uint8Array>;
}

/** What files are fetched by. */
export interface Files {
  calls: Calls;
  baseUrl: string;
  fetch: typeof fetch;
}

/** How soon it is looked whether a file is there, and how late at most, in milliseconds. */
const FIRST_LOOK_MS = 200;
const LAST_LOOK_MS = 3000;

/** How often it is looked whether a file is there that is made again. */
const MADE_AGAIN_LOOKS = 100;

const isOver = ({ state }: ExportView) => state !== 'WAITING' && state !== 'MAKING';

/** Columns that every record has. */
const coreColumns = ({ tradeType, countryCode }: Query) =>
  withCompanies(
    tradeType,
    columnsFor(tradeType, countryCode)
      .filter(({ set, alias }) => set === 'core' && !alias)
      .map(({ key }) => key),
  );

/** The file of an export, which is waited for where it is made again. */
export async function exportFile(
  { calls, baseUrl, fetch }: Files,
  exportId: string,
  signal?: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const within = signal && { signal };
  for (let look = 0; look < MADE_AGAIN_LOOKS; look += 1) {
    const { url } = await calls.fetchExport({ exportId }, within);
    if (url !== null) {
      const { ok, body } = await fetch(baseUrl + url, { method: 'GET', signal: signal ?? null });
      if (!ok || !body) throw new PortalError('EXPORT_GONE');
      return body;
    }
    await pause(LAST_LOOK_MS, signal);
  }
  throw new PortalError('FILE_MADE_AGAIN');
}

/**
 * Exports records at the price that was agreed to. Whoever abandons it before its file is there has it cancelled, and its points back.
 *
 * @throws PortalError `POINTS_NEEDED` where it costs more, and why an export failed
 */
export async function exportRecords(
  files: Files,
  query: Query,
  { maxPoints = 0, onProgress, signal, key = crypto.randomUUID(), format = 'csv', ...options }: ExportOptions = {},
): Promise<ExportedFile> {
  const { calls } = files;
  const within = signal && { signal };
  const wanted = { columnKeys: coreColumns(query), ...options, query };
  // What is exported is a search that was asked.
  await calls.searchCount(query, within);
  const { query: _, columnKeys } = wanted;
  const quote = await calls.quoteExport({ query, columnKeys }, within);
  if (quote.refusal) throw new PortalError(quote.refusal.errorCode, [], quote.refusal.errorMsg);
  if (quote.points > maxPoints) {
    const message = `${quote.rows} records cost ${quote.points} points: agree to so many, or more.`;
    throw new PortalError('POINTS_NEEDED', [], message);
  }
  let made = await calls.startExport({ ...wanted, format, key, fingerprint: quote.fingerprint }, within);
  const { exportId } = made;
  try {
    for (let wait = FIRST_LOOK_MS; !isOver(made); wait = Math.min(wait * 1.5, LAST_LOOK_MS)) {
      onProgress?.(made);
      await pause(wait, signal);
      made = await calls.exportDetails({ exportId }, within);
    }
  } catch (error) {
    if (signal?.aborted) await calls.cancelExport({ exportId }).catch(() => undefined);
    throw error;
  }
  onProgress?.(made);
  if (made.state !== 'READY') {
    const { errorCode = 'INTERNAL', errorMsg = `The export is ${made.state.toLowerCase()}.` } = made.reason ?? {};
    throw new PortalError(errorCode, [], errorMsg);
  }
  return { about: made, file: await exportFile(files, exportId, signal) };
}
