/** Which files a command line names, and what its command may do with each of them. */
import { basename, join } from 'node:path';
import { joinedNames, shippedJoining, shippedMapping } from '@tidewaiter/loader';
import { readConfig } from '../app/config.js';
import { isBucket } from '../backup/repository.js';
import { ACTS, commandsOf, createProgram, runCommandLine } from './program.js';
import { besideOf, type FileDeed, OwnFiles } from './shell/caller-files.js';
import type { CommandContext } from './shell/context.js';

/** What may be done with which path, as the command line has it, and with what is typed later. */
export interface NamedFiles {
  paths: ReadonlyMap<string, readonly FileDeed[]>;
  typed: readonly FileDeed[];
}

/** Files that the text of a mapping joins to those which a command reads. */
export const joinedBy = (text: string, paths: NamedFiles['paths']): string[] =>
  [...paths].flatMap(([path, may]) =>
    may.includes('read') ? joinedNames(text, basename(path)).map((name) => besideOf(path, name)) : [],
  );

const nothing = async () => {
  throw new Error('a command line is only read here');
};

/** A command line that is read and not done opens nothing, and says nothing. */
const unsaid = (): CommandContext => ({
  ...{ cwd: '/', files: new OwnFiles('/'), config: readConfig({}, '/'), operator: '' },
  ...{ isPortal: false, isTerminal: false, ask: undefined, records: nothing, services: nothing },
  ...{ out() {}, err() {}, progress() {} },
});

/** Reads a command line for its files; nothing of it is done. */
export async function filesNamedBy(argv: readonly string[]): Promise<NamedFiles> {
  const paths = new Map<string, readonly FileDeed[]>();
  let typed: readonly FileDeed[] = [];
  let isLoad = false;
  const context = unsaid();
  const program = createProgram(context, nothing);
  for (const [name, command] of commandsOf(program)) {
    command.action(() => {
      const options = command.opts();
      const rights = ACTS[name]?.files?.(options) ?? {};
      const given = command.registeredArguments.flatMap((argument, at) =>
        command.args.slice(at, argument.variadic ? undefined : at + 1).map((path) => [argument.name(), path] as const),
      );
      for (const [of, path] of [...given, ...Object.entries(options)]) {
        const may = Object.hasOwn(rights, of) ? rights[of] : undefined;
        if (may && typeof path === 'string' && !isBucket(path)) paths.set(path, [...(paths.get(path) ?? []), ...may]);
      }
      // Folders in one that is named, which are called as the arguments are.
      for (const [folder, may] of [...paths])
        for (const [, name] of may.includes('folder') ? given : []) paths.set(join(folder, name), ['folder']);
      typed = rights.typed ?? [];
      isLoad ||= 'file' in rights && 'mapping' in rights;
    });
  }
  await runCommandLine(program, context, argv);
  // One that ships is not handed over; it is the same here.
  const named = [...paths].flatMap(([name, may]) => (may.includes('named') ? [name] : []));
  const shipped =
    named.length > 0 ? await Promise.all(named.map(shippedMapping)) : isLoad ? await shippedJoining() : [];
  for (const mapping of shipped)
    for (const beside of mapping ? joinedBy(JSON.stringify(mapping), paths) : [])
      paths.set(beside, [...(paths.get(beside) ?? []), 'read']);
  return { paths, typed };
}
