import { countryByCode, OperatorError } from '@tidewaiter/contract';
import type { PartyJoin, PartyProposal, Records, Subject, Suppression } from '@tidewaiter/records';
import { InvalidArgumentError } from 'commander';
import { type Acts, act, listing, RARE, type Told, taken, takenOr } from '../shell/act.js';
import { countryCode, partyKey, wholeNumber } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count } from '../shell/print.js';

/** Names of a command, each beside those before it. */
function names(text: string, before: readonly string[] = []): string[] {
  if (text.trim() === '') throw new InvalidArgumentError('A name of a party.');
  return [...before, text];
}

function limit(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('A number from 1 to 9999.');
  return Number(text);
}

function recordId(text: string): string {
  if (!/^[0-9a-f]{32}$/i.test(text)) throw new InvalidArgumentError('The 32 digits of a record\u2019s id.');
  return text.toLowerCase();
}

const why = taken('!--reason <text>', 'why', (text: string) => {
  if (text.trim() === '') throw new InvalidArgumentError('A reason, for whoever reads the list later.');
  return text;
});
const maybeWhy = takenOr('', '--reason <text>', 'why, for whoever reads the list later');

const flat = ({ key, name, lead, reason, at }: PartyJoin) => ({
  ...{ key, name, lead: lead.name, leadKey: lead.key, reason, at },
});

/** What is told of parties that were joined or parted. */
async function changed(
  context: CommandContext,
  joins: readonly PartyJoin[],
  said: (join: PartyJoin) => string,
): Promise<Told> {
  const { version } = await (await context.records()).versions.current();
  const parties = joins.map(({ key, lead }) => ({ key, lead: lead.key }));
  return [joins.map(flat), [...joins.map(said), `Data version ${version}.`], { parties }];
}

const isJoined = ({ name, lead }: PartyJoin) => `${name} is one with ${lead.name} now.`;

const WHY: Readonly<Record<PartyProposal['likeness'], string>> = {
  number: 'one official number',
  form: 'one name but for its legal form or abbreviations',
  address: 'a place or address behind the form',
  cut: 'a name that was cut off',
  typing: 'a letter or two apart',
};

const VERDICTS = {
  not: { verdict: 'REFUSED', noted: 'NO', said: 'will not be proposed again' },
  later: { verdict: 'POSTPONED', noted: 'LATER', said: 'are left for later' },
  again: { verdict: 'OPEN', noted: 'UNDO', said: 'may be proposed again' },
} as const;

async function proposals(context: CommandContext, wanted: Parameters<Records['proposals']['list']>[0]): Promise<Told> {
  const found = await (await context.records()).proposals.list(wanted);
  const words = listing(found, 'No likely pair is left to decide.', {
    keys: ({ parties: [first, second] }) => `${first.key} ${second.key}`,
    parties: ({ parties: [first, second] }) => `${first.name} | ${second.name}`,
    records: ({ parties: [first, second] }) => `${first.records} | ${second.records}`,
    USD: ({ parties }) => parties.map(({ valueUsd }) => count(Math.round(valueUsd))).join(' | '),
    why: ({ likeness, numbers }) =>
      [WHY[likeness], numbers.length > 1 ? `two numbers: ${numbers.join(' and ')}` : numbers.join()]
        .filter(Boolean)
        .join(', '),
    goods: ({ shared }) => shared.headings,
    countries: ({ shared }) => shared.countries,
    'addresses and numbers': ({ shared }) => shared.details,
  });
  return [found, words];
}

const subjectOf = ({ kind, name, subject }: Suppression) =>
  ({ party: `${name || 'a party'} (key ${subject})`, record: `record ${subject}`, country: name })[kind];

/** The log says what was hidden by its number: the list of suppressions has its name, for as long as that may be known. */
const notedOf = ({ number, kind }: Suppression) => ({ suppression: number, kind });

async function hide(context: CommandContext, subject: Subject, reason: string, name?: string): Promise<Told> {
  const { records } = await context.services();
  const made = await records.suppressions.suppress(subject, reason, name);
  const { version } = await records.versions.current();
  const hidden = `${count(made.records)} ${made.records === 1 ? 'record' : 'records'} hidden`;
  const words = [
    `Suppression ${made.number}: ${subjectOf(made)}, ${hidden}. Data version ${version}.`,
    ...(made.records === 0 ? ['  No record that is loaded names it. It will be hidden when one does.'] : []),
  ];
  return [made, words, notedOf(made)];
}

