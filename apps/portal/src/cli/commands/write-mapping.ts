import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { UnderstoodFile } from '@tidewaiter/records';
import { type CommandContext, CommandError } from '../context.js';

/**
 * Writes the mapping that a file was understood by, for somebody to edit. Never over another file unless told to.
 *
 * @throws CommandError when the file is there or cannot be written
 */
export async function writeMapping(
  context: CommandContext,
  { mapping, file, unclear }: UnderstoodFile,
  name: string,
  overwrite: boolean,
): Promise<void> {
  const path = resolve(context.cwd, name);
  const text = `${JSON.stringify({ ...mapping, notes: notesOf(mapping.notes, unclear) }, null, 2)}\n`;
  try {
    await writeFile(path, text, { flag: overwrite ? 'w' : 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw new CommandError(`${name} is there already. Add --overwrite to write over it.`);
    throw new CommandError(`${name} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
  context.out(`The mapping is written to ${name}. Edit it, then: npx tidewaiter load ${file} --mapping ${name}`);
}

/** What was unclear is said where it is to be corrected. */
function notesOf(notes: string, unclear: readonly string[]): string {
  return unclear.length === 0 ? notes : `${notes} Unclear: ${unclear.join('; ')}.`;
}
