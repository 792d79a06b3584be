/** Files that records are exported to. */
export const EXPORT_FORMATS = ['xlsx', 'csv', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * What became of an export: it waits for its turn, its points are taken and its file is being made, its file is there, or nothing
 * came of it and nothing was paid.
 */
export const EXPORT_STATES = ['WAITING', 'MAKING', 'READY', 'FAILED', 'CANCELLED'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];
