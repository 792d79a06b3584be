import type { PartyProposal } from '@tidewaiter/records';
import { type Command, InvalidArgumentError } from 'commander';
import { partyKey } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { printJson, table } from '../shell/print.js';

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
  json?: boolean;
}

export function addPartySuggestCommand(party: Command, context: CommandContext): void {
  party
    .command('suggest')
    .summary('which parties are likely one')
    .description(
      'Lists pairs of parties that are likely one company by their names, with what their records say for it: those first whose joining moves ' +
        'most records. Parties that stand in one record are never proposed. With the keys of a pair, says yes, no or later to it.',
    )
    .argument('[lead]', 'the key of the party that leads', partyKey)
    .argument('[other]', 'the key of the other', partyKey)
    .option('--limit <pairs>', 'so many at most', limit, 20)
    .option('--country <code>', 'parties of records of this source country')
    .option('--yes', 'join the pair; `party part` takes it back')
    .option('--not', 'they are two: never propose them again')
    .option('--later', 'leave them out of the list for now')
    .option('--again', 'take back --not or --later')
    .option('--reason <text>', 'why, for whoever reads the history later', '')
    .option('--json', 'answer as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx tidewaiter party suggest --country KOR --limit 50\n  $ npx tidewaiter party suggest 123 456 --yes --reason "one register number"' +
        '\n  $ npx tidewaiter party suggest 123 456 --not\n\n' +
        'Exit codes: 0 done, 1 a party is not known or joined already, 2 the command is not understood.',
    )
    .action(async (lead: string | undefined, other: string | undefined, options: Options, command: Command) => {
      const said = (['yes', 'not', 'later', 'again'] as const).filter((one) => options[one]);
      if (lead === undefined && said.length === 0) return list(context, options);
      const [answer] = said;
      if (lead === undefined || other === undefined || answer === undefined || said.length > 1 || lead === other)
        return command.error('error: give two keys and one of --yes, --not, --later and --again');
      const { proposals } = await context.records();
      const keys = [lead, other] as const;
      if (answer === 'yes') {
        const joins = await proposals.accept(keys, options.reason);
        if (options.json) return printJson(context, joins);
        for (const join of joins) context.out(`${join.name} is one with ${join.lead.name} now.`);
        return;
      }
      const { verdict, said: outcome } = VERDICTS[answer];
      const parties = await proposals.decide(keys, verdict, options.reason);
      if (options.json) return printJson(context, { verdict, parties });
      context.out(`${parties.map(({ name }) => name).join(' and ')} ${outcome}.`);
    });
}

async function list(context: CommandContext, { limit, country, json }: Options): Promise<void> {
  const { proposals } = await context.records();
  const found = await proposals.list({ limit, country: country?.toUpperCase() });
  if (json) return printJson(context, found);
  if (found.length === 0) return context.out('No parties are likely one that nobody has decided on.');
  table(
    context,
    ['keys', 'parties', 'records', 'why', 'goods', 'countries', 'addresses and numbers'],
    found.map(({ parties: [first, second], likeness, shared }) => [
      ...[`${first.key} ${second.key}`, `${first.name} | ${second.name}`, `${first.records} | ${second.records}`],
      ...[WHY[likeness], String(shared.headings), String(shared.countries), String(shared.details)],
    ]),
  );
}
