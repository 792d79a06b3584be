import { totalmem } from 'node:os';
import type { Settings, WARMING } from './engine.js';

/** In force for every statement of a client. */
export const ALWAYS = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  // Beyond any statement that is let through (STATEMENT_BYTES), with room for its settings.
  max_query_size: '4000000',
} as const;

/**
 * The embedded engine's threads step back behind the portal's own, which work for moments: beside an account that asks for much, others
 * wait less for small calls (decision 0046). Where the process may not say so (CAP_SYS_NICE) it changes nothing.
 */
export const BEHIND_THE_PORTAL: Settings = { os_threads_nice_value_query: 10 };

/**
 * Largest statement, SQL and bound values together, in bytes. The engine holds a statement several times over while it reads it,
 * and what waits for a lane is held here. The largest requests of the contract become two thirds of it at most
 * (`hostile-input.deep.engine.test.ts`).
 */
export const STATEMENT_BYTES = 1_000_000;

/** Seconds after which a search is given up. */
export const SEARCH_SECONDS = 30;

/** What one statement may take: a question, a part of a change of the records, or a file. A greedy one fails alone. */
export interface Limits {
  /** Beside those of its lane, of a statement for {@link WARMING}. */
  warming: Settings;
  search: Settings;
  load: Settings;
  export: Settings;
}

const MB = 1_000_000;
const GB = 1000 * MB;

/** What an answer may hold: all of it lies in this process, as text and as values, before it goes on. */
const answer = (rows: number, bytes: number): Settings => ({
  max_result_rows: rows,
  max_result_bytes: bytes,
  result_overflow_mode: 'throw',
});

/**
 * A file of a million rows is sorted on the disk and leaves in small blocks, so that it takes little memory however long it becomes
 * (decision 0031). It may take as long as it takes; one thread leaves the others' cores to searches.
 */
const EXPORT: Settings = {
  max_threads: 1,
  max_memory_usage: 1 * GB,
  max_bytes_before_external_sort: 64 * MB,
  max_bytes_ratio_before_external_sort: 0,
  max_block_size: 2048,
  // As many blocks as there are files on the disk are held at once while they are merged, each with its buffer.
  prefer_external_sort_block_bytes: 300_000,
  temporary_files_buffer_size: 131_072,
  // A buffer for each column of each part is what would take the most.
  max_read_buffer_size: 131_072,
  max_read_buffer_size_local_fs: 131_072,
  // The set of an export's ids is looked into, never held against the sort key, in which an id leads nowhere: that took 500 MiB.
  use_index_for_in_with_subqueries: 0,
};

/** What keeps the ids of an export: their sort goes over the disk, and they are written as they come. */
export const KEEPING: Settings = {
  max_threads: 1,
  max_block_size: 8192,
  max_bytes_before_external_sort: 16 * MB,
  max_bytes_ratio_before_external_sort: 0,
  min_insert_block_size_rows: 131_072,
  min_insert_block_size_bytes: 8 * MB,
};

const limits = (searchMemory: number, loadMemory: number): Omit<Limits, 'warming'> => ({
  export: EXPORT,
  search: {
    max_execution_time: SEARCH_SECONDS,
    max_memory_usage: Math.floor(searchMemory),
    // A page of 200 records whose every text is as long as real files have them is under 10 MB.
    ...answer(200_000, 32 * MB),
  },
  // Rows of a small file, or what a load keeps of its own: the rejections of one are the most.
  load: { max_memory_usage: Math.floor(loadMemory), ...answer(2_000_000, 512 * MB) },
});

/**
 * Settings of a statement of an account that asks for more than its share: one thread leaves the others' cores alone. The engine's
 * own `priority` changed nothing that could be measured (decision 0021).
 */
export const BEYOND_SHARE: Settings = { max_threads: 1 };

/** What this process may have of the machine's memory, in bytes: a container or a service manager may give it less than there is. */
export function memoryOfProcess(): number {
  // Without such a limit it says 0, or more than any machine has.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/** Behind what people ask, which is itself behind the portal: where nobody asks it has all the processor. Decision 0082. */
const BEHIND_QUESTIONS: Settings = { os_threads_nice_value_query: 19 };

/**
 * Of the embedded engine as a whole: its merges of parts step back as far, which would otherwise come before what people ask for minutes after
 * a load. Decision 0088.
 */
export const MERGES_BEHIND_QUESTIONS: Settings = { os_threads_nice_value_merge_mutate: 19 };

/** The engine in this process leaves room for the rest of it, and for a few statements at once. */
export function embeddedLimits(): Limits {
  const memory = Math.min(6 * GB, memoryOfProcess() * 0.4);
  const { load, ...others } = limits(memory / 3, memory);
  return { ...others, load: { ...load, ...BEHIND_QUESTIONS }, warming: BEHIND_QUESTIONS };
}

/** A server of its own; how much all statements together may take is its own setting (`max_server_memory_usage`). */
export const SERVER_LIMITS: Limits = { ...limits(8 * GB, 24 * GB), warming: {} };
