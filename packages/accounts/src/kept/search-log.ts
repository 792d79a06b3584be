import { type AskedQuestion, PortalError } from '@tidewaiter/contract';
import { and, count, desc, eq, gte, ilike, inArray, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Page } from '../database/database.js';
import { searches, users } from '../database/schema.js';
import { isUuid } from '../database/uuid.js';
import type { Ledger } from '../plans/ledger.js';
import { nameOf, ownerOf, type User } from '../users/user.js';
import { type AskedSearch, presentSearch, searchChargeKey } from './searches.js';

/** A search of the history: what was asked, by whom, what it found and what it cost. */
export interface LoggedSearch extends AskedSearch {
  userId: number;
  userName: string;
  words: string;
  totalRecords: number | null;
  dataVersion: number | null;
  points: number;
}

/** Which searches are asked for; of the dates both are days. */
export interface LogFilter {
  contains?: string | undefined;
  userId?: number | undefined;
  tradeType?: AskedQuestion['tradeType'] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The history of searches: everybody's own, and for the owner all of the account (SPEC 2 "/searchlog"). */
export class SearchLog {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
  ) {}

  /**
   * A page of it, newest first, and how many there are.
   *
   * @throws PortalError NOT_YOURS for the searches of somebody whose searches these are not to see
   */
  async list(user: User, page: Page, only: LogFilter = {}): Promise<{ searches: LoggedSearch[]; total: number }> {
    if (only.userId !== undefined && !(await this.people(user)).some(({ id }) => id === only.userId))
      throw new PortalError('NOT_YOURS');
    const which = and(this.#mayBeSeenBy(user), ...conditionsOf(only));
    const [total] = await this.database.select({ count: count() }).from(searches).where(which);
    const found = await this.database
      .select({ search: searches, by: users })
      .from(searches)
      .innerJoin(users, eq(users.id, searches.userId))
      .where(which)
      .orderBy(desc(searches.createdAt), desc(searches.id))
      .limit(page.size)
      .offset(page.number * page.size);
    const keys = found.map(({ search }) => searchChargeKey(search));
    const paid = await this.ledger.standing({ userId: ownerOf(user), allowance: 'SEARCHES' }, keys);
    const pointsOf = ({ userId, ...row }: typeof searches.$inferSelect) => {
      const charge = paid.get(searchChargeKey(row));
      return charge?.actorId === userId ? -charge.amount : 0;
    };
    return {
      searches: found.map(({ search, by }) => ({
        ...presentSearch(search),
        userId: by.id,
        userName: nameOf(by),
        words: search.words,
        totalRecords: search.totalRecords,
        dataVersion: search.dataVersion,
        points: pointsOf(search),
      })),
      total: total?.count ?? 0,
    };
  }

  /** Whose searches somebody may see: their own, an owner their sub-users' too. The oldest account first. */
  async people(user: User): Promise<Pick<User, 'id' | 'firstname' | 'lastname'>[]> {
    return this.database
      .select({ id: users.id, firstname: users.firstname, lastname: users.lastname })
      .from(users)
      .where(or(eq(users.id, user.id), eq(users.uplineId, user.id)))
      .orderBy(users.id);
  }

  /**
   * Some searches by their ids, in that order.
   *
   * @throws PortalError NOT_YOURS when one of them is made up or not theirs to see
   */
  async find(user: User, ids: readonly string[]): Promise<AskedSearch[]> {
    if (!ids.every(isUuid)) throw new PortalError('NOT_YOURS');
    const found = await this.database
      .select()
      .from(searches)
      .where(and(inArray(searches.id, [...ids]), this.#mayBeSeenBy(user)));
    const byId = new Map(found.map((row) => [row.id, presentSearch(row)]));
    return ids.map((id) => {
      const search = byId.get(id);
      if (!search) throw new PortalError('NOT_YOURS');
      return search;
    });
  }

  #mayBeSeenBy(user: User) {
    const people = this.database
      .select({ id: users.id })
      .from(users)
      .where(or(eq(users.id, user.id), eq(users.uplineId, user.id)));
    return inArray(searches.userId, people);
  }
}

function conditionsOf({ contains, userId, tradeType, from, to }: LogFilter): (SQL | undefined)[] {
  return [
    contains ? ilike(searches.words, `%${contains.replace(/[\\%_]/g, '\\$&')}%`) : undefined,
    userId === undefined ? undefined : eq(searches.userId, userId),
    tradeType === undefined ? undefined : sql`${searches.question} ->> 'tradeType' = ${tradeType}`,
    from === undefined ? undefined : gte(searches.day, from),
    to === undefined ? undefined : lte(searches.day, to),
  ];
}
