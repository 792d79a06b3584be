import { countryByCode, EVERY_COUNTRY, OperatorError, TRADE_TYPES } from '@tidewaiter/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { figure } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { printJson, table } from '../shell/print.js';

interface SetOptions {
  import?: number;
  export?: number;
  json?: boolean;
}

/** A source country by its shortcode. */
function shortcode(text: string): string {
  const code = text.toUpperCase();
  if (!countryByCode(code)) throw new InvalidArgumentError(`There is no source country ${text}.`);
  return code;
}

export function addWeightageCommand(program: Command, context: CommandContext): void {
  const weightage = program
    .command('weightage')
    .summary('what a record of a country costs to export')
    .description('Sets how many download points a record of a country costs, by trade type; 1 unless it was set.');
  weightage
    .command('set')
    .description('Sets the points of one record. Exports that were quoted before are quoted again.')
    .argument('<country>', 'shortcode of a source country', shortcode)
    .argument('[points]', 'of an import record and of an export record', figure)
    .option('--import <points>', 'of an import record', figure)
    .option('--export <points>', 'of an export record', figure)
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter weightage set IND --import 2 --export 1')
    .action(async (country: string, points: number | undefined, options: SetOptions) => {
      const { import: imported = points, export: exported = points } = options;
      const { accounts, records } = await context.services();
      const { weightages } = accounts;
      if (imported === undefined && exported === undefined) {
        throw new OperatorError('Say the points of one record, or --import or --export with them.');
      }
      await records.countries.mustInclude([country]);
      if (imported !== undefined) await weightages.set(country, 'IMPORT', imported);
      if (exported !== undefined) await weightages.set(country, 'EXPORT', exported);
      const set = (await weightages.all()).get(country);
      if (options.json) return printJson(context, { country, ...set });
      const said = TRADE_TYPES.map((trade) => `${trade.toLowerCase()} ${set?.[trade] ?? 1}`).join(', ');
      context.out(`${countryByCode(country)?.name ?? country}: ${said} points a record.`);
    });
  weightage
    .command('list')
    .description('Lists the countries whose records cost something else than one point.')
    .option('--json', 'answer as JSON')
    .action(async (options: { json?: boolean }) => {
      const set = await (await context.services()).accounts.weightages.all();
      const rows = EVERY_COUNTRY.flatMap(({ shortcode: country, name }) => {
        const points = set.get(country);
        return points ? [{ country, name, IMPORT: points.IMPORT ?? 1, EXPORT: points.EXPORT ?? 1 }] : [];
      });
      if (options.json) return printJson(context, rows);
      if (rows.length === 0) return context.out('Every record costs 1 point.');
      table(
        context,
        ['country', 'name', 'import', 'export'],
        rows.map((row) => [row.country, row.name, String(row.IMPORT), String(row.EXPORT)]),
        ['import', 'export'],
      );
      context.out('Every other record costs 1 point.');
    });
}
