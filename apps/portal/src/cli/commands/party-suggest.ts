import type { PartyProposal } from '@tidewaiter/records';
import { type Command, InvalidArgumentError } from 'commander';
import { act, listing, type Told } from '../shell/act.js';
import { partyKey } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';

function limit(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('A number from 1 to 9999.');
  return Number(text);
}

const WHY: Readonly<Record<PartyProposal['likeness'], string>> = {
  form: 'one name but for its legal form or abbreviations',
  address: 'a place or address behind the form',
  cut: 'a name that was cut off',
  typing: 'a letter or two apart',
};

const VERDICTS = {
  not: { verdict: 'REFUSED', said: 'will not be proposed again' },
  later: { verdict: 'POSTPONED', said: 'are left for later' },
  again: { verdict: 'OPEN', said: 'may be proposed again' },
} as const;

interface Options {
  limit: number;
  country?: string;
  yes?: boolean;
  not?: boolean;
  later?: boolean;
  again?: boolean;
  reason: string;
}

export function addPartySuggestCommand(party: Command, context: CommandContext): void {
  act(party, context, 'suggest', {
    summary: 'which parties are likely one',
    description:
      'Lists pairs of parties that are likely one company by their names, with what their records say for it: those first whose joining moves ' +
      'most records. Parties that stand in one record are never proposed. With the keys of a pair, says yes, no or later to it.',
    takes: (command) =>
      command
        .argument('[lead]', 'the key of the party that leads', partyKey)
        .argument('[other]', 'the key of the other', partyKey)
        .option('--limit <pairs>', 'so many at most', limit, 20)
        .option('--country <code>', 'parties of records of this source country')
        .option('--yes', 'join the pair; `party part` takes it back')
        .option('--not', 'they are two: never propose them again')
        .option('--later', 'leave them out of the list for now')
        .option('--again', 'take back --not or --later')
        .option('--reason <text>', 'why, for whoever reads the history later', ''),
    example: [
      'party suggest --country KOR --limit 50',
      'party suggest 123 456 --yes --reason "one register number"',
      'party suggest 123 456 --not',
    ],
    async does(lead: string | undefined, other: string | undefined, options: Options, command: Command) {
      const said = (['yes', 'not', 'later', 'again'] as const).filter((one) => options[one]);
      if (lead === undefined && said.length === 0) return list(context, options);
      const [answer] = said;
      if (lead === undefined || other === undefined || answer === undefined || said.length > 1 || lead === other)
        return command.error('error: give two keys and one of --yes, --not, --later and --again');
      const { proposals } = (await context.services()).records;
      const keys = [lead, other] as const;
      const noted = (verdict: string) =>
        ({ event: 'PARTIES_DECIDED', details: { first: lead, second: other, verdict } }) as const;
      if (answer === 'yes') {
        const joins = await proposals.accept(keys, options.reason);
        return [joins, joins.map((join) => `${join.name} is one with ${join.lead.name} now.`), noted('YES')];
      }
      const { verdict, said: outcome } = VERDICTS[answer];
      const parties = await proposals.decide(keys, verdict, options.reason);
      return [
        { verdict, parties },
        `${parties.map(({ name }) => name).join(' and ')} ${outcome}.`,
        noted({ not: 'NO', later: 'LATER', again: 'UNDO' }[answer]),
      ];
    },
  });
}

async function list(context: CommandContext, { limit, country }: Options): Promise<Told> {
  const { proposals } = await context.records();
  const found = await proposals.list({ limit, country: country?.toUpperCase() });
  const words = listing(found, 'No parties are likely one that nobody has decided on.', {
    keys: ({ parties: [first, second] }) => `${first.key} ${second.key}`,
    parties: ({ parties: [first, second] }) => `${first.name} | ${second.name}`,
    records: ({ parties: [first, second] }) => `${first.records} | ${second.records}`,
    why: ({ likeness }) => WHY[likeness],
    goods: ({ shared }) => shared.headings,
    countries: ({ shared }) => shared.countries,
    'addresses and numbers': ({ shared }) => shared.details,
  });
  return [found, words];
}
