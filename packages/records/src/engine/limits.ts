import { totalmem } from 'node:os';
import type { Settings, Statement } from './engine.js';

/** In force for every statement of a client. */
export const ALWAYS = {
  output_format_json_quote_64bit_integers: 1,
  output_format_json_quote_decimals: 1,
  // The longest question that the contract lets through is some 400 kB of SQL.
  max_query_size: '4000000',
} as const;

/** Seconds after which a search is given up. */
export const SEARCH_SECONDS = 30;

/**
 * A change of the records may take this much memory, a search a third of it: a greedy one fails alone, and nothing else does.
 * By this machine's memory; a server of its own has its own ceiling beside it (`max_server_memory_usage`).
 */
const LOAD_MEMORY = Math.min(6_000_000_000, Math.floor(totalmem() * 0.4));

/** What a change of the records may take. */
export const LOAD_LIMITS: Settings = { max_memory_usage: LOAD_MEMORY };

const SEARCH_LIMITS: Settings = {
  max_execution_time: SEARCH_SECONDS,
  max_memory_usage: Math.floor(LOAD_MEMORY / 3),
};

/** What a question of a lane may take. */
export function limitsOf(lane: Statement<unknown>['lane']): Settings {
  return lane === 'load' ? LOAD_LIMITS : SEARCH_LIMITS;
}
