import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandContext } from '../context.js';
import { count, printJson } from '../print.js';

export function addRatesCommand(program: Command, context: CommandContext): void {
  program
    .command('rates')
    .summary('exchange rates')
    .description('Monthly exchange rates, by which values without a USD amount are converted.')
    .command('load')
    .summary('load a rate file')
    .description(
      'Loads monthly rates, in local currency per USD, from a CSV of Date, Country, Exchange rate. They take the place of ' +
        'the rates before them. Files that are loaded already keep their values until they are loaded again.',
    )
    .argument('<file>', 'the rate file')
    .option('--json', 'answer as JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const records = await context.records();
      const report = await records.rates.load(resolve(context.cwd, file));
      if (options.json) return printJson(context, report);
      context.out(
        `${count(report.rates)} rates of ${report.currencies} currencies, ${report.firstMonth.slice(0, 7)} to ${report.lastMonth.slice(0, 7)}.`,
      );
    });
}
