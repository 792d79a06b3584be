import type { Accounts, LoadDraft } from '@tidewaiter/accounts';
import type { GivenAnswer } from '@tidewaiter/contract';
import { optionOf } from '@tidewaiter/contract';
import { type LoadedFile, type LoadRequest, withAnswer } from '@tidewaiter/loader';
import { followedMappings, namedOnScreen } from './saved-mappings.js';

/** What a draft asks the loader for: its file with all that was answered of it, in order. */
export async function requestOf(
  accounts: Accounts,
  draft: LoadDraft,
  path: string,
): Promise<Pick<LoadRequest, 'files' | 'mappings' | 'name'>> {
  const named = namedOnScreen(accounts);
  let file: LoadedFile = { path };
  for (const { question, answer } of draft.answers as GivenAnswer[]) {
    const said = answer === null ? undefined : optionOf(answer);
    if (said?.option === 'member') file = { ...file, member: said.text };
    else file = (await withAnswer(file, question ?? '', answer, named)).file;
  }
  return {
    files: [file],
    mappings: await followedMappings(accounts),
    ...(draft.name !== null && { name: draft.name }),
  };
}
