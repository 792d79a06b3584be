import type { Command } from 'commander';
import type { CommandContext } from '../shell/context.js';
import { printJson } from '../shell/print.js';

export function addMaintenanceCommand(program: Command, context: CommandContext): void {
  const maintenance = program
    .command('maintenance')
    .summary('close or open the site')
    .description('Sends visitors of the sign-in screen to a page with your message, or lets them in again.');
  maintenance
    .command('on')
    .description('Closes the site.')
    .option('--message <text>', 'what visitors read', 'We are working on the portal and will be back soon.')
    .option('--json', 'answer as JSON')
    .action(async (options: { message: string; json?: boolean }) => {
      const state = { maintenance: true, message: options.message };
      await (await context.services()).accounts.site.set(state);
      if (options.json) return printJson(context, state);
      context.out('The site is in maintenance.');
    });
  maintenance
    .command('off')
    .description('Opens the site.')
    .option('--json', 'answer as JSON')
    .action(async (options: { json?: boolean }) => {
      const state = { maintenance: false, message: '' };
      await (await context.services()).accounts.site.set(state);
      if (options.json) return printJson(context, state);
      context.out('The site is open.');
    });
}
