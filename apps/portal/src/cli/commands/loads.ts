import { rejectionsOf } from '@tidewaiter/records';
import type { Command } from 'commander';
import { type CommandContext, CommandError } from '../context.js';
import { count, printJson, table } from '../print.js';
import { wholeNumber } from './load.js';

/** More rejected rows than anybody corrects by hand. */
const REJECTED_MAX = 1_000_000;

export function addLoadsCommands(program: Command, context: CommandContext): void {
  program
    .command('loads')
    .summary('what is loaded')
    .description('Lists what is loaded, in the order of loading.')
    .option('--json', 'answer as JSON')
    .action(async (options: { json?: boolean }) => {
      const { records } = await context.house();
      const loads = await records.loads.list();
      if (options.json) return printJson(context, { dataVersion: (await records.versions.current()).version, loads });
      if (loads.length === 0) return context.out('Nothing is loaded yet.');
      table(
        context,
        ['load', 'file', 'type', 'records', 'rejected', 'from', 'to', 'mapping', 'loaded at'],
        loads.map(({ loadId, file, tradeType, report, mapping, loadedAt }) => [
          String(loadId),
          file,
          tradeType.toLowerCase(),
          count(report.rowsLoaded),
          count(report.rowsRejected),
          report.firstDate ?? '',
          report.lastDate ?? '',
          mapping,
          loadedAt,
        ]),
      );
    });

  program
    .command('rejected')
    .summary('the rejected rows of a load')
    .description('Lists the rejected rows of a load, with the reason for each.')
    .argument('<load>', "the load's number, as `loads` lists it", wholeNumber)
    .option('--json', 'answer as JSON')
    .action(async (loadId: number, options: { json?: boolean }) => {
      const { records } = await context.house();
      const loads = await records.loads.list();
      if (!loads.some((load) => load.loadId === loadId)) throw new CommandError(`There is no load ${loadId}.`);
      const rejections = await rejectionsOf(records.engine, loadId, REJECTED_MAX);
      if (options.json) return printJson(context, rejections);
      if (rejections.length === 0) return context.out(`Load ${loadId} rejected no rows.`);
      table(
        context,
        ['file', 'line', 'column', 'reason', 'cell'],
        rejections.map(({ file, line, column, reason, cell }) => [file, String(line), column, reason, cell]),
      );
    });

  program
    .command('unload')
    .summary('take a load out')
    .description('Takes a load out. Searches see the records with it or without it, never in between.')
    .argument('<load>', "the load's number, as `loads` lists it", wholeNumber)
    .action(async (loadId: number) => {
      const { records } = await context.house();
      await records.loader.unload(loadId);
      context.out(`Load ${loadId} is taken out. Data version ${(await records.versions.current()).version}.`);
    });
}
