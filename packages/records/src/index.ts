export type { CountryCoverage } from './coverage.js';
export { LoadError } from './load/load-error.js';
export type { LoadOutcome, LoadProgress, LoadRequest, LoadSummary } from './load/loader.js';
export { type LoadMapping, parseMapping, shippedMapping, shippedMappings } from './load/mapping.js';
export { type LoadReport, type Rejection, rejectionsOf } from './load/report.js';
export type { RatesReport } from './rates/rates.js';
export { openRecords, type Records } from './records.js';
export type { Entitlement, Scope } from './search/entitlement.js';
export type { SearchPage } from './search/search.js';
