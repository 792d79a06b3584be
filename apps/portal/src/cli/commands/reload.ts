import { OperatorError } from '@tidewaiter/contract';
import type { Command } from 'commander';
import { Option } from 'commander';
import type { CommandContext } from '../context.js';
import { count, printJson } from '../print.js';
import { wholeNumber } from './load.js';

interface ReloadOptions {
  all?: boolean;
  rates: 'kept' | 'current';
  json?: boolean;
}

export function addReloadCommand(program: Command, context: CommandContext): void {
  program
    .command('reload')
    .summary('make loads again from their archived files')
    .description(
      'Reads the archived file of a load again, by the mapping that it was read by: all loads that are named or none. Records keep ' +
        'their ids, loads get new numbers; searches see the old records or the new ones.',
    )
    .argument('[load]', "the load's number, as `loads` lists it", wholeNumber)
    .option('--all', 'every load')
    .addOption(
      new Option('--rates <which>', 'by which values are converted: those of then, or those in force')
        .choices(['kept', 'current'])
        .default('kept'),
    )
    .option('--json', 'answer as JSON')
    .action(async (loadId: number | undefined, options: ReloadOptions) => {
      if ((loadId === undefined) !== (options.all === true)) throw new OperatorError('Give either a load or --all.');
      const records = await context.records();
      const which = loadId === undefined ? 'all' : [loadId];
      const outcomes = await records.loader.reload(which, options.rates, ({ file, phase }) =>
        context.progress({ label: `${phase} ${file}` }),
      );
      context.progress(null);
      if (options.json) return printJson(context, outcomes);
      if (outcomes.length === 0) return context.out('Nothing is loaded yet.');
      for (const { file, loadId, report } of outcomes) {
        context.out(`${file}: load ${loadId}, ${count(report.rowsLoaded)} of ${count(report.rowsRead)} rows`);
      }
      context.out(`Data version ${(await records.versions.current()).version}.`);
    });
}
