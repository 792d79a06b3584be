import type { Command } from 'commander';
import type { CommandContext } from '../shell/context.js';

export function addStoresCommand(program: Command, context: CommandContext): void {
  const stores = program
    .command('stores')
    .summary('which records and accounts belong together')
    .description('The two stores of a portal, its records and its accounts, which only work together.');
  stores
    .command('join')
    .summary('make these records and accounts belong together')
    .description(
      'From now on the data folder works with the records and the accounts of the settings that this is run with, whatever it had ' +
        'before, and the two belong together. With the portal stopped. What other accounts own of the records stays theirs, and ' +
        'what these own of other records they do not own of these.',
    )
    .action(async () => {
      const { records, accounts } = await context.services({ join: true });
      const [one, other] = await Promise.all([records.store.identity(), accounts.store.identity()]);
      context.out(`The records ${one.id} and the accounts ${other.id} belong together.`);
    });
}
