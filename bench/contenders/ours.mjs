/** The product, asked as the portal asks it. */
import { breakdownQuery, LISTED_DIMENSIONS, searchQuery } from '@tidewaiter/contract';
import { AS_PORTAL } from '../asked-by.mjs';
import { dropCaches } from '../engine.mjs';

const EVERYTHING = { countries: 'ALL', fromDate: null, toDate: null };

export function open(_rows, records) {
  return {
    name: 'Tidewaiter',
    forget: () => dropCaches(records),
    async page({ payload }, pageNumber = 0) {
      const question = await records.ask(searchQuery.parse({ ...payload, pageNumber }), EVERYTHING, AS_PORTAL);
      return (await question.page()).length;
    },
    async count({ payload }) {
      return (await records.ask(searchQuery.parse(payload), EVERYTHING, AS_PORTAL)).count();
    },
    async lists({ payload }) {
      const question = await records.ask(breakdownQuery.parse(payload), EVERYTHING, AS_PORTAL);
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
