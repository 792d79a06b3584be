import { MESSAGES, savedSearchTexts, workspaceName } from '@tidewaiter/contract';

/** Stands among the workspaces for one that is still to be made. */
export const NEW_WORKSPACE = 'new';

/** What is typed in the Save search modal. */
export interface SaveDraft {
  /** The id of a workspace, or {@link NEW_WORKSPACE}. */
  workspace: string | null;
  workspaceName: string;
  name: string;
  description: string;
}

export const EMPTY_SAVE: SaveDraft = { workspace: null, workspaceName: '', name: '', description: '' };

export type SaveErrors = Partial<Record<keyof SaveDraft, string>>;

/** What keeps a draft from being saved, by field (SPEC 5 "Save search modal"). The rules are the contract's own. */
export function saveErrors(draft: SaveDraft): SaveErrors {
  const errors: SaveErrors = draft.workspace === null ? { workspace: MESSAGES.selectWorkspaceName } : {};
  const rules = {
    ...(draft.workspace === NEW_WORKSPACE && { workspaceName }),
    ...savedSearchTexts,
  };
  for (const [field, rule] of Object.entries(rules)) {
    const key = field as keyof typeof savedSearchTexts | 'workspaceName';
    const issue = rule.safeParse(draft[key]).error?.issues[0];
    if (issue) errors[key] = issue.message;
  }
  return errors;
}
