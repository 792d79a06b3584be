import type { Bindings } from '../engine/bindings.js';

/** What an account owns of the records: its number, and the numbers of the exports that count. */
export interface Owner {
  account: number;
  exports: readonly number[];
}

/**
 * Whether a record is owned, as a condition over `id`.
 *
 * @param among a subquery of ids outside of which nobody asks: then only those are looked up, however much the account owns
 */
export function isOwned({ account, exports }: Owner, bindings: Bindings, among?: string): string {
  if (exports.length === 0) return 'false';
  const looked = among === undefined ? '' : ` AND id IN (${among})`;
  return `id IN (SELECT id FROM exported_records
    WHERE account = ${Math.trunc(account)} AND export IN ${bindings.numbers(exports)}${looked})`;
}
