import type { Command } from 'commander';
import { act, group } from '../shell/act.js';
import type { CommandContext } from '../shell/context.js';

export function addMaintenanceCommand(program: Command, context: CommandContext): void {
  const maintenance = group(
    program,
    'maintenance',
    'close or open the site',
    'Sends visitors of the sign-in screen to a page with your message, or lets them in again.',
  );
  act(maintenance, context, 'on', {
    description: 'Closes the site: every call is refused with the message, but for those whom you name.',
    takes: (command) =>
      command
        .argument('[message]', 'what visitors read')
        .option(
          '--allow <email…>',
          'who may use the closed site, to try it before it opens',
          (email: string, all: string[]) => [...all, email.toLowerCase()],
          [] as string[],
        )
        .option('--message <text>', 'the same', 'We are working on the portal and will be back soon.'),
    example: 'maintenance on "Back at noon" --allow a@example.com',
    async does(given: string | undefined, { message, allow: allowed }: { message: string; allow: string[] }) {
      const state = { maintenance: true, message: given ?? message, allowed };
      await (await context.services()).accounts.site.set(state);
      return [state, 'The site is in maintenance.'];
    },
  });
  act(maintenance, context, 'off', {
    description: 'Opens the site.',
    async does() {
      const state = { maintenance: false, message: '', allowed: [] };
      await (await context.services()).accounts.site.set(state);
      return [state, 'The site is open.'];
    },
  });
}
