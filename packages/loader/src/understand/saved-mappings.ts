import { OperatorError } from '@tidewaiter/contract';
import { isFor, type LoadMapping } from '../layout/mapping.js';
import { type ChangedLayout, changedLayouts, changeInWords, mappingAsAnswers } from './changed-layout.js';
import type { UnderstoodFile } from './choose-mapping.js';
import type { OperatorAnswers } from './proposal/answers.js';

/** What saved mappings have to do with a file's columns. */
export interface SavedForFile {
  names: ReadonlySet<string>;
  /** Those that were made for these very columns. */
  fitting: readonly LoadMapping[];
  /** Those that were made for nearly these. */
  near(): readonly ChangedLayout[];
}

/** Looks once at saved mappings, of which there may be hundreds, however often the file is understood. */
export function savedForFile(saved: readonly LoadMapping[], header: readonly string[]): SavedForFile {
  let near: ChangedLayout[] | undefined;
  return {
    names: new Set(saved.map(({ name }) => name)),
    fitting: saved.filter((mapping) => isFor(mapping, header)),
    near() {
      near ??= changedLayouts(saved, header);
      return near;
    },
  };
}

/**
 * Understands a file that follows a saved mapping with some columns more or fewer: what the mapping says of the others holds, what the
 * operator says goes before it, and the difference is told.
 *
 * @param choose understands the file with something answered
 */
export async function chooseAsSaved(
  choose: (answers: OperatorAnswers) => Promise<UnderstoodFile>,
  answers: OperatorAnswers,
  { names, fitting, near }: SavedForFile,
  header: readonly string[],
): Promise<UnderstoodFile> {
  const plain = await choose(answers);
  if (plain.origin !== 'understood') return plain;
  const isOfSource = (mapping: LoadMapping) => mayBeOfSource(mapping, plain.mapping);
  const sameColumns = fitting.find(isOfSource);
  const changed = sameColumns ? undefined : near().find(({ mapping }) => isOfSource(mapping));
  if (!changed)
    return { ...plain, mapping: { ...plain.mapping, name: nameFor(plain.mapping.name, sameColumns, names) } };
  const { mapping } = changed;
  const country = typeof mapping.country === 'string' ? mapping.country : undefined;
  const more = {
    country: answers.country ?? country,
    trade: answers.trade ?? mapping.trade,
    set: [...mappingAsAnswers(mapping, header), ...(answers.set ?? [])],
  };
  const notice = [changeInWords(changed)];
  try {
    const chosen = await choose(more);
    if (chosen.origin !== 'understood') return chosen;
    const renamed = { ...chosen.mapping, name: mapping.name };
    return { ...chosen, mapping: renamed, unclear: [...chosen.unclear, ...notice], changed };
  } catch (error) {
    // Its columns have other contents too: it is understood as if nothing were known.
    if (error instanceof OperatorError) return { ...plain, unclear: [...plain.unclear, ...notice], changed };
    throw error;
  }
}

/** Whether nothing that is understood of a file says that it is of another country or trade type than a mapping's. */
function mayBeOfSource({ country, trade }: LoadMapping, proposal: Pick<LoadMapping, 'country' | 'trade'>): boolean {
  const agrees = (stated: unknown, understood: unknown) =>
    typeof stated !== 'string' || typeof understood !== 'string' || stated === understood;
  return agrees(country, proposal.country) && agrees(trade, proposal.trade);
}

/** What is understood is another version of the mapping that was made for these very columns, and no version of one that was not. */
function nameFor(name: string, sameColumns: LoadMapping | undefined, names: ReadonlySet<string>): string {
  if (sameColumns) return sameColumns.name;
  let candidate = name;
  for (let number = 2; names.has(candidate); number += 1) candidate = `${name}-${number}`;
  return candidate;
}
