import { OperatorError, type TradeType } from '@tidewaiter/contract';
import type { LoadReport, Rejection } from '@tidewaiter/records/loading';
import { mustBeSourceCountry } from '@tidewaiter/records/loading';
import type { Target } from './compile/transform.js';
import type { FileToRead } from './layout/joined-files.js';
import type { LoadMapping } from './layout/mapping.js';
import type { FileForm, FileSection } from './reading/form/file-form.js';
import type { FileLayout } from './reading/form/file-layout.js';
import type { UnderstoodFile } from './understand/choose-mapping.js';

export interface LoadedFile extends FileToRead {
  /** Where the mapping does not say. */
  trade?: TradeType | undefined;
  /** What the operator answers of this file alone, beside what is asked for all. */
  answers?: {
    country?: string | undefined;
    mapping?: LoadMapping | undefined;
    set?: readonly string[] | undefined;
    form?: FileSection | undefined;
    /** Questions that were answered by taking what is proposed, by their texts. */
    asProposed?: readonly string[] | undefined;
  };
}

export interface LoadRequest {
  /** All become visible together. */
  files: readonly LoadedFile[];
  country?: string | undefined;
  /** Without one, the shipped mapping that was made for the file's header, or else what is understood of the file. */
  mapping?: LoadMapping | undefined;
  /** What the operator says of the files' form, before the mapping; it becomes part of it. */
  form?: FileSection | undefined;
  /** Layouts of files without a header, beside those that every load knows. */
  layouts?: readonly FileLayout[] | undefined;
  /** The mappings that the operator has saved, the last first, with their former versions: a file that one fits follows it. */
  mappings?: readonly LoadMapping[] | undefined;
  /** What the mapping is called that is understood of the file; found out unless said. */
  name?: string | undefined;
  /** What the operator answers to what a file leaves open: `Header=column`, `currency=INR` … */
  set?: readonly string[] | undefined;
  /** Takes what is proposed where something is open, and publishes what looks wrong once it is loaded. */
  accept?: boolean | undefined;
  /** Finds out where the answers of what a file leaves open lead, and what its first rows become, for somebody who looks at it. */
  preview?: boolean | undefined;
  /** Remembers how the files are read, for others with the same header. */
  learn?: boolean | undefined;
  /** What was taken as it was proposed when the file was first loaded. */
  assumed?: readonly string[] | undefined;
  /** Who publishes the file; by default the mapping's name. */
  source?: string | undefined;
  /** The rates by which values are converted; those in force unless said. */
  ratesVersion?: number | undefined;
  /** A load that these files take the place of. */
  replace?: number | undefined;
  /** Does everything but publish. */
  dryRun?: boolean;
  demo?: boolean;
}

export interface LoadOutcome {
  file: string;
  /** Null when nothing was published: the same file is loaded already, or this was a dry run. */
  loadId: number | null;
  /** The load that already holds this very file. */
  sameAs: number | null;
  /** Other loads that hold some of its records, in words; only a dry run goes on to say so. */
  overlaps: readonly string[];
  /** What the file was read as. */
  form: FileForm;
  mapping: string;
  /** What the file is and how its columns are read; only a dry run says so. */
  understood: UnderstoodFile | null;
  report: LoadReport;
  /** These are the first of the rejected rows. */
  rejections: Rejection[];
}

export type LoadProgress = (step: {
  file: string;
  phase: 'unpacking' | 'reading' | 'writing' | 'publishing';
  bytes?: number;
}) => void;

/**
 * What a file's records are, from what was asked and what the mapping says.
 *
 * @throws OperatorError when something is missing, unknown or contradicts the mapping
 */
export function resolveTarget(
  request: LoadRequest,
  trade: TradeType | undefined,
  mapping: LoadMapping,
  { loadId, ratesVersion, sources }: Pick<Target, 'loadId' | 'ratesVersion' | 'sources'>,
): Target {
  if (trade === undefined) throw new OperatorError('Say whether these are imports or exports, with --trade import.');
  if (mapping.trade !== undefined && trade !== mapping.trade) {
    throw new OperatorError(`The mapping ${mapping.name} is for ${mapping.trade.toLowerCase()}s.`);
  }
  if (request.country !== undefined && typeof mapping.country === 'object') {
    throw new OperatorError(`The mapping ${mapping.name} reads the country from each row: leave --country out.`);
  }
  const country = request.country ?? (typeof mapping.country === 'string' ? mapping.country : undefined);
  if (country !== undefined) mustBeSourceCountry(country, sources);
  return {
    loadId,
    source: request.source ?? mapping.name,
    trade,
    country,
    sources,
    // A file without a local value takes nothing from the rates, so newer ones make no other load of it.
    ratesVersion: mapping.columns.total_value && mapping.columns.currency ? ratesVersion : 0,
  };
}
