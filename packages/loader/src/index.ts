export { type Answered, mustAnswer, type NamedInAnswers, withAnswer } from './answered-file.js';
export { filesToRead, joinedNames } from './layout/joined-files.js';
export {
  type LoadMapping,
  mappingHash,
  parseMapping,
  readMapping,
  shippedJoining,
  shippedMapping,
  shippedMappings,
} from './layout/mapping.js';
export type { LoadedFile, LoadOutcome, LoadProgress, LoadRequest } from './load-request.js';
export { Loader } from './loader.js';
export { loadNomenclature } from './nomenclature-file.js';
export { loadRates } from './rate-file.js';
export { tablesIn } from './reading/archive/zip-archive.js';
export { codeFilesOf } from './reading/form/code-files.js';
export { type FileForm, type FileSection, fileSection, formInWords } from './reading/form/file-form.js';
export { type FileLayout, knownLayouts, readLayout, sectionOf } from './reading/form/file-layout.js';
export { type RawRows, type ReadOptions, readRawRows } from './reading/raw-rows.js';
export { isReadBy, mappingOfFile, publicSources, readTotals, totalsOfFile } from './sources.js';
export { type ChangedLayout, changeInWords } from './understand/changed-layout.js';
export type { UnderstoodFile } from './understand/choose-mapping.js';
export type { Consequence, FirstRecord, LoadPreview, PreviewedQuestion } from './understand/proposal/load-preview.js';
export { type UnderstoodColumn, understandFile } from './understand/understand-file.js';
export { commandOf, UnresolvedMapping } from './understand/unresolved-mapping.js';
