import { PortalError } from '@tidewaiter/contract';
import { EngineError } from './engine.js';

/** TIMEOUT_EXCEEDED, MEMORY_LIMIT_EXCEEDED: the question was too much, nothing is broken. */
const TOO_EXPENSIVE = new Set(['159', '241']);

/** TOO_DEEP_AST, TOO_BIG_AST: more alternatives of more words than the engine reads in one statement. */
const TOO_LONG = new Set(['167', '168']);

/** TOO_MANY_ROWS_OR_BYTES: the answer holds more than one may (`limits.ts`). */
const TOO_LARGE = '396';

/**
 * The engine's number of an error: on the client's error where it could read the message, else on the embedded engine's own
 * beneath it (a message of several lines, as for a cell that cannot be parsed); a streamed answer's stands in the message only.
 */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && /^\d+$/.test(String(error.code))) return String(error.code);
  if ('clickhouseCode' in error && error.clickhouseCode !== undefined) return String(error.clickhouseCode);
  return codeOf(error.cause) || (/^Code: (\d+)\./.exec(error.message)?.[1] ?? '');
}

/** A client's error as the rest of the product knows it. A question can ask for too much; a change of the records fails. */
export function failure(error: unknown, statement: string, isQuestion: boolean): PortalError | EngineError {
  const code = codeOf(error);
  if (isQuestion && TOO_EXPENSIVE.has(code)) return new PortalError('SEARCH_TOO_EXPENSIVE');
  if (isQuestion && TOO_LONG.has(code)) return new PortalError('SEARCH_TOO_LARGE');
  if (isQuestion && code === TOO_LARGE) return new PortalError('ANSWER_TOO_LARGE');
  return new EngineError(statement, code, error);
}
