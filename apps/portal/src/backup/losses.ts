import type { Removal, UnreconciledBalance } from '@tidewaiter/accounts';
import type { MissingRecords } from '@tidewaiter/records';
import type { Manifest } from './manifest.js';

/**
 * Tables of the accounts whose rows stay, with what alone removes any. Of the others people take away themselves as much as they like, or
 * they age; those are held against their keys and against each other alone.
 */
const LASTING: Record<string, readonly Removal[]> = {
  users: ['DEMO_REMOVED'],
  balances: ['DEMO_REMOVED'],
  ledger_entries: ['DEMO_REMOVED'],
  exports: ['DEMO_REMOVED'],
  searches: ['DEMO_REMOVED', 'ACCOUNT_ERASED'],
  subscriptions: ['DEMO_REMOVED', 'ACCOUNT_ERASED'],
  audit_log: [],
};

/** What nothing makes anew, so that at one data version each load has all of it. */
const WRITTEN_ONCE = ['records', 'loads'];

/** A table that holds fewer rows than a backup before knew of, though nothing that is done on purpose takes any away. */
export interface Loss {
  table: string;
  was: number;
  is: number;
}

type Piece = Manifest['records']['pieces'][number];

/** What a load was made of and by which rules, without how many rows it has. */
const madeOf = ({ identity }: Piece) => identity?.slice(identity.indexOf(' '));

/** What of the records only ever grows: tables that are copied whole, and of each load what was made by the same rules. */
function lossesOfRecords({ records: before }: Manifest, { records: made }: Pick<Manifest, 'records'>): Loss[] {
  const there = new Map(made.pieces.map((piece) => [`${piece.table} ${piece.part}`, piece]));
  const losses = new Map<string, Loss>();
  for (const piece of before.pieces) {
    const { table, part, rows } = piece;
    const now = there.get(`${table} ${part}`);
    const isSame = now
      ? part === 'all' || (piece.identity !== null && madeOf(now) === madeOf(piece))
      : before.dataVersion === made.dataVersion && WRITTEN_ONCE.includes(table);
    if (!isSame || (now?.rows ?? 0) >= rows) continue;
    const { was, is } = losses.get(table) ?? { was: 0, is: 0 };
    losses.set(table, { table, was: was + rows, is: is + (now?.rows ?? 0) });
  }
  return [...losses.values()];
}

/** What was lost from one backup to the next of the same stores. @param removals what was removed on purpose between them */
export function lossesSince(
  before: Manifest,
  made: Pick<Manifest, 'records' | 'accounts'>,
  removals: readonly Removal[],
): Loss[] {
  const rows = new Map(made.accounts.tables.map(({ name, rows }) => [name, rows]));
  const ofAccounts = before.accounts.tables.flatMap(({ name: table, rows: was }) => {
    const reasons = LASTING[table];
    const is = rows.get(table) ?? 0;
    return reasons && is < was && !reasons.some((reason) => removals.includes(reason)) ? [{ table, was, is }] : [];
  });
  return [...lossesOfRecords(before, made), ...ofAccounts];
}

const inWords = ({ table, was, is }: Loss, { at }: Manifest) =>
  `${table}: ${was} rows in the backup of ${at}, ${is} here`;

/** What one backup has lost since another, in words. */
export const lossesInWords = (before: Manifest, losses: readonly Loss[]) => losses.map((loss) => inWords(loss, before));

/** What a backup lacks of the one before it, where it was made by a version that did not look. */
export const unseenLosses = (before: Manifest | undefined, made: Manifest): string[] =>
  before === undefined || made.fewer !== undefined ? [] : lossesInWords(before, lossesSince(before, made, []));

/** By these words a later backup, and a restore, knows what a backup accepted: they change only where what is lost does. */
export const missingInWords = ({ loadId, tradeType, country, from, to, told, held }: MissingRecords) =>
  `load ${loadId}, ${tradeType} ${country ?? 'of any country'} ${[...new Set([from, to])].join(' to ')}: ${held} of ${told} records are there`;

/** As {@link missingInWords}: of a balance that moves on, the difference stays. */
export function unreconciledInWords({ account, allowance, balance, entries }: UnreconciledBalance): string {
  const more = BigInt(balance) - BigInt(entries);
  return `account ${account}, ${allowance}: the balance is ${more > 0n ? `${more} more` : `${-more} less`} than the sum of its entries`;
}
