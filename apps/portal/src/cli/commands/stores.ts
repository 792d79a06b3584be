import type { Command } from 'commander';
import { act, group } from '../shell/act.js';
import type { CommandContext } from '../shell/context.js';

export function addStoresCommand(program: Command, context: CommandContext): void {
  const stores = group(
    program,
    'stores',
    'which records and accounts belong together',
    'The two stores of a portal, its records and its accounts, which only work together.',
  );
  act(stores, context, 'join', {
    summary: 'make these records and accounts belong together',
    description:
      'From now on the data folder works with the records and the accounts of the settings that this is run with, whatever it had ' +
      'before, and the two belong together. With the portal stopped. What other accounts own of the records stays theirs, and ' +
      'what these own of other records they do not own of these.',
    async does() {
      const { records, accounts } = await context.services({ join: true });
      const [{ id: one }, { id: other }] = await Promise.all([records.store.identity(), accounts.store.identity()]);
      const words = `The records ${one} and the accounts ${other} belong together.`;
      return [{ records: one, accounts: other }, words, { event: 'STORES_JOINED', details: { records: one } }];
    },
  });
}
