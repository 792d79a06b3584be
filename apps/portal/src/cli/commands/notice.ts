import type { Notice } from '@tidewaiter/accounts';
import { LIMITS, OperatorError } from '@tidewaiter/contract';
import type { Command } from 'commander';
import type { CallerFiles } from '../shell/caller-files.js';
import type { CommandContext } from '../shell/context.js';
import { printJson, table } from '../shell/print.js';

interface AddOptions {
  text?: string;
  file?: string;
  json?: boolean;
}

export function addNoticeCommand(program: Command, context: CommandContext): void {
  const notice = program
    .command('notice')
    .summary('tell everybody something')
    .description('What people read under Important Notification on their dashboard, and in full at /news-details.');
  notice
    .command('add')
    .summary('a new one')
    .description('Adds a notice, as plain text; an empty line begins a paragraph.')
    .argument('<title>', 'what it is about, in a line')
    .argument('[text]', 'what it says')
    .option('--text <text>', 'the same')
    .option('--file <path>', 'a text file that says it instead')
    .option('--json', 'answer as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx tidewaiter notice add "Records of May are in" "Korea and Vietnam are complete up to 31 May."',
    )
    .action(async (title: string, text: string | undefined, options: AddOptions) => {
      const body = await bodyOf({ ...options, ...(text !== undefined && { text }) }, context.files);
      const made = await (await context.services()).accounts.notices.add(title, body);
      if (options.json) return printJson(context, presented(made));
      context.out(`Everybody reads it from now on. Its id is ${made.id}.`);
    });
  notice
    .command('list')
    .summary('all of them')
    .description('Lists the notices, newest first.')
    .option('--json', 'answer as JSON')
    .action(async (options: { json?: boolean }) => {
      const { accounts } = await context.services();
      const { notices } = await accounts.notices.list({ number: 0, size: LIMITS.notices });
      if (options.json) return printJson(context, notices.map(presented));
      if (notices.length === 0) return context.out('There is no notice.');
      table(
        context,
        ['id', 'at', 'title'],
        notices.map(({ id, createdAt, title }) => [id, createdAt.toISOString(), title]),
      );
    });
  notice
    .command('remove')
    .summary('one that is no longer news')
    .description('Takes a notice away.')
    .argument('<id>', 'its id, as `notice list` shows it')
    .option('--json', 'answer as JSON')
    .action(async (id: string, options: { json?: boolean }) => {
      const removed = await (await context.services()).accounts.notices.remove(id);
      if (options.json) return printJson(context, presented(removed));
      context.out(`Nobody reads “${removed.title}” any more.`);
    });
}

const presented = ({ createdAt, ...notice }: Notice) => ({ ...notice, createdDate: createdAt.toISOString() });

/** A text beyond this size is no notice. */
const FILE_LENGTH_MAX = 4 * LIMITS.noticeMaxLength;

async function bodyOf({ text, file }: AddOptions, files: CallerFiles): Promise<string> {
  if (file === undefined && text !== undefined) return text;
  if (file === undefined || text !== undefined) throw new OperatorError('Give either a text or --file.');
  const found = await files.textOf(file);
  if (found === undefined) throw new OperatorError(`There is no file ${file}.`);
  if (found.length > FILE_LENGTH_MAX) throw new OperatorError(`${file} is too long for a notice.`);
  return found;
}
