import { resolve } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { readMapping } from '@tidewaiter/loader';
import type { Command } from 'commander';
import { saveMapping } from '../../loading/saved-mappings.js';
import { act, group, listing } from '../shell/act.js';
import { wholeNumber } from '../shell/arguments.js';
import { textBeside } from '../shell/caller-files.js';
import type { CommandContext } from '../shell/context.js';

const nameArgument = (command: Command) => command.argument('<name>', 'its name, as `mapping list` shows it');

export function addMappingCommand(program: Command, context: CommandContext): void {
  const mapping = group(
    program,
    'mapping',
    'how files of a source are read',
    'Mappings that were saved when a file was loaded with --learn or from the screen. A file with the columns of one follows it, and is asked nothing.',
  );
  act(mapping, context, 'list', {
    summary: 'all of them',
    description: 'Lists the saved mappings, the latest version of each.',
    async does() {
      const { accounts } = await context.services();
      const saved = (await accounts.loading.mappings.latest()).map(({ name, version, savedAt, origin }) => ({
        ...{ name, version, origin },
        savedDate: savedAt.toISOString(),
      }));
      const words = listing(saved, 'No mapping is saved: load a file with --learn.', {
        name: ({ name }) => name,
        version: ({ version }) => String(version),
        saved: ({ savedDate }) => savedDate,
        from: ({ origin }) => origin,
      });
      return [saved, words];
    },
  });
  act(mapping, context, 'export', {
    summary: 'one as a file',
    description: 'Writes a saved mapping as a file, to be read, changed or given to others.',
    takes: (command) =>
      nameArgument(command)
        .requiredOption('--out <file>', 'the file to write; one that is there is not written over')
        .option('--former <version>', 'a former version; the latest unless said', wholeNumber),
    example: 'mapping export ken-imports --out ken.json',
    async does(name: string, { out, former }: { out: string; former?: number }) {
      const { accounts } = await context.services();
      const versions = await accounts.loading.mappings.versionsOf(name);
      const found = former === undefined ? versions[0] : versions.find((one) => one.version === former);
      if (!found) throw new OperatorError(`There is no version ${former} of ${name}.`);
      await context.files.write(out, [found.mapping]);
      const { version } = found;
      return [{ name, version, file: out }, `${name}, version ${version}, is written to ${out}.`];
    },
  });
  act(mapping, context, 'import', {
    summary: 'one from a file',
    description: 'Saves a mapping from a file, as the next version of its name.',
    takes: (command) => command.argument('<file>', 'the mapping file'),
    async does(file: string) {
      const path = resolve(context.cwd, file);
      const text = await context.files.textOf(file);
      if (text === undefined) throw new OperatorError(`There is no file ${path}.`);
      const read = await readMapping(text, path, textBeside(context.files, file));
      const { name } = read;
      const version = await saveMapping((await context.services()).accounts, read, `from ${file}`);
      const words = `${name} is saved, version ${version}. Files with its columns follow it from now on.`;
      return [{ name, version }, words];
    },
  });
  act(mapping, context, 'remove', {
    summary: 'one that no file follows any more',
    description: 'Removes a saved mapping with all of its versions. Loads keep what they were read by.',
    takes: nameArgument,
    async does(name: string) {
      await (await context.services()).accounts.loading.mappings.remove(name);
      return [{ name }, `${name} is removed.`];
    },
  });
}
