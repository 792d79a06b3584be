import { countryByCode, EVERY_COUNTRY, OperatorError, TRADE_TYPES } from '@tidewaiter/contract';
import type { Command } from 'commander';
import { act, group, listing } from '../shell/act.js';
import { countryCode, figure } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';

export function addWeightageCommand(program: Command, context: CommandContext): void {
  const weightage = group(
    program,
    'weightage',
    'what a record of a country costs to export',
    'Sets how many download points a record of a country costs, by trade type; 1 unless it was set.',
  );
  act(weightage, context, 'set', {
    description: 'Sets the points of one record. Exports that were quoted before are quoted again.',
    takes: (command) =>
      command
        .argument('<country>', 'shortcode of a source country', countryCode)
        .argument('[points]', 'of an import record and of an export record', figure)
        .option('--import <points>', 'of an import record', figure)
        .option('--export <points>', 'of an export record', figure),
    example: 'weightage set IND --import 2 --export 1',
    async does(country: string, points: number | undefined, options: { import?: number; export?: number }) {
      const { import: imported = points, export: exported = points } = options;
      const { accounts, records } = await context.services();
      const { weightages } = accounts.plans;
      if (imported === undefined && exported === undefined)
        throw new OperatorError('Say the points of one record, or --import or --export with them.');
      await records.countries.mustInclude([country]);
      if (imported !== undefined) await weightages.set(country, 'IMPORT', imported);
      if (exported !== undefined) await weightages.set(country, 'EXPORT', exported);
      const set = (await weightages.all()).get(country);
      const said = TRADE_TYPES.map((trade) => `${trade.toLowerCase()} ${set?.[trade] ?? 1}`).join(', ');
      return [{ country, ...set }, `${countryByCode(country)?.name ?? country}: ${said} points a record.`];
    },
  });
  act(weightage, context, 'list', {
    description: 'Lists the countries whose records cost something else than one point.',
    async does() {
      const set = await (await context.services()).accounts.plans.weightages.all();
      const rows = EVERY_COUNTRY.flatMap(({ shortcode: country, name }) => {
        const points = set.get(country);
        return points ? [{ country, name, IMPORT: points.IMPORT ?? 1, EXPORT: points.EXPORT ?? 1 }] : [];
      });
      if (rows.length === 0) return [rows, 'Every record costs 1 point.'];
      const words = listing(rows, '', {
        country: ({ country }) => country,
        name: ({ name }) => name,
        import: ({ IMPORT }) => IMPORT,
        export: ({ EXPORT }) => EXPORT,
      });
      return [rows, [words, 'Every other record costs 1 point.']];
    },
  });
}
