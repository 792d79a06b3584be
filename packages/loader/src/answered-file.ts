import { OperatorError, optionOf, type SourceCountry } from '@tidewaiter/contract';
import { mustBeSourceCountry } from '@tidewaiter/records/loading';
import type { LoadMapping } from './layout/mapping.js';
import type { LoadedFile } from './load-request.js';
import { type FileLayout, sectionOf } from './reading/form/file-layout.js';
import { readAnswers } from './understand/proposal/answers.js';

/** What was answered to a question: null for what is proposed, else as the command takes it. */
export type Answered = string | null;

/** Finds what an answer names; either throws an OperatorError where there is nothing of the name. */
export interface NamedInAnswers {
  mapping(name: string): Promise<LoadMapping>;
  layout(name: string): Promise<FileLayout>;
}

/** Options that take the name of something. */
const BY_NAME = new Set(['mapping', 'layout', 'encoding', 'sheet']);

/** @throws OperatorError when it is no answer to anything that a file may leave open */
export function mustAnswer(answer: string, header: readonly string[], sources: readonly SourceCountry[]): void {
  const { option, text } = optionOf(answer);
  if (option === 'set') readAnswers([text], header);
  else if (option === 'country') mustBeSourceCountry(text.toUpperCase(), sources);
  else if (!BY_NAME.has(option) && !(option === 'trade' && /^(im|ex)port$/.test(text))) {
    throw new OperatorError(`"${answer}" is no answer.`);
  }
}

/**
 * A file with one more question answered.
 *
 * @returns whether it changes what the other columns are: the rest is to be asked in its light
 */
export async function withAnswer(
  file: LoadedFile,
  question: string,
  answer: Answered,
  named: NamedInAnswers,
): Promise<{ file: LoadedFile; changesOthers: boolean }> {
  const { answers = {} } = file;
  const answered = (more: LoadedFile['answers'], changesOthers = true) => ({
    file: { ...file, answers: { ...answers, ...more } },
    changesOthers,
  });
  if (answer === null) return answered({ asProposed: [...(answers.asProposed ?? []), question] }, false);
  const { option, text } = optionOf(answer);
  switch (option) {
    case 'mapping':
      // It says all of it: nothing is left to be asked.
      return { file: { ...file, answers: { mapping: await named.mapping(text) } }, changesOthers: true };
    case 'layout':
      return answered({ form: sectionOf(await named.layout(text)) });
    case 'trade':
      return { file: { ...file, trade: text === 'export' ? 'EXPORT' : 'IMPORT' }, changesOthers: true };
    case 'encoding':
      return answered({ form: { ...answers.form, encoding: text } });
    case 'sheet':
      return answered({ form: { ...answers.form, sheet: text } });
    case 'country':
      return answered({ country: text.toUpperCase() });
    default:
      return answered({ set: [...(answers.set ?? []), text] }, false);
  }
}
