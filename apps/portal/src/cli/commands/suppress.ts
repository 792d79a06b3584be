import { OperatorError } from '@tidewaiter/contract';
import type { Subject, Suppression } from '@tidewaiter/records';
import { type Command, InvalidArgumentError } from 'commander';
import { act, group, listing, type Told } from '../shell/act.js';
import { partyKey, wholeNumber } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count } from '../shell/print.js';

interface Why {
  reason: string;
}

function recordId(text: string): string {
  if (!/^[0-9a-f]{32}$/i.test(text)) throw new InvalidArgumentError('The 32 digits of a record\u2019s id.');
  return text.toLowerCase();
}

function reason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('A reason, for whoever reads the list later.');
  return text;
}

const subjectOf = ({ kind, name, subject }: Suppression) =>
  kind === 'party' ? `${name || 'a party'} (key ${subject})` : `record ${subject}`;

/** The log says what was hidden by its number: the list of suppressions has its name, for as long as that may be known. */
const noted = (event: 'SUPPRESSED' | 'SUPPRESSION_LIFTED', { number, kind }: Suppression) => ({
  event,
  details: { suppression: number, kind },
});

export function addSuppressCommand(program: Command, context: CommandContext): void {
  const suppress = group(
    program,
    'suppress',
    'hide a party or a record everywhere',
    'Hides a party with every record in which it plays a part, or a record, everywhere; shows it again. What was hidden, when ' +
      'and why is kept for good.',
  );

  const hide = async (subject: Subject, { reason }: Why, name?: string): Promise<Told> => {
    const { records } = await context.services();
    const made = await records.suppressions.suppress(subject, reason, name);
    const { version } = await records.versions.current();
    const hidden = `${count(made.records)} ${made.records === 1 ? 'record' : 'records'} hidden`;
    const words = [
      `Suppression ${made.number}: ${subjectOf(made)}, ${hidden}. Data version ${version}.`,
      ...(made.records === 0 ? ['  No record that is loaded names it. It will be hidden when one does.'] : []),
    ];
    return [made, words, noted('SUPPRESSED', made)];
  };

  act(suppress, context, 'party', {
    description: 'Hides a party under all spellings of its name, as importer, exporter and notify party.',
    takes: (command) =>
      command
        .argument('[name]', 'any spelling of its name')
        .option('--key <key>', 'its key instead', partyKey)
        .requiredOption('--reason <text>', 'why', reason),
    example: 'suppress party "Acme Ltd" --reason "asked for by the company"',
    async does(name: string | undefined, options: Why & { key?: string }) {
      if ((name === undefined) === (options.key === undefined)) throw new OperatorError('Give either a name or --key.');
      const { suppressions } = (await context.services()).records;
      const key = options.key ?? (await suppressions.keyOf(name ?? ''));
      return hide({ kind: 'party', subject: key }, options, name);
    },
  });

  act(suppress, context, 'record', {
    description: 'Hides a record.',
    takes: (command) => command.argument('<id>', 'its id', recordId).requiredOption('--reason <text>', 'why', reason),
    example: 'suppress record 0123456789abcdef0123456789abcdef --reason "printed wrongly"',
    does: (id: string, options: Why) => hide({ kind: 'record', subject: id }, options),
  });

  act(suppress, context, 'list', {
    description: 'Lists what is hidden, and what was.',
    async does() {
      const suppressions = await (await context.records()).suppressions.list();
      const words = listing(suppressions, 'Nothing is suppressed.', {
        number: ({ number }) => String(number),
        what: ({ kind, name }) => (kind === 'party' ? name : 'record'),
        'key or id': ({ subject }) => subject,
        records: ({ records }) => records,
        since: ({ suppressedAt }) => suppressedAt,
        reason: ({ reason }) => reason,
        lifted: ({ lifted }) => lifted?.at,
        why: ({ lifted }) => lifted?.reason,
      });
      return [suppressions, words];
    },
  });

  act(suppress, context, 'lift', {
    description: 'Shows again what a suppression has hidden.',
    takes: (command) =>
      command
        .argument('<number>', "the suppression's number, as `suppress list` shows it", wholeNumber)
        .requiredOption('--reason <text>', 'why', reason),
    example: 'suppress lift 3 --reason "the company agrees"',
    async does(number: number, options: Why) {
      const { records } = await context.services();
      const lifted = await records.suppressions.lift(number, options.reason);
      const { version } = await records.versions.current();
      const words = `Suppression ${number} is lifted: ${subjectOf(lifted)}. Data version ${version}.`;
      return [lifted, words, noted('SUPPRESSION_LIFTED', lifted)];
    },
  });
}
