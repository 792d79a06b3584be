export { PortalError } from '@tidewaiter/contract';
export { type Calls, type Client, type ClientOptions, createClient } from './client.js';
export type { ExportedFile, ExportOptions } from './exporting.js';
export type { Query, Reading, ReadingOptions, ReadingProgress, TradeRecord } from './reading.js';
