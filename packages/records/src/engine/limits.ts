import { totalmem } from 'node:os';
import type { Settings } from './engine.js';

/** In force for every statement of a client. */
export const ALWAYS = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  // The longest question that the contract lets through is some 400 kB of SQL.
  max_query_size: '4000000',
} as const;

/** Seconds after which a search is given up. */
export const SEARCH_SECONDS = 30;

/** What one statement may take: a question, or a part of a change of the records. A greedy one fails alone. */
export interface Limits {
  search: Settings;
  load: Settings;
}

const GB = 1_000_000_000;

const limits = (searchMemory: number, loadMemory: number): Limits => ({
  search: { max_execution_time: SEARCH_SECONDS, max_memory_usage: Math.floor(searchMemory) },
  load: { max_memory_usage: Math.floor(loadMemory) },
});

/** The engine in this process leaves room for the rest of it, and for a few statements at once. */
export function embeddedLimits(): Limits {
  const memory = Math.min(6 * GB, totalmem() * 0.4);
  return limits(memory / 3, memory);
}

/** A server of its own; how much all statements together may take is its own setting (`max_server_memory_usage`). */
export const SERVER_LIMITS: Limits = limits(8 * GB, 24 * GB);
