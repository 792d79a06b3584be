/** The product, asked as the portal asks it. */
import { breakdownQuery, searchQuery } from '@tidewaiter/contract';
import { DIMENSIONS } from '@tidewaiter/records';
import { dropCaches } from '../engine.mjs';

const EVERYTHING = { countries: 'ALL', fromDate: null, toDate: null };

export function open(_rows, records) {
  return {
    name: 'Tidewaiter',
    forget: () => dropCaches(records),
    page: ({ payload }, pageNumber = 0) =>
      records.search.page(searchQuery.parse({ ...payload, pageNumber }), EVERYTHING).then(({ rows }) => rows.length),
    count: ({ payload }) => records.search.count(searchQuery.parse(payload), EVERYTHING).then(({ count }) => count),
    async lists({ payload }) {
      const query = breakdownQuery.parse(payload);
      const lists = await Promise.all(
        DIMENSIONS.map((dimension) => records.breakdowns.list(dimension, query, EVERYTHING)),
      );
      return {
        shipments: lists[0].total.shipments,
        valueUsd: lists[0].total.valueUsd,
        lengths: Object.fromEntries(DIMENSIONS.map((dimension, index) => [dimension, lists[index].items.length])),
      };
    },
    close: async () => {},
  };
}
