import type { Bindings } from '../engine/bindings.js';

/** An account, as what it owns of the records names it: the serial number by which it is found, and the key that is never used twice. */
export interface OwnerId {
  account: number;
  key: string;
}

/** The rows of `exported_records` that are an account's, as a condition. */
export const isOfAccount = ({ account, key }: OwnerId, bindings: Bindings) =>
  `account = ${Math.trunc(account)} AND owner = toUUID(${bindings.string(key)})`;

/** What an account owns of the records: the numbers of the exports that count. */
export interface Owner extends OwnerId {
  exports: readonly number[];
}

/**
 * Whether a record is owned, as a condition over `id`.
 *
 * @param among a subquery of ids outside of which nobody asks: then only those are looked up, however much the account owns
 */
export function isOwned(owner: Owner, bindings: Bindings, among?: string): string {
  const { exports } = owner;
  if (exports.length === 0) return 'false';
  const amongSql = among === undefined ? '' : ` AND id IN (${among})`;
  return `id IN (SELECT id FROM exported_records
    WHERE ${isOfAccount(owner, bindings)} AND export IN ${bindings.numbers(exports)}${amongSql})`;
}
