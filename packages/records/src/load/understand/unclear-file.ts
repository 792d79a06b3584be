import { OperatorError } from '@tidewaiter/contract';
import type { FileToRead } from '../layout/joined-files.js';
import type { UnderstoodFile } from './choose-mapping.js';

/** A file that no mapping ships for and that was not understood well enough to be loaded without a look. */
export class UnclearFile extends OperatorError {
  constructor(
    asked: FileToRead,
    readonly understood: UnderstoodFile,
  ) {
    const command = commandOf(asked);
    super(`No mapping that ships with the product fits ${asked.path}, and not all of it was understood.`, [
      ...understood.unclear,
      `to see what was understood: ${command} --dry-run`,
      `to correct it: ${command} --write-mapping mapping.json, edit that file, then load with --mapping mapping.json`,
    ]);
  }
}

/** The command that loads a file, as a shell takes it. */
export function commandOf({ path, member }: FileToRead): string {
  return ['npx tidewaiter load', quoted(path), ...(member === undefined ? [] : ['--member', quoted(member)])].join(' ');
}

const quoted = (text: string) => (/^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
