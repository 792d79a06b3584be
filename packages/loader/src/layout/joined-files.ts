import { basename, posix, sep } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { z } from 'zod';
import { tablesIn } from '../reading/archive/zip-archive.js';
import { type JoinedFile, type LoadMapping, loadMapping } from './mapping.js';

/** A file, or of a zip archive that holds several tables the one to read. */
export interface FileToRead {
  path: string;
  member?: string | undefined;
}

/** Where a mapping's files lie: the ones that are joined beside the loaded one, or with it in one zip archive. */
export interface FilesToRead {
  main: FileToRead;
  /** Undefined where the loaded file is called as none is that it could be joined to, and need not be. */
  of(joined: JoinedFile): FileToRead | undefined;
}

/** @throws OperatorError when the file is not the one that others are joined to */
export async function filesToRead(fileToRead: FileToRead, mapping: LoadMapping | undefined): Promise<FilesToRead> {
  const { path } = fileToRead;
  const mainFile = mapping?.mainFile ?? '';
  const tables = mapping?.join.length ? await tablesIn(path) : [];
  const isArchive = tables.length > 1;
  const givenMember = fileToRead.member ?? mapping?.file.member ?? undefined;
  const member = isArchive ? (givenMember ?? mainTable(path, tables, mainFile)) : givenMember;
  const main = { path, member };
  const name = isArchive && member !== undefined ? member : path;
  const of = ({ file, optional }: JoinedFile) => {
    if (optional && !basename(name).includes(mainFile)) return undefined;
    const beside = siblingPath(name, isArchive ? posix.sep : sep, mainFile, file);
    if (!isArchive) return { path: beside };
    return optional && !tables.includes(beside) ? undefined : { path, member: beside };
  };
  return { main, of };
}

const joining = z.object({ mainFile: loadMapping.shape.mainFile, join: loadMapping.shape.join });

/** The names of the files that the text of a mapping joins to a file, beside it; none where it is no such text, or joins none to one of that name. */
export function joinedNames(text: string, name: string): string[] {
  try {
    const { mainFile = '', join } = joining.parse(JSON.parse(text));
    return join.map(({ file }) => siblingPath(name, sep, mainFile, file));
  } catch {
    return [];
  }
}

function mainTable(path: string, tables: readonly string[], mainFile: string): string {
  const [match, another] = tables.filter((name) => posix.basename(name).includes(mainFile));
  if (match !== undefined && another === undefined) return match;
  throw new OperatorError(
    match === undefined
      ? `${path} holds no file with "${mainFile}" in its name.`
      : `${path} holds several files with "${mainFile}" in their names. Say which with --member NAME.`,
    [`it holds: ${tables.slice(0, 20).join(', ')}${tables.length > 20 ? ', …' : ''}`],
  );
}

/** The name of the file that lies in the same folder with its own name in the place of the loaded one's. */
function siblingPath(path: string, separator: string, mainFile: string, file: string): string {
  const from = path.lastIndexOf(separator) + 1;
  const name = path.slice(from);
  const at = name.lastIndexOf(mainFile);
  if (mainFile === '' || at < 0) {
    throw new OperatorError(`${name} is not the file to load: that one has "${mainFile}" in its name.`);
  }
  return path.slice(0, from) + name.slice(0, at) + file + name.slice(at + mainFile.length);
}
