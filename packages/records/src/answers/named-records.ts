import type { Bindings } from '../engine/bindings.js';

/**
 * The ids of some records as a subquery of one column, `id`. They are one value: as a list the engine would hold, name and fold each of
 * them anew for each place in which a statement has them, and of ten thousand it took longer to plan a statement than to answer it.
 *
 * @param ids in hexadecimal
 */
export const namedIds = (ids: readonly string[], bindings: Bindings): string =>
  `SELECT toFixedString(unhex(arrayJoin(splitByChar(',', materialize(${bindings.string(ids.join(','))})))), 16) AS id`;
