import {
  describeCountries,
  describeFilters,
  describeFirst,
  describeQuestion,
  LIMITS,
  MESSAGES,
  type SearchQuery,
  savedSearchTexts,
  workspaceName,
} from '@tidewaiter/contract';
import { type FieldErrors, ruleErrors } from '../../ui/field-errors.js';
import { NEW_WORKSPACE } from './new-workspace.js';

export interface SaveDraft {
  /** The id of a workspace, or {@link NEW_WORKSPACE}. */
  workspace: string | null;
  workspaceName: string;
  name: string;
  description: string;
}

/** Proposes what a search may be called: its goods or party and where, and for a description the whole question in words. */
export function proposedTexts(
  query: Omit<SearchQuery, 'pageNumber' | 'numberOfRecords'>,
): Pick<SaveDraft, 'name' | 'description'> {
  const trade = query.tradeType === 'IMPORT' ? 'Imports' : 'Exports';
  const title = `${trade} of ${describeCountries(query.countryCode)}: ${describeFirst(query)}`;
  const whole = [describeQuestion(query), ...describeFilters(query)].join(' · ');
  return { name: clipped(title, LIMITS.nameMaxLength), description: clipped(whole, LIMITS.descriptionMaxLength) };
}

const clipped = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text);

/** Finds the errors that keep a draft from being saved, by field (SPEC 5 "Save search modal"). The rules are the contract's own. */
export function saveErrors(draft: SaveDraft): FieldErrors<keyof SaveDraft> {
  return {
    ...(draft.workspace === null && { workspace: MESSAGES.selectWorkspaceName }),
    ...ruleErrors<keyof SaveDraft>(
      { ...(draft.workspace === NEW_WORKSPACE && { workspaceName }), ...savedSearchTexts },
      draft,
    ),
  };
}
