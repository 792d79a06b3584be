import type { SourceCountry } from '@tidewaiter/contract';
import type { Command } from 'commander';
import { act, group, listing } from '../shell/act.js';
import { countryCode } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count } from '../shell/print.js';

const shown = ({ shortcode, name, continent }: SourceCountry) => ({ country: shortcode, name, continent });

const CHANGES = [
  {
    name: 'add',
    summary: 'take records of a country',
    description:
      'Makes a country a source, by the name that it has elsewhere. It shows as "no data yet" until a file of it is loaded.',
    said: 'is a source country now',
    event: 'COUNTRY_ADDED',
  },
  {
    name: 'remove',
    summary: 'take no more records of a country',
    description: 'Ends what `country add` began. Refused while records of it are loaded.',
    said: 'is no source country any more',
    event: 'COUNTRY_REMOVED',
  },
] as const;

export function addCountryCommand(program: Command, context: CommandContext): void {
  const country = group(
    program,
    'country',
    'the countries whose records are taken',
    'Adds source countries to those of the catalogue. Files of them can be loaded at once, and plans of all countries hold them.',
  );
  act(country, context, 'list', {
    summary: 'which countries were added',
    description: 'Lists the source countries that were added to the catalogue.',
    takes: (command) => command.option('--all', 'those of the catalogue, too'),
    async does({ all: isWhole }: { all?: boolean }) {
      const { countries } = await context.records();
      const [all, added] = [await countries.list(), await countries.added()];
      const rows = (isWhole ? all : added).map((one) => ({ ...shown(one), added: added.includes(one) }));
      const listed = listing(rows, [], {
        country: ({ country }) => country,
        name: ({ name }) => name,
        continent: ({ continent }) => continent,
        added: ({ added }) => (added ? 'yes' : ''),
      });
      const ofCatalogue = count(all.length - added.length);
      return [rows, [listed, `${ofCatalogue} source countries of the catalogue, ${count(added.length)} added.`]];
    },
  });
  for (const { name, summary, description, said, event } of CHANGES)
    act(country, context, name, {
      ...{ summary, description },
      takes: (command) => command.argument('<code>', 'its three letters of ISO 3166, as FRA', countryCode),
      example: `country ${name} FRA`,
      async does(code: string) {
        const { countries } = (await context.services()).records;
        const changed = await countries[name](code);
        return [shown(changed), `${changed.name} ${said}.`, { event, details: { country: code } }];
      },
    });
}
