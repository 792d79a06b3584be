/**
 * What the loader needs of the records, and nobody else: where rows are staged, the texts and keys that a record keeps, and what a
 * report says. How a load comes into force is `Publication`, and which loads there are is `LoadRegister`; both are part of `Records`.
 */

export { type DataFile, EngineError, quote, type RecordEngine, type Settings } from './engine/engine.js';
export type { NomenclatureReport } from './reference/nomenclature.js';
export type { RatesReport } from './reference/rates.js';
export { SHIPPED_LABELS } from './reference/shipped-labels.js';
export { normalisedColumns } from './schema/tables.js';
export { descriptionTexts, partyKeys, partyTexts } from './text/normalise-columns.js';
export type { Archive } from './versions/archive.js';
export type { Change, DataVersion } from './versions/data-version.js';
export type { LoadRegister, LoadSummary } from './versions/load-register.js';
export type { LoadFigures, LoadReport, Rejection } from './versions/report.js';
export { mustBeSourceCountry } from './versions/source-countries.js';
export { dropStagingTable, STAGING_PREFIX } from './versions/staging.js';
