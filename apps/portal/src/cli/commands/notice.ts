import type { Notice } from '@tidewaiter/accounts';
import { LIMITS, OperatorError } from '@tidewaiter/contract';
import type { Command } from 'commander';
import { act, group, listing } from '../shell/act.js';
import type { CallerFiles } from '../shell/caller-files.js';
import type { CommandContext } from '../shell/context.js';

interface Body {
  text?: string;
  file?: string;
}

const presented = ({ createdAt, ...notice }: Notice) => ({ ...notice, createdDate: createdAt.toISOString() });

/** A text beyond this size is no notice. */
const FILE_LENGTH_MAX = 4 * LIMITS.noticeMaxLength;

async function bodyOf({ text, file }: Body, files: CallerFiles): Promise<string> {
  if (file === undefined && text !== undefined) return text;
  if (file === undefined || text !== undefined) throw new OperatorError('Give either a text or --file.');
  const found = await files.textOf(file);
  if (found === undefined) throw new OperatorError(`There is no file ${file}.`);
  if (found.length > FILE_LENGTH_MAX) throw new OperatorError(`${file} is too long for a notice.`);
  return found;
}

export function addNoticeCommand(program: Command, context: CommandContext): void {
  const notice = group(
    program,
    'notice',
    'tell everybody something',
    'What people read under Important Notification on their dashboard, and in full at /news-details.',
  );
  act(notice, context, 'add', {
    summary: 'a new one',
    description: 'Adds a notice, as plain text; an empty line begins a paragraph.',
    takes: (command) =>
      command
        .argument('<title>', 'what it is about, in a line')
        .argument('[text]', 'what it says')
        .option('--text <text>', 'the same')
        .option('--file <path>', 'a text file that says it instead'),
    example: 'notice add "Records of May are in" "Korea and Vietnam are complete up to 31 May."',
    async does(title: string, text: string | undefined, options: Body) {
      const body = await bodyOf({ ...options, ...(text !== undefined && { text }) }, context.files);
      const made = await (await context.services()).accounts.site.notices.add(title, body);
      return [presented(made), `Everybody reads it from now on. Its id is ${made.id}.`];
    },
  });
  act(notice, context, 'list', {
    summary: 'all of them',
    description: 'Lists the notices, newest first.',
    async does() {
      const { accounts } = await context.services();
      const { notices } = await accounts.site.notices.list({ number: 0, size: LIMITS.notices });
      const words = listing(notices, 'There is no notice.', {
        id: ({ id }) => id,
        at: ({ createdAt }) => createdAt.toISOString(),
        title: ({ title }) => title,
      });
      return [notices.map(presented), words];
    },
  });
  act(notice, context, 'remove', {
    summary: 'one that is no longer news',
    description: 'Takes a notice away.',
    takes: (command) => command.argument('<id>', 'its id, as `notice list` shows it'),
    async does(id: string) {
      const removed = await (await context.services()).accounts.site.notices.remove(id);
      return [presented(removed), `Nobody reads “${removed.title}” any more.`];
    },
  });
}
