import { type Acts, act, STOPPED } from '../shell/act.js';

export const STORES_ACTS = {
  'stores join': act({
    summary: 'make these records and accounts belong together',
    description:
      'From now on the data folder works with the records and the accounts of the settings that this is run with, whatever it had ' +
      'before, and the two belong together. With the portal stopped. What other accounts own of the records stays theirs, and ' +
      'what these own of other records they do not own of these.',
    screen: STOPPED,
    audit: 'STORES_JOINED',
    async does(_, context) {
      const { records, accounts } = await context.services({ join: true });
      const [{ id: one }, { id: other }] = await Promise.all([records.store.identity(), accounts.store.identity()]);
      const words = `The records ${one} and the accounts ${other} belong together.`;
      return [{ records: one, accounts: other }, words, { records: one }];
    },
  }),
} satisfies Acts;
