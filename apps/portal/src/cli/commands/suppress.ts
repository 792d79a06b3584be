import { OperatorError } from '@tidewaiter/contract';
import type { Subject, Suppression } from '@tidewaiter/records';
import { type Command, InvalidArgumentError } from 'commander';
import { partyKey } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { count, printJson, table } from '../shell/print.js';
import { wholeNumber } from './load.js';

interface Why {
  reason: string;
  json?: boolean;
}

function recordId(text: string): string {
  if (!/^[0-9a-f]{32}$/i.test(text)) throw new InvalidArgumentError('The 32 digits of a record\u2019s id.');
  return text.toLowerCase();
}

function reason(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('A reason, for whoever reads the list later.');
  return text;
}

export function addSuppressCommand(program: Command, context: CommandContext): void {
  const suppress = program
    .command('suppress')
    .summary('hide a party or a record everywhere')
    .description(
      'Hides a party with every record in which it plays a part, or a record, everywhere; shows it again. What was hidden, when ' +
        'and why is kept for good.',
    );

  const hide = async (subject: Subject, options: Why, name?: string) => {
    const records = await context.records();
    const made = await records.suppressions.suppress(subject, options.reason, name);
    if (options.json) return printJson(context, made);
    const { version } = await records.versions.current();
    const hidden = `${count(made.records)} ${made.records === 1 ? 'record' : 'records'} hidden`;
    context.out(`Suppression ${made.number}: ${subjectOf(made)}, ${hidden}. Data version ${version}.`);
    if (made.records === 0) context.out('  No record that is loaded names it. It will be hidden when one does.');
  };

  suppress
    .command('party')
    .description('Hides a party under all spellings of its name, as importer, exporter and notify party.')
    .argument('[name]', 'any spelling of its name')
    .option('--key <key>', 'its key instead', partyKey)
    .requiredOption('--reason <text>', 'why', reason)
    .option('--json', 'answer as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx tidewaiter suppress party "Acme Ltd" --reason "asked for by the company"',
    )
    .action(async (name: string | undefined, options: Why & { key?: string }) => {
      if ((name === undefined) === (options.key === undefined)) throw new OperatorError('Give either a name or --key.');
      const records = await context.records();
      const key = options.key ?? (await records.suppressions.keyOf(name ?? ''));
      await hide({ kind: 'party', subject: key }, options, name);
    });

  suppress
    .command('record')
    .description('Hides a record.')
    .argument('<id>', 'its id', recordId)
    .requiredOption('--reason <text>', 'why', reason)
    .option('--json', 'answer as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx tidewaiter suppress record 0123456789abcdef0123456789abcdef --reason "printed wrongly"',
    )
    .action((id: string, options: Why) => hide({ kind: 'record', subject: id }, options));

  suppress
    .command('list')
    .description('Lists what is hidden, and what was.')
    .option('--json', 'answer as JSON')
    .action(async (options: { json?: boolean }) => {
      const records = await context.records();
      const suppressions = await records.suppressions.list();
      if (options.json) return printJson(context, suppressions);
      if (suppressions.length === 0) return context.out('Nothing is suppressed.');
      table(
        context,
        ['number', 'what', 'key or id', 'records', 'since', 'reason', 'lifted', 'reason'],
        suppressions.map((one) => [
          String(one.number),
          one.kind === 'party' ? one.name : 'record',
          one.subject,
          count(one.records),
          one.suppressedAt,
          one.reason,
          one.lifted?.at ?? '',
          one.lifted?.reason ?? '',
        ]),
        ['records'],
      );
    });

  suppress
    .command('lift')
    .description('Shows again what a suppression has hidden.')
    .argument('<number>', "the suppression's number, as `suppress list` shows it", wholeNumber)
    .requiredOption('--reason <text>', 'why', reason)
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter suppress lift 3 --reason "the company agrees"')
    .action(async (number: number, options: Why) => {
      const records = await context.records();
      const lifted = await records.suppressions.lift(number, options.reason);
      if (options.json) return printJson(context, lifted);
      const { version } = await records.versions.current();
      context.out(`Suppression ${number} is lifted: ${subjectOf(lifted)}. Data version ${version}.`);
    });
}

function subjectOf({ kind, name, subject }: Suppression): string {
  return kind === 'party' ? `${name || 'a party'} (key ${subject})` : `record ${subject}`;
}
