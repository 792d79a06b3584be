import { OperatorError } from '@tidewaiter/contract';
import { isFor, type LoadMapping } from '../layout/mapping.js';
import type { OperatorAnswers } from './answers.js';
import { answersOf, changedLayout, changeInWords } from './changed-layout.js';
import type { UnderstoodFile } from './choose-mapping.js';

/**
 * Understands a file that follows a saved mapping with some columns more or fewer: what the mapping says of the others holds, what the
 * operator says goes before it, and the difference is told.
 *
 * @param choose understands the file with something answered
 */
export async function chooseAsSaved(
  choose: (answers: OperatorAnswers) => Promise<UnderstoodFile>,
  answers: OperatorAnswers,
  saved: readonly LoadMapping[],
  header: readonly string[],
): Promise<UnderstoodFile> {
  const plain = await choose(answers);
  if (plain.origin !== 'understood') return plain;
  const ofSource = saved.filter((mapping) => mayBeOfSource(mapping, plain.mapping));
  const sameColumns = ofSource.find((mapping) => isFor(mapping, header));
  const changed = sameColumns ? undefined : changedLayout(ofSource, header);
  if (!changed)
    return { ...plain, mapping: { ...plain.mapping, name: nameFor(plain.mapping.name, sameColumns, saved) } };
  const { mapping } = changed;
  const country = typeof mapping.country === 'string' ? mapping.country : undefined;
  const more = {
    country: answers.country ?? country,
    trade: answers.trade ?? mapping.trade,
    set: [...answersOf(mapping, header), ...(answers.set ?? [])],
  };
  const told = [changeInWords(changed)];
  try {
    const chosen = await choose(more);
    if (chosen.origin !== 'understood') return chosen;
    const renamed = { ...chosen.mapping, name: mapping.name };
    return { ...chosen, mapping: renamed, unclear: [...chosen.unclear, ...told], changed };
  } catch (error) {
    // Its columns have other contents too: it is understood as if nothing were known.
    if (error instanceof OperatorError) return { ...plain, unclear: [...plain.unclear, ...told], changed };
    throw error;
  }
}

/** Whether nothing that is understood of a file says that it is of another country or trade type than a mapping's. */
function mayBeOfSource({ country, trade }: LoadMapping, found: Pick<LoadMapping, 'country' | 'trade'>): boolean {
  const agrees = (said: unknown, understood: unknown) =>
    typeof said !== 'string' || typeof understood !== 'string' || said === understood;
  return agrees(country, found.country) && agrees(trade, found.trade);
}

/** What is understood is another version of the mapping that was made for these very columns, and no version of one that was not. */
function nameFor(name: string, sameColumns: LoadMapping | undefined, saved: readonly LoadMapping[]): string {
  if (sameColumns) return sameColumns.name;
  const isTaken = (candidate: string) => saved.some((mapping) => mapping.name === candidate);
  let candidate = name;
  for (let number = 2; isTaken(candidate); number += 1) candidate = `${name}-${number}`;
  return candidate;
}
