/** A file of records from its quote to its bytes. */
import { ApiProblem } from './problem.js';
import { pause } from './retries.js';
import type { CallOptions, ExportMade, Methods, OnceOptions, PlainQuestion, RequestFor } from './types.js';

export interface ExportOptions extends OnceOptions {
  columns?: RequestFor<'startExport'>['columns'];
  format?: RequestFor<'startExport'>['format'];
  /** What it may cost; it is refused beyond that, and nothing is spent. Nothing unless it is said. */
  maxPoints?: number | undefined;
  /** Told each time it was looked how far it is. */
  onProgress?: ((made: ExportMade) => void) | undefined;
}

export interface ExportedFile {
  about: ExportMade;
  file: ReadableStream<Uint8Array>;
}

/** How soon it is looked whether a file is there, and how late at most, in milliseconds. */
const FIRST_LOOK_MS = 200;
const LAST_LOOK_MS = 3000;

const isOver = ({ state }: ExportMade) => state !== 'waiting' && state !== 'making';

/** What an export needs of a client. */
export type ExportCalls = Pick<Methods, 'count' | 'quoteExport' | 'startExport' | 'readExport' | 'cancelExport'> & {
  exportFile(id: string, options?: CallOptions): Promise<ReadableStream<Uint8Array>>;
};

async function started(client: ExportCalls, question: PlainQuestion, options: ExportOptions): Promise<ExportMade> {
  const { columns, format = 'csv', maxPoints = 0, idempotencyKey, signal } = options;
  // What is exported is a search that was asked.
  await client.count({ question }, { signal });
  const wanted = { question, ...(columns && { columns }) };
  const { data: quote } = await client.quoteExport(wanted, { signal });
  if (quote.refusal) throw new ApiProblem(quote.refusal.error_code, 403, quote.refusal.error_msg);
  if (quote.points > maxPoints)
    throw new ApiProblem(
      'points_needed',
      402,
      `${quote.rows} records cost ${quote.points} points: agree to so many, or more.`,
    );
  const { data } = await client.startExport(
    { ...wanted, format, fingerprint: quote.fingerprint },
    { signal, idempotencyKey },
  );
  return data;
}

/**
 * Exports records at the price that was agreed to. Whoever abandons it before its file is there has it cancelled, and its points back.
 *
 * @throws ApiProblem `points_needed` where it costs more, and why an export failed
 */
export async function exportRecords(
  client: ExportCalls,
  question: PlainQuestion,
  options: ExportOptions = {},
): Promise<ExportedFile> {
  const { signal, onProgress } = options;
  let made = await started(client, question, options);
  const { id: export_id } = made;
  try {
    for (let wait = FIRST_LOOK_MS; !isOver(made); wait = Math.min(wait * 1.5, LAST_LOOK_MS)) {
      onProgress?.(made);
      await pause(wait, signal);
      ({ data: made } = await client.readExport({ export_id }, { signal }));
    }
  } catch (error) {
    if (signal?.aborted) await client.cancelExport({ export_id }).catch(() => undefined);
    throw error;
  }
  onProgress?.(made);
  if (made.state !== 'ready')
    throw new ApiProblem(
      made.refusal?.code ?? made.state,
      409,
      made.refusal?.message ?? `The export was ${made.state}.`,
    );
  return { about: made, file: await client.exportFile(export_id, { signal }) };
}
