import type { PartyJoin } from '@tidewaiter/records';
import { type Command, InvalidArgumentError } from 'commander';
import type { Services } from '../../app/services.js';
import { act, group, listing, type Told } from '../shell/act.js';
import type { CommandContext } from '../shell/context.js';
import { addPartySuggestCommand } from './party-suggest.js';

/** Names of a command, each beside those before it. */
function names(text: string, before: readonly string[] = []): string[] {
  if (text.trim() === '') throw new InvalidArgumentError('A name of a party.');
  return [...before, text];
}

const flat = ({ key, name, lead, reason, at }: PartyJoin) => ({
  ...{ key, name, lead: lead.name, leadKey: lead.key, reason, at },
});

/** What is told of parties that were joined or parted. */
async function changed(
  { records }: Services,
  event: 'PARTIES_JOINED' | 'PARTIES_PARTED',
  joins: readonly PartyJoin[],
  said: (join: PartyJoin) => string,
): Promise<Told> {
  const { version } = await records.versions.current();
  const keys = joins.map(({ key, lead }) => ({ key, lead: lead.key }));
  return [joins.map(flat), [...joins.map(said), `Data version ${version}.`], { event, details: { parties: keys } }];
}

const REASON = ['--reason <text>', 'why, for whoever reads the list later', ''] as const;

export function addPartyCommand(program: Command, context: CommandContext): void {
  const party = group(
    program,
    'party',
    'make one of parties that are one',
    'Joins parties that are one company under names that no rule sees to be one: they are searched, counted, listed and analysed ' +
      'as one, under the name of the first. Records keep the names that their files gave them.',
  );

  act(party, context, 'join', {
    summary: 'make parties one with another',
    description:
      'Joins parties to the first of the names, under which all of them are shown. Parties joined to them come along.',
    takes: (command) =>
      command
        .argument('<lead>', 'any spelling of the party that leads', (text: string) => names(text)[0] ?? '')
        .argument('<names...>', 'any spellings of the others', names)
        .option(...REASON),
    example: 'party join "Acme Ltd" "Acme Trading GmbH" --reason "one owner, by the register"',
    async does(lead: string, others: string[], { reason }: { reason: string }) {
      const services = await context.services();
      const joins = await services.records.parties.join(lead, others, reason);
      return changed(services, 'PARTIES_JOINED', joins, (join) => `${join.name} is one with ${join.lead.name} now.`);
    },
  });

  act(party, context, 'part', {
    summary: 'make joined parties their own again',
    description: 'Ends what `party join` began, for the parties that are named.',
    takes: (command) => command.argument('<names...>', 'any spellings of joined parties', names).option(...REASON),
    example: 'party part "Acme Trading GmbH"',
    async does(joined: string[], { reason }: { reason: string }) {
      const services = await context.services();
      const parted = await services.records.parties.part(joined, reason);
      return changed(services, 'PARTIES_PARTED', parted, ({ name }) => `${name} is a party of its own again.`);
    },
  });

  act(party, context, 'list', {
    summary: 'which parties are joined',
    description: 'Lists the parties that are joined to others, and since when.',
    takes: (command) => command.option('--history', 'all that was ever joined, parted and said of proposed pairs'),
    async does({ history }: { history?: boolean }) {
      const { parties } = await context.records();
      if (history) {
        const events = await parties.history();
        const words = listing(events, 'No parties were ever joined.', {
          '': ({ event }) => event.toLowerCase(),
          party: ({ name }) => name,
          lead: ({ lead }) => lead.name,
          at: ({ at }) => at,
          reason: ({ reason }) => reason,
        });
        return [events.map((event) => ({ event: event.event, ...flat(event) })), words];
      }
      const joins = await parties.list();
      const words = listing(joins, 'No parties are joined.', {
        lead: ({ lead }) => lead.name,
        party: ({ name }) => name,
        since: ({ at }) => at,
        reason: ({ reason }) => reason,
      });
      return [joins.map(flat), words];
    },
  });

  addPartySuggestCommand(party, context);
}
