/** The product, asked as the portal asks it. */
import { LISTED_DIMENSIONS } from '@tidewaiter/contract';
import { breakdown, dropCaches, search } from '../harness/records.mjs';

export function open(_rows, records) {
  return {
    name: 'Tidewaiter',
    forget: () => dropCaches(records),
    async page({ payload }, pageNumber = 0) {
      return (await (await search(records, { ...payload, pageNumber })).page()).length;
    },
    async count({ payload }) {
      return (await search(records, payload)).count();
    },
    async lists({ payload }) {
      const question = await breakdown(records, payload);
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
