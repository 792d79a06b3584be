import { type AskedQuestion, addDays, PortalError } from '@tidewaiter/contract';
import { and, desc, eq, gte, inArray, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { Database, Page } from '../database/database.js';
import { contains, countAtMost, countHistory, pageOfIds } from '../database/lists.js';
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
    const narrowed = and(...conditionsOf(only));
    const whose = whoseHistory(user, only.userId);
    const where = and(searchesOf(whose), narrowed);
    const total = narrowed
      ? await countAtMost(this.database, searches, where)
      : await countHistory(this.database, 'SEARCH', whose);
    const ids = await pageOfIds(this.database, searches, {
      ...{ where, page, total },
      order: [searches.createdAt, searches.id],
    });
    const found = await this.database
      .select({ search: searches, by: users })
      .from(searches)
      .innerJoin(users, eq(users.id, searches.userId))
      .where(inArray(searches.id, ids))
      .orderBy(desc(searches.createdAt), desc(searches.id));
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
      total,
    };
  }

  /** Whose searches somebody may see: their own, an owner their sub-users' too. The oldest account first. */
  async people(user: User): Promise<Pick<User, 'id' | 'firstname' | 'lastname'>[]> {
    return this.database
      .select({ id: users.id, firstname: users.firstname, lastname: users.lastname })
      .from(users)
      .where(and(or(eq(users.id, user.id), eq(users.uplineId, user.id)), isNull(users.erasedAt)))
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
      .where(and(inArray(searches.id, [...ids]), searchesOf(whoseHistory(user))));
    const byId = new Map(found.map((row) => [row.id, presentSearch(row)]));
    return ids.map((id) => {
      const search = byId.get(id);
      if (!search) throw new PortalError('NOT_YOURS');
      return search;
    });
  }
}

/** The history that somebody may see, all or one person's of it: a sub-user their own, the main account all. */
const whoseHistory = (user: User, personId = user.uplineId === null ? undefined : user.id) =>
  personId === undefined ? { accountId: user.id } : { personId };

const searchesOf = (whose: ReturnType<typeof whoseHistory>) =>
  'personId' in whose ? eq(searches.userId, whose.personId) : eq(searches.ownerId, whose.accountId);

/** A search is of the day on which it was asked: days are looked for in the order of the list. */
function conditionsOf({ contains: text, tradeType, from, to }: LogFilter): (SQL | undefined)[] {
  return [
    text ? contains(searches.words, text) : undefined,
    tradeType === undefined ? undefined : eq(searches.tradeType, tradeType),
    from === undefined ? undefined : gte(searches.createdAt, new Date(from)),
    to === undefined ? undefined : lt(searches.createdAt, new Date(addDays(to, 1))),
  ];
}
