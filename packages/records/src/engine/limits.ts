import { totalmem } from 'node:os';
import type { Settings } from './engine.js';

/** In force for every statement of a client. */
export const ALWAYS = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  // Beyond any statement that is let through (STATEMENT_BYTES), with room for its settings.
  max_query_size: '4000000',
} as const;

/**
 * Largest statement, SQL and bound values together, in bytes. The engine holds a statement several times over while it reads it,
 * and what waits for a lane is held here. The largest requests of the contract become two thirds of it at most
 * (`hostile-input.engine.test.ts`).
 */
export const STATEMENT_BYTES = 1_000_000;

/** Seconds after which a search is given up. */
export const SEARCH_SECONDS = 30;

/** What one statement may take: a question, or a part of a change of the records. A greedy one fails alone. */
export interface Limits {
  search: Settings;
  load: Settings;
}

const MB = 1_000_000;
const GB = 1000 * MB;

/** What an answer may hold: all of it lies in this process, as text and as values, before it goes on. */
const answer = (rows: number, bytes: number): Settings => ({
  max_result_rows: rows,
  max_result_bytes: bytes,
  result_overflow_mode: 'throw',
});

const limits = (searchMemory: number, loadMemory: number): Limits => ({
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

/** The engine in this process leaves room for the rest of it, and for a few statements at once. */
export function embeddedLimits(): Limits {
  const memory = Math.min(6 * GB, totalmem() * 0.4);
  return limits(memory / 3, memory);
}

/** A server of its own; how much all statements together may take is its own setting (`max_server_memory_usage`). */
export const SERVER_LIMITS: Limits = limits(8 * GB, 24 * GB);
