export type { Amounts, UnitAmounts } from './analysis/amounts.js';
export type { FigureGroup, FigureList, Figures } from './analysis/company-figures.js';
export type { NamedGroup } from './analysis/groups.js';
export { type Asker, EngineError } from './engine/engine.js';
export type { ExportChoice, ExportPlan } from './export/plan.js';
export { type LoadMapping, parseMapping, shippedMapping, shippedMappings } from './load/layout/mapping.js';
export type {
  LoadedFile,
  LoadOutcome,
  LoadProgress,
  LoadRequest,
} from './load/load-request.js';
export { type FileForm, type FileSection, fileSection, formInWords } from './load/reading/file-form.js';
export { tablesIn } from './load/reading/zip-archive.js';
export { optionOf, readAnswers } from './load/understand/answers.js';
export type { UnderstoodFile } from './load/understand/choose-mapping.js';
export type { Consequence, Foreseen, ForeseenQuestion } from './load/understand/foreseen.js';
export { commandOf, UnclearFile } from './load/understand/unclear-file.js';
export type { UnderstoodColumn } from './load/understand/understand-file.js';
export { EVERYTHING_LOADED, type Question } from './question.js';
export { openRecords, type Records } from './records.js';
export type { NomenclatureEntry, NomenclatureReport } from './reference/nomenclature.js';
export type { RatesReport } from './reference/rates.js';
export { SHIPPED_LABELS } from './reference/shipped-labels.js';
export type { Breakdown } from './search/breakdowns.js';
export type { CountryCoverage } from './search/coverage.js';
export { bySource, type SourceCoverage } from './search/coverage.js';
export { type Asked, narrow } from './search/entitlement.js';
export type { LoadSummary } from './versions/load-register.js';
export type { PartyJoin } from './versions/party-joins.js';
export { type LoadReport, type Rejection, rejectedRows, rejectionsOf } from './versions/report.js';
export { mustBeSourceCountry } from './versions/source-countries.js';
export { highestSuppression, type Subject } from './versions/suppressed.js';
export type { Suppression } from './versions/suppressions.js';
