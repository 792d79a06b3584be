import { OperatorError } from '@tidewaiter/contract';
import { type LoadedFile, tablesIn } from '@tidewaiter/records';

/**
 * A file, or of a zip archive one for each of the tables that are named; `*` stands for any part of a name.
 *
 * @throws OperatorError when it is no archive, or holds none of a name
 */
export async function filesToLoad(file: LoadedFile, members: readonly string[]): Promise<LoadedFile[]> {
  if (members.length === 0) return [file];
  const tables = await tablesIn(file.path);
  if (tables.length === 0) throw new OperatorError(`${file.path} is no zip archive of tables: leave --member out.`);
  const found = members.flatMap((wanted) => {
    const named = tables.includes(wanted) ? [wanted] : tables.filter((table) => isMeant(wanted, table));
    if (named.length > 0) return named;
    throw new OperatorError(`${file.path} holds no file ${wanted}.`, [`it holds: ${tables.join(', ')}`]);
  });
  return [...new Set(found)].map((member) => ({ ...file, member }));
}

/** By its whole name or without its folders. */
function isMeant(wanted: string, table: string): boolean {
  const parts = wanted.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^(.*/)?${parts.join('.*')}$`, 's').test(table);
}
