import type { Command } from 'commander';
import { emailAddress } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';
import { printJson, table } from '../shell/print.js';
import { wholeNumber } from './load.js';

/** Events that strangers and the portal itself cause. All others that name nobody are an operator's, from before the log named them. */
const BY_NOBODY: ReadonlySet<string> = new Set([
  'LOGIN_REFUSED',
  'FORBIDDEN',
  'REFUSALS_UNLISTED',
  'PASSWORD_RESET_ASKED',
  'MAIL_FAILED',
]);

export function addAuditCommand(program: Command, context: CommandContext): void {
  program
    .command('audit')
    .summary('what was done to accounts')
    .description(
      'Lists sign-ins, what was refused, changes of passwords, limits, plans and grants, and mail that no server took; newest first. ' +
        'Of what is refused again and again within an hour, the first, tenth and hundredth time are listed, and so on.',
    )
    .argument('[email]', 'of one account only', emailAddress)
    .option('--last <number>', 'how many', wholeNumber, 100)
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter audit a@example.com')
    .action(async (email: string | undefined, options: { last: number; json?: boolean }) => {
      const { accounts } = await context.services();
      const subject = email === undefined ? undefined : await accounts.users.ofAddress(email);
      const entries = await accounts.audit.latest(options.last, subject?.id);
      if (options.json) return printJson(context, entries);
      table(
        context,
        ['at', 'event', 'account', 'by', 'address', 'details'],
        entries.map(({ createdAt, event, subjectId, actorId, operator, address, details }) => [
          createdAt.toISOString(),
          event.toLowerCase().replaceAll('_', ' '),
          String(subjectId ?? ''),
          String(actorId ?? operator ?? (BY_NOBODY.has(event) ? '' : 'operator')),
          address ?? '',
          JSON.stringify(details),
        ]),
      );
    });
}
