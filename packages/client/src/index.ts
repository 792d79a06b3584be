export { type Client, createClient } from './client.js';
export type { ExportedFile, ExportOptions } from './exporting.js';
export { ApiProblem, type FieldError } from './problem.js';
export type { Reading, ReadingOptions, ReadingProgress } from './reading.js';
export type { ClientOptions } from './transport.js';
export type {
  Answer,
  CallOptions,
  DataOf,
  ExportMade,
  Meta,
  OnceOptions,
  PlainQuestion,
  TradeRecord,
} from './types.js';
