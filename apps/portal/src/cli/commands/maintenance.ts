import type { Command } from 'commander';
import type { CommandContext } from '../context.js';

export function addMaintenanceCommand(program: Command, context: CommandContext): void {
  const maintenance = program
    .command('maintenance')
    .summary('close or open the site')
    .description('Sends visitors of the sign-in screen to a page with your message, or lets them in again.');
  maintenance
    .command('on')
    .description('Closes the site.')
    .option('--message <text>', 'what visitors read', 'We are working on the portal and will be back soon.')
    .action(async (options: { message: string }) => {
      await (await context.house()).accounts.site.set({ maintenance: true, message: options.message });
      context.out('The site is in maintenance.');
    });
  maintenance
    .command('off')
    .description('Opens the site.')
    .action(async () => {
      await (await context.house()).accounts.site.set({ maintenance: false, message: '' });
      context.out('The site is open.');
    });
}
