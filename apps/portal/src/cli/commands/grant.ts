import { type Allowance, OperatorError, PortalError } from '@tidewaiter/contract';
import type { Command } from 'commander';
import { emailAddress, points } from '../arguments.js';
import type { CommandContext } from '../context.js';
import { count, printJson } from '../print.js';

interface GrantOptions {
  searches?: number;
  downloads?: number;
  workspaces?: number;
  reason: string;
  json?: boolean;
}

export function addGrantCommand(program: Command, context: CommandContext): void {
  program
    .command('grant')
    .summary('give or correct allowances')
    .description(
      'Adds to what an account has left, or takes from it with a minus sign, with a reason that its owner reads in their ledger. ' +
        'What is left at the end of the period lapses, as all of it does.',
    )
    .argument('<email>', 'the address; searches and workspaces go to its main account', emailAddress)
    .option('--searches <number>', 'searches', points)
    .option('--downloads <points>', 'download points', points)
    .option('--workspaces <number>', 'workspaces', points)
    .requiredOption('--reason <text>', 'why')
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter grant a@example.com --searches=-5 --reason "counted twice"')
    .action(async (email: string, options: GrantOptions) => {
      const asked: [Allowance, number | undefined][] = [
        ['SEARCHES', options.searches],
        ['DOWNLOADS', options.downloads],
        ['WORKSPACES', options.workspaces],
      ];
      const [grant, ...others] = asked.filter(([, number]) => number !== undefined);
      const [allowance, given] = grant ?? [];
      if (!allowance || given === undefined || others.length > 0) {
        throw new OperatorError('Say one of --searches, --downloads and --workspaces.');
      }
      const { accounts } = await context.house();
      const user = await accounts.users.ofAddress(email);
      const balance = await accounts.grants.give(user, allowance, given, options.reason).catch((error: unknown) => {
        throw error instanceof PortalError ? new OperatorError(REFUSED[error.code] ?? error.message) : error;
      });
      if (options.json) return printJson(context, { userid: user.id, email: user.email, allowance, balance });
      context.out(`${user.email} has ${count(balance)} ${allowance.toLowerCase()} left.`);
    });
}

const REFUSED: Partial<Record<string, string>> = {
  SEARCH_LIMIT_EXHAUSTED: 'There are not as many searches left.',
  DOWNLOAD_LIMIT_EXHAUSTED: 'There are not as many download points left.',
  WORKSPACE_LIMIT_EXHAUSTED: 'There are not as many workspaces left.',
  NO_SUBSCRIPTION: 'The account has no active subscription.',
};
