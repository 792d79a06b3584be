import type { PartyJoin } from '@tidewaiter/records';
import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../shell/context.js';
import { printJson, table } from '../shell/print.js';
import { addPartySuggestCommand } from './party-suggest.js';

/** Names of a command, each beside those before it. */
function names(text: string, before: readonly string[] = []): string[] {
  if (text.trim() === '') throw new InvalidArgumentError('A name of a party.');
  return [...before, text];
}

const flat = ({ key, name, lead, reason, at }: PartyJoin) => ({
  ...{ key, name, lead: lead.name, leadKey: lead.key, reason, at },
});

export function addPartyCommand(program: Command, context: CommandContext): void {
  const party = program
    .command('party')
    .summary('make one of parties that are one')
    .description(
      'Joins parties that are one company under names that no rule sees to be one: they are searched, counted, listed and analysed ' +
        'as one, under the name of the first. Records keep the names that their files gave them.',
    );

  const changed = async (joins: readonly PartyJoin[], json: boolean | undefined, say: (join: PartyJoin) => string) => {
    if (json) return printJson(context, joins.map(flat));
    for (const join of joins) context.out(say(join));
    const { version } = await (await context.records()).versions.current();
    context.out(`Data version ${version}.`);
  };

  party
    .command('join')
    .summary('make parties one with another')
    .description(
      'Joins parties to the first of the names, under which all of them are shown. Parties joined to them come along.',
    )
    .argument('<lead>', 'any spelling of the party that leads', (text: string) => names(text)[0] ?? '')
    .argument('<names...>', 'any spellings of the others', names)
    .option('--reason <text>', 'why, for whoever reads the list later', '')
    .option('--json', 'answer as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx tidewaiter party join "Acme Ltd" "Acme Trading GmbH" --reason "one owner, by the register"',
    )
    .action(async (lead: string, others: string[], options: { reason: string; json?: boolean }) => {
      const { parties } = await context.records();
      const joins = await parties.join(lead, others, options.reason);
      await changed(joins, options.json, (join) => `${join.name} is one with ${join.lead.name} now.`);
    });

  party
    .command('part')
    .summary('make joined parties their own again')
    .description('Ends what `party join` began, for the parties that are named.')
    .argument('<names...>', 'any spellings of joined parties', names)
    .option('--reason <text>', 'why, for whoever reads the list later', '')
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter party part "Acme Trading GmbH"')
    .action(async (joined: string[], options: { reason: string; json?: boolean }) => {
      const { parties } = await context.records();
      const parted = await parties.part(joined, options.reason);
      await changed(parted, options.json, (join) => `${join.name} is a party of its own again.`);
    });

  party
    .command('list')
    .summary('which parties are joined')
    .description('Lists the parties that are joined to others, and since when.')
    .option('--history', 'all that was ever joined, parted and said of proposed pairs')
    .option('--json', 'answer as JSON')
    .action(async (options: { history?: boolean; json?: boolean }) => {
      const { parties } = await context.records();
      if (options.history) {
        const events = await parties.history();
        if (options.json)
          return printJson(
            context,
            events.map((event) => ({ event: event.event, ...flat(event) })),
          );
        if (events.length === 0) return context.out('No parties were ever joined.');
        return table(
          context,
          ['', 'party', 'lead', 'at', 'reason'],
          events.map(({ event, name, lead, at, reason }) => [event.toLowerCase(), name, lead.name, at, reason]),
        );
      }
      const joins = await parties.list();
      if (options.json) return printJson(context, joins.map(flat));
      if (joins.length === 0) return context.out('No parties are joined.');
      table(
        context,
        ['lead', 'party', 'since', 'reason'],
        joins.map(({ name, lead, at, reason }) => [lead.name, name, at, reason]),
      );
    });

  addPartySuggestCommand(party, context);
}
