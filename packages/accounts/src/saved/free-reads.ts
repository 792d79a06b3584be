import { addDays, dayOf } from '@tidewaiter/contract';
import { eq, lt, sql } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { freeReads, plans, subscriptions } from '../database/schema.js';

/** What an account may be handed of some records of a paid search without points. */
export interface FreeRecords {
  /** Those of the asked records that it may be handed, now and for the rest of the day. */
  free: ReadonlySet<string>;
  /** How many more of the search there may be after them. */
  left: number;
  /** How many its plan says. */
  most: number;
}

/** Half of an id, which is a hash, tells the records of a search apart; a number is what the database compares soonest. */
const halfOf = (id: string) => String(BigInt.asIntN(64, BigInt(`0x${id.slice(0, 16)}`)));

/**
 * The records that paid searches hand out without points: each counts once, whatever question within the search it was asked by, and in
 * whatever order. One statement counts and refuses, so calls at once, of several portals too, are never handed more together.
 */
export class FreeReads {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /**
   * Counts records of a paid search before they are handed out: in their order, as many as its account's plan still gives. Those that
   * were counted before are free, and not counted again.
   *
   * @param userId the main account
   * @param search under which the ledger has what was paid
   * @param ids without those that the account owns
   */
  async take(userId: number, search: string, ids: readonly string[]): Promise<FreeRecords> {
    const idOf = new Map(ids.map((id) => [halfOf(id), id]));
    const asked = sql`${`{${[...idOf.keys()].join()}}`}::bigint[]`;
    const most = sql`(select ${plans.freeRecords} from ${plans} join ${subscriptions} on ${eq(subscriptions.plan, plans.name)} where ${eq(subscriptions.userId, userId)})`;
    if (ids.length > 0)
      await this.database.execute(sql`
        insert into ${freeReads} as held (user_id, search, day, records)
        values (${userId}, ${search}, ${dayOf(this.now())}, (${asked})[1:${most}])
        on conflict (user_id, search) do update set records = held.records || array(
          select id from unnest(${asked}) with ordinality as new(id, at) where id not in (select unnest(held.records))
          order by at limit greatest(0, ${most} - cardinality(held.records)))
        where cardinality(held.records) < ${most}
          and exists (select from unnest(${asked}) as new(id) where id not in (select unnest(held.records)))`);
    const { rows } = await this.database.execute<{ most: number; read: number; free: string[] }>(sql`
      select ${most} as most, coalesce(max(cardinality(held.records)), 0) as read,
        array(select id::text from unnest(${asked}) as asked(id) where id = any(
          select unnest(records) from ${freeReads} where user_id = ${userId} and search = ${search})) as free
      from ${freeReads} as held where user_id = ${userId} and search = ${search}`);
    const [held] = rows;
    if (!held) throw new Error('an aggregate has one row');
    return {
      free: new Set(held.free.flatMap((half) => idOf.get(half) ?? [])),
      left: Math.max(0, held.most - held.read),
      most: held.most,
    };
  }

  /** Removes what was counted of searches that nothing is asked within any more. */
  async forgetOld(): Promise<void> {
    await this.database.delete(freeReads).where(lt(freeReads.day, addDays(dayOf(this.now()), -1)));
  }
}
