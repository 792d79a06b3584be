import { OperatorError } from '@tidewaiter/contract';
import type { FileToRead } from '../layout/joined-files.js';
import type { UnderstoodFile } from './choose-mapping.js';
import type { LoadPreview } from './proposal/load-preview.js';

/** A file that no mapping ships for and that was not understood well enough to be loaded without a look. */
export class UnresolvedMapping extends OperatorError {
  constructor(
    readonly file: FileToRead,
    readonly understood: UnderstoodFile,
    /** Where the answers lead, where somebody is asked. */
    readonly preview?: LoadPreview,
  ) {
    const command = commandOf(file);
    super(`No mapping that ships with the product fits ${file.path}, and not all of it was understood.`, [
      ...understood.questions.flatMap(({ text, answers }) => [text, ...answers.map((answer) => `  ${answer}`)]),
      ...(mayBeAccepted(understood) ? [`to load it as it was understood: ${command} --accept`] : []),
      `to answer in one line: ${command}${understood.questions.map(({ answers: [first] }) => (first ? ` ${first}` : '')).join('')}`,
      `to see what was understood: ${command} --dry-run`,
      `to correct it: ${command} --write-mapping mapping.json, edit that file, then load with --mapping mapping.json`,
    ]);
  }
}

/** Whether every question has a proposal that may be taken. */
export const mayBeAccepted = ({ questions }: Pick<UnderstoodFile, 'questions'>) =>
  questions.every(({ mustBeAnswered }) => !mustBeAnswered);

/** The command that loads a file, as a shell takes it. */
export function commandOf({ path, member }: FileToRead): string {
  return ['npx tidewaiter load', quoted(path), ...(member === undefined ? [] : ['--member', quoted(member)])].join(' ');
}

const quoted = (text: string) => (/^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
