import { countryByCode, type SourceCountry } from '@tidewaiter/contract';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../shell/context.js';
import { count, printJson, table } from '../shell/print.js';

/** A country's code of three letters, whether or not it is a source. */
function countryCode(text: string): string {
  const code = text.toUpperCase();
  if (!countryByCode(code)) throw new InvalidArgumentError('A country by its three letters of ISO 3166, as FRA.');
  return code;
}

const shown = ({ shortcode, name, continent }: SourceCountry) => ({ country: shortcode, name, continent });

export function addCountryCommand(program: Command, context: CommandContext): void {
  const country = program
    .command('country')
    .summary('the countries whose records are taken')
    .description(
      'Adds source countries to those of the catalogue. Files of them can be loaded at once, and plans of all countries hold them.',
    );

  const change = (act: 'add' | 'remove', summary: string, description: string, say: (name: string) => string) =>
    country
      .command(act)
      .summary(summary)
      .description(description)
      .argument('<code>', 'its three letters of ISO 3166, as FRA', countryCode)
      .option('--json', 'answer as JSON')
      .addHelpText('after', `\nExample:\n  $ npx tidewaiter country ${act} FRA`)
      .action(async (code: string, options: { json?: boolean }) => {
        const { countries } = await context.records();
        const changed = await countries[act](code);
        if (options.json) return printJson(context, shown(changed));
        context.out(say(changed.name));
      });

  change(
    'add',
    'take records of a country',
    'Makes a country a source, by the name that it has elsewhere. It shows as "no data yet" until a file of it is loaded.',
    (name) => `${name} is a source country now.`,
  );
  country
    .command('list')
    .summary('which countries were added')
    .description('Lists the source countries that were added to the catalogue.')
    .option('--all', 'those of the catalogue, too')
    .option('--json', 'answer as JSON')
    .action(async (options: { all?: boolean; json?: boolean }) => {
      const { countries } = await context.records();
      const [all, added] = [await countries.list(), await countries.added()];
      const rows = (options.all ? all : added).map((one) => ({ ...shown(one), added: added.includes(one) }));
      if (options.json) return printJson(context, rows);
      if (rows.length > 0) {
        table(
          context,
          ['country', 'name', 'continent', 'added'],
          rows.map((row) => [row.country, row.name, row.continent, row.added ? 'yes' : '']),
        );
      }
      context.out(
        `${count(all.length - added.length)} source countries of the catalogue, ${count(added.length)} added.`,
      );
    });
  change(
    'remove',
    'take no more records of a country',
    'Ends what `country add` began. Refused while records of it are loaded.',
    (name) => `${name} is no source country any more.`,
  );
}
