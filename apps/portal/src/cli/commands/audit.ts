import type { Command } from 'commander';
import { act, listing } from '../shell/act.js';
import { emailAddress, wholeNumber } from '../shell/arguments.js';
import type { CommandContext } from '../shell/context.js';

/** Events that strangers and the portal itself cause. All others that name nobody are an operator's, from before the log named them. */
const BY_NOBODY: ReadonlySet<string> = new Set([
  ...['LOGIN_REFUSED', 'FORBIDDEN', 'REFUSALS_UNLISTED', 'PASSWORD_RESET_ASKED', 'MAIL_FAILED'],
]);

export function addAuditCommand(program: Command, context: CommandContext): void {
  act(program, context, 'audit', {
    summary: 'what was done to accounts, records and the site',
    description:
      'Lists sign-ins, what was refused, changes of passwords, limits, plans and grants, what the operator did to the records and the site, and mail that no server took; newest first. ' +
      'Of what is refused again and again within an hour, the first, tenth and hundredth time are listed, and so on.',
    takes: (command) =>
      command
        .argument('[email]', 'of one account only', emailAddress)
        .option('--last <number>', 'how many', wholeNumber, 100),
    example: 'audit a@example.com',
    async does(email: string | undefined, { last }: { last: number }) {
      const { accounts } = await context.services();
      const subject = email === undefined ? undefined : await accounts.people.users.ofAddress(email);
      const entries = await accounts.audit.latest(last, subject?.id);
      const words = listing(entries, [], {
        at: ({ createdAt }) => createdAt.toISOString(),
        event: ({ event }) => event.toLowerCase().replaceAll('_', ' '),
        account: ({ subjectId }) => String(subjectId ?? ''),
        by: ({ actorId, operator, event }) => String(actorId ?? operator ?? (BY_NOBODY.has(event) ? '' : 'operator')),
        address: ({ address }) => address,
        details: ({ details }) => JSON.stringify(details),
      });
      return [entries, words];
    },
  });
}
