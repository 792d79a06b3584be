import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { commandOf, type LoadedFile, type UnderstoodFile } from '@tidewaiter/records';
import type { CommandContext } from '../context.js';

interface WriteOptions {
  /** The file to write, where one is asked for. */
  writeMapping?: string;
  overwrite?: boolean;
  json?: boolean;
}

/**
 * Writes the mapping that a file was understood by, for somebody to edit, where that is asked for. Never over another file unless
 * told to.
 *
 * @throws OperatorError when the file is there or cannot be written
 */
export async function writeMapping(
  context: CommandContext,
  { mapping, unclear }: UnderstoodFile,
  [file]: readonly LoadedFile[],
  { writeMapping: name, overwrite = false, json }: WriteOptions,
): Promise<void> {
  if (name === undefined || file === undefined) return;
  const path = resolve(context.cwd, name);
  const text = `${JSON.stringify({ ...mapping, notes: notesOf(mapping.notes, unclear) }, null, 2)}\n`;
  try {
    await writeFile(path, text, { flag: overwrite ? 'w' : 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') throw new OperatorError(`${name} is there already. Add --overwrite to write over it.`);
    throw new OperatorError(`${name} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
  // Beside JSON, what people read goes elsewhere.
  const next = `The mapping is written to ${name}. Edit it, then: ${commandOf(file)} --mapping ${name}`;
  if (json) context.err(next);
  else context.out(next);
}

/** What was unclear is said where it is to be corrected. */
function notesOf(notes: string, unclear: readonly string[]): string {
  return unclear.length === 0 ? notes : `${notes} Unclear: ${unclear.join('; ')}.`;
}
