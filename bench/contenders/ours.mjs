/** The product, asked as the portal asks it. */
import { LISTED_DIMENSIONS } from '@tidewaiter/contract';
import { breakdown, dropCaches, search } from '../harness/records.mjs';

export function open(_rows, records) {
  return {
    name: 'Tidewaiter',
    forget: () => dropCaches(records),
    async page({ payload, lists }) {
      return (await (await search(records, payload, lists)).page()).length;
    },
    async count({ payload, lists }) {
      return (await search(records, payload, lists)).count();
    },
    async lists({ payload, lists: named }) {
      const question = await breakdown(records, payload, named);
      const lists = await Promise.all(LISTED_DIMENSIONS.map((dimension) => question.list(dimension)));
      return {
        shipments: lists[0].total.shipments,
        valueUsd: lists[0].total.valueUsd,
        lengths: Object.fromEntries(
          LISTED_DIMENSIONS.map((dimension, index) => [dimension, lists[index].items.length]),
        ),
      };
    },
    close: async () => {},
  };
}
