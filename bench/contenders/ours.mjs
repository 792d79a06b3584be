/** The product, asked as the portal asks it. */
import { LISTED_DIMENSIONS } from '@tidewaiter/contract';
import { breakdown, dropCaches, search } from '../harness/records.mjs';

export const open = (_rows, records) => ({
  name: 'Tidewaiter',
  forget: () => dropCaches(records),
  page: async ({ payload, lists }) => (await (await search(records, payload, lists)).page()).length,
  count: async ({ payload, lists }) => (await search(records, payload, lists)).count(),
  async lists({ payload, lists: named }) {
    const question = await breakdown(records, payload, named);
    const lists = await Promise.all(LISTED_DIMENSIONS.map((dimension) => question.list(dimension)));
    const lengths = LISTED_DIMENSIONS.map((dimension, index) => [dimension, lists[index].items.length]);
    return { ...lists[0].total, lengths: Object.fromEntries(lengths) };
  },
});
