import { resolve } from 'node:path';
import { OperatorError } from '@tidewaiter/contract';
import { readMapping } from '@tidewaiter/loader';
import type { Command } from 'commander';
import { saveMapping } from '../../loading/saved-mappings.js';
import { textBeside } from '../shell/caller-files.js';
import type { CommandContext } from '../shell/context.js';
import { printJson, table } from '../shell/print.js';
import { wholeNumber } from './load.js';

export function addMappingCommand(program: Command, context: CommandContext): void {
  const mapping = program
    .command('mapping')
    .summary('how files of a source are read')
    .description(
      'Mappings that were saved when a file was loaded with --learn or from the screen. A file with the columns of one follows it, and is asked nothing.',
    );
  mapping
    .command('list')
    .summary('all of them')
    .description('Lists the saved mappings, the latest version of each.')
    .option('--json', 'answer as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { accounts } = await context.services();
      const saved = (await accounts.savedMappings.latest()).map(({ name, version, savedAt, origin }) => ({
        ...{ name, version, origin },
        savedDate: savedAt.toISOString(),
      }));
      if (json) return printJson(context, saved);
      if (saved.length === 0) return context.out('No mapping is saved: load a file with --learn.');
      table(
        context,
        ['name', 'version', 'saved', 'from'],
        saved.map(({ name, version, savedDate, origin }) => [name, String(version), savedDate, origin]),
      );
    });
  mapping
    .command('export')
    .summary('one as a file')
    .description('Writes a saved mapping as a file, to be read, changed or given to others.')
    .argument('<name>', 'its name, as `mapping list` shows it')
    .requiredOption('--out <file>', 'the file to write; one that is there is not written over')
    .option('--former <version>', 'a former version; the latest unless said', wholeNumber)
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter mapping export ken-imports --out ken.json')
    .action(async (name: string, { out, former: version }: { out: string; former?: number }) => {
      const { accounts } = await context.services();
      const versions = await accounts.savedMappings.versionsOf(name);
      const found = version === undefined ? versions[0] : versions.find((one) => one.version === version);
      if (!found) throw new OperatorError(`There is no version ${version} of ${name}.`);
      await context.files.write(out, [found.mapping]);
      context.out(`${name}, version ${found.version}, is written to ${out}.`);
    });
  mapping
    .command('import')
    .summary('one from a file')
    .description('Saves a mapping from a file, as the next version of its name.')
    .argument('<file>', 'the mapping file')
    .action(async (file: string) => {
      const path = resolve(context.cwd, file);
      const text = await context.files.textOf(file);
      if (text === undefined) throw new OperatorError(`There is no file ${path}.`);
      const read = await readMapping(text, path, textBeside(context.files, file));
      const version = await saveMapping((await context.services()).accounts, read, `from ${file}`);
      context.out(`${read.name} is saved, version ${version}. Files with its columns follow it from now on.`);
    });
  mapping
    .command('remove')
    .summary('one that no file follows any more')
    .description('Removes a saved mapping with all of its versions. Loads keep what they were read by.')
    .argument('<name>', 'its name, as `mapping list` shows it')
    .action(async (name: string) => {
      await (await context.services()).accounts.savedMappings.remove(name);
      context.out(`${name} is removed.`);
    });
}
