import type { Command } from 'commander';
import type { CommandContext } from '../context.js';
import { bytes, count, printJson, table } from '../print.js';
import { wholeNumber } from './load.js';

export function addLoadsCommands(program: Command, context: CommandContext): void {
  program
    .command('loads')
    .summary('what is loaded')
    .description('Lists what is loaded, in the order of loading.')
    .option('--json', 'answer as JSON')
    .action(async (options: { json?: boolean }) => {
      const records = await context.records();
      const loads = await records.loads.list();
      if (options.json) return printJson(context, { dataVersion: (await records.versions.current()).version, loads });
      if (loads.length === 0) return context.out('Nothing is loaded yet.');
      table(
        context,
        ['load', 'file', 'source', 'type', 'records', 'rejected', 'from', 'to', 'size', 'archived', 'loaded at'],
        loads.map((load) => [
          String(load.loadId),
          load.file,
          load.country === '' ? load.source : `${load.source} (${load.country})`,
          load.tradeType.toLowerCase(),
          count(load.report.rowsLoaded),
          count(load.report.rowsRejected),
          load.report.firstDate ?? '',
          load.report.lastDate ?? '',
          bytes(load.bytes),
          load.archived ? 'yes' : 'no',
          load.loadedAt,
        ]),
        ['records', 'rejected', 'size'],
      );
      const sum = loads.reduce((total, { report }) => total + report.rowsLoaded, 0);
      context.out(`  ${count(loads.length)} ${loads.length === 1 ? 'load' : 'loads'}, ${count(sum)} records`);
    });

  program
    .command('unload')
    .summary('take a load out')
    .description(
      'Takes a load out. Searches see the records with it or without it, never in between. Its file stays in the archive, ' +
        'from where you may load it again, unless --purge says otherwise.',
    )
    .argument('<load>', "the load's number, as `loads` lists it", wholeNumber)
    .option('--purge', 'remove its archived file as well')
    .action(async (loadId: number, options: { purge?: boolean }) => {
      const records = await context.records();
      const { files, archived } = await records.loads.mustBeVisible(loadId);
      await records.loader.unload(loadId, { purge: options.purge ?? false });
      context.out(`Load ${loadId} is taken out. Data version ${(await records.versions.current()).version}.`);
      if (!archived || options.purge) return;
      const paths = [...new Set(files.map(({ hash }) => records.archive.pathOf(hash)))];
      context.out(`${paths.length === 1 ? 'Its file stays' : 'Its files stay'} in ${paths.join(', ')}`);
    });
}