/** Parties that are one, and what is hidden of parties and records. */
export const PARTY_ACTS = {
  'party join': act({
    summary: 'make parties one with another',
    description:
      'Joins parties to the first of the names, under which all of them are shown. Parties joined to them come along.',
    takes: {
      lead: taken('<lead>', 'any spelling of the party that leads', (text: string) => names(text)[0] ?? ''),
      others: taken('<names...>', 'any spellings of the others', names),
      reason: maybeWhy,
    },
    example: 'party join "Acme Ltd" "Acme Trading GmbH" --reason "one owner, by the register"',
    screen: 'the screen joins those that are proposed',
    audit: 'PARTIES_JOINED',
    async does({ lead, others, reason }, context) {
      const { parties } = (await context.services()).records;
      return changed(context, await parties.join(lead, others, reason), isJoined);
    },
  }),

  'party part': act({
    summary: 'make joined parties their own again',
    description: 'Ends what `party join` began, for the parties that are named.',
    takes: { joined: taken('<names...>', 'any spellings of joined parties', names), reason: maybeWhy },
    example: 'party part "Acme Trading GmbH"',
    screen: 'the screen takes back what it has joined',
    audit: 'PARTIES_PARTED',
    async does({ joined, reason }, context) {
      const { parties } = (await context.services()).records;
      const parted = await parties.part(joined, reason);
      return changed(context, parted, ({ name }) => `${name} is a party of its own again.`);
    },
  }),

  'party list': act({
    summary: 'which parties are joined',
    description: 'Lists the parties that are joined to others, and since when.',
    takes: { history: taken('--history', 'all that was ever joined, parted and said of proposed pairs') },
    screen: 'a company’s page says which names it has',
    async does({ history }, context) {
      const { parties } = await context.records();
      if (history) {
        const events = await parties.history();
        const words = listing(events, 'No parties were ever joined.', {
          '': ({ event }) => event.toLowerCase(),
          party: 'name',
          lead: ({ lead }) => lead.name,
          ...{ at: 'at', reason: 'reason' },
        });
        return [events.map((event) => ({ event: event.event, ...flat(event) })), words];
      }
      const joins = await parties.list();
      const words = listing(joins, 'No parties are joined.', {
        lead: ({ lead }) => lead.name,
        ...{ party: 'name', since: 'at', reason: 'reason' },
      });
      return [joins.map(flat), words];
    },
  }),

  'party suggest': act({
    summary: 'which parties are likely one',
    description:
      'Lists pairs of parties that are likely one company: those whose records state one official number, then those whose names are alike, of ' +
      'each those first whose joining moves most value. Parties that stand in one record are never proposed. With the keys of a pair, says yes, ' +
      'no or later to it; with --same-number --yes, yes to all pairs of one number.',
    takes: {
      lead: taken('[lead]', 'the key of the party that leads', partyKey),
      other: taken('[other]', 'the key of the other', partyKey),
      limit: takenOr(20, '--limit <pairs>', 'so many at most', limit),
      country: taken('--country <code>', 'parties of records of this source country'),
      sameNumber: taken('--same-number', 'those alone whose records state one official number'),
      yes: taken('--yes', 'join the pair; `party part` takes it back'),
      not: taken('--not', 'they are two: never propose them again'),
      later: taken('--later', 'leave them out of the list for now'),
      again: taken('--again', 'take back --not or --later'),
      reason: takenOr('', '--reason <text>', 'why, for whoever reads the history later'),
    },
    example: [
      'party suggest --country KOR --limit 50',
      'party suggest 123 456 --yes --reason "one register number"',
      'party suggest 123 456 --not',
      'party suggest --same-number --yes',
    ],
    screen: ['operatorProposals', 'decideProposal', 'acceptSameNumber'],
    audit: 'PARTIES_DECIDED',
    async does({ lead, other, limit, country: code, sameNumber, reason, ...given }, context, command) {
      const said = (['yes', 'not', 'later', 'again'] as const).filter((one) => given[one]);
      const country = code?.toUpperCase();
      if (lead === undefined && said.length === 0) return proposals(context, { limit, country, sameNumber });
      const [answer] = said;
      if (lead === undefined && sameNumber && said.length === 1 && answer === 'yes') {
        const { proposals: pairs } = (await context.services()).records;
        const joins = await pairs.acceptNumbers(country ?? '', reason);
        const words = joins.length === 0 ? 'No pair of one number is left to join.' : joins.map(isJoined);
        return [joins.map(flat), words, { verdict: 'YES', sameNumber: joins.length }];
      }
      if (lead === undefined || other === undefined || answer === undefined || said.length > 1 || lead === other)
        return command.error('error: give two keys and one of --yes, --not, --later and --again');
      const { proposals: pairs } = (await context.services()).records;
      const [keys, details] = [[lead, other] as const, { first: lead, second: other }];
      if (answer === 'yes') {
        const joins = await pairs.accept(keys, reason);
        return [joins, joins.map(isJoined), { ...details, verdict: 'YES' }];
      }
      const { verdict, noted, said: outcome } = VERDICTS[answer];
      const parties = await pairs.decide(keys, verdict, reason);
      const words = `${parties.map(({ name }) => name).join(' and ')} ${outcome}.`;
      return [{ verdict, parties }, words, { ...details, verdict: noted }];
    },
  }),

  'suppress party': act({
    description: 'Hides a party under all spellings of its name, as importer, exporter and notify party.',
    takes: {
      name: taken('[name]', 'any spelling of its name'),
      key: taken('--key <key>', 'its key instead', partyKey),
      reason: why,
    },
    example: 'suppress party "Acme Ltd" --reason "asked for by the company"',
    screen: RARE,
    audit: 'SUPPRESSED',
    async does({ name, key, reason }, context) {
      if ((name === undefined) === (key === undefined)) throw new OperatorError('Give either a name or --key.');
      const { suppressions } = (await context.services()).records;
      const subject = key ?? (await suppressions.keyOf(name ?? ''));
      return hide(context, { kind: 'party', subject }, reason, name);
    },
  }),

  'suppress record': act({
    description: 'Hides a record.',
    takes: { id: taken('<id>', 'its id', recordId), reason: why },
    example: 'suppress record 0123456789abcdef0123456789abcdef --reason "printed wrongly"',
    screen: RARE,
    audit: 'SUPPRESSED',
    does: ({ id, reason }, context) => hide(context, { kind: 'record', subject: id }, reason),
  }),

  'suppress country': act({
    description:
      'Withdraws a country, of the catalogue or added: its records stay loaded, and nobody finds them until that is lifted.',
    takes: { code: taken('<code>', 'its three letters of ISO 3166, as FRA', countryCode), reason: why },
    example: 'suppress country VNM --reason "the source has withdrawn its licence"',
    screen: RARE,
    audit: 'SUPPRESSED',
    async does({ code, reason }, context) {
      await (await context.services()).records.countries.mustInclude([code]);
      return hide(context, { kind: 'country', subject: code }, reason, countryByCode(code)?.name);
    },
  }),

  'suppress list': act({
    description: 'Lists what is hidden, and what was.',
    screen: RARE,
    async does(_, context) {
      const suppressions = await (await context.records()).suppressions.list();
      const words = listing(suppressions, 'Nothing is suppressed.', {
        number: ({ number }) => String(number),
        what: ({ kind, name }) => (kind === 'record' ? kind : name),
        ...{ 'key, id or code': 'subject', records: 'records', since: 'suppressedAt', reason: 'reason' },
        lifted: ({ lifted }) => lifted?.at,
        why: ({ lifted }) => lifted?.reason,
      });
      return [suppressions, words];
    },
  }),

  'suppress lift': act({
    description: 'Shows again what a suppression has hidden.',
    takes: {
      number: taken('<number>', "the suppression's number, as `suppress list` shows it", wholeNumber),
      reason: why,
    },
    example: 'suppress lift 3 --reason "the company agrees"',
    screen: RARE,
    audit: 'SUPPRESSION_LIFTED',
    async does({ number, reason }, context) {
      const { records } = await context.services();
      const lifted = await records.suppressions.lift(number, reason);
      const { version } = await records.versions.current();
      const words = `Suppression ${number} is lifted: ${subjectOf(lifted)}. Data version ${version}.`;
      return [lifted, words, notedOf(lifted)];
    },
  }),
} satisfies Acts;
