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
    .description('Closes the site: every call is refused with the message, but for those whom you name.')
    .argument('[message]', 'what visitors read')
    .option(
      '--allow <email…>',
      'who may use the closed site, to try it before it opens',
      (email: string, all: string[]) => [...all, email.toLowerCase()],
      [] as string[],
    )
    .option('--message <text>', 'the same', 'We are working on the portal and will be back soon.')
    .option('--json', 'answer as JSON')
    .addHelpText('after', '\nExample:\n  $ npx tidewaiter maintenance on "Back at noon" --allow a@example.com')
    .action(async (message: string | undefined, options: { message: string; allow: string[]; json?: boolean }) => {
      const state = { maintenance: true, message: message ?? options.message, allowed: options.allow };
      await (await context.services()).accounts.site.set(state);
      if (options.json) return printJson(context, state);
      context.out('The site is in maintenance.');
    });
  maintenance
    .command('off')
    .description('Opens the site.')
    .option('--json', 'answer as JSON')
    .action(async (options: { json?: boolean }) => {
      const state = { maintenance: false, message: '', allowed: [] };
      await (await context.services()).accounts.site.set(state);
      if (options.json) return printJson(context, state);
      context.out('The site is open.');
    });
}
