import type { PeopleList } from '@tidewaiter/contract';
import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Page } from '../database/database.js';
import { contains, countAtMost } from '../database/lists.js';
import { apiKeys, auditLog, factors, planRequests, sessions, users } from '../database/schema.js';
import type { User } from '../users/user.js';

/** A person as the operator looks at them. */
export interface ListedPerson {
  user: User;
  /** Of a sub-user: the address of the main account. */
  ownerEmail: string | null;
  hasFactor: boolean;
  /** The plan that they have asked for since they were last given one. */
  asksFor: string | null;
}

const owners = alias(users, 'owners');

/** Who waits for the operator: they have signed up, and nobody has let them in. */
const WAITING = and(isNull(users.verifiedAt), isNull(users.uplineId), isNull(users.disabledAt));

/** The plan that somebody has asked for since they were last given one. */
const ASKED_FOR = sql<string | null>`(select ${planRequests.plan} from ${planRequests}
  where ${planRequests.userId} = ${users.id} and ${planRequests.createdAt} > coalesce((select max(${auditLog.createdAt}) from ${auditLog}
    where ${auditLog.subjectId} = ${users.id} and ${auditLog.event} = 'SUBSCRIBED'), '-infinity')
  order by ${planRequests.id} desc limit 1)`;

const CONDITIONS: Record<PeopleList, SQL | undefined> = {
  ALL: undefined,
  WAITING,
  // First whoever ever asked: few of many have.
  ASKING: sql`${users.id} in (select ${planRequests.userId} from ${planRequests}) and ${ASKED_FOR} is not null`,
};

const KNOWN = isNull(users.erasedAt);

/** Everybody who has an account, for the operator. */
export class Directory {
  constructor(private readonly database: Database) {}

  /** A page of those of a list whose address, name or company has a text, newest first. */
  async page(
    list: PeopleList,
    sought: string,
    { number, size }: Page,
  ): Promise<{ people: ListedPerson[]; total: number }> {
    const named = sql`${users.firstname} || ' ' || ${users.lastname}`;
    const has =
      sought === ''
        ? undefined
        : or(
            contains(users.email, sought),
            contains(users.companyName, sought),
            sql`strpos(lower(${named}), lower(${sought})) > 0`,
          );
    const where = and(KNOWN, CONDITIONS[list], has);
    const people = await this.#select()
      .where(where)
      .orderBy(desc(users.id))
      .limit(size)
      .offset(number * size);
    return { people, total: await countAtMost(this.database, users, where) };
  }

  /** How many wait, and how many ask for a plan. */
  async counts(): Promise<{ waiting: number; asking: number }> {
    const [waiting, asking] = await Promise.all(
      (['WAITING', 'ASKING'] as const).map((list) => countAtMost(this.database, users, and(KNOWN, CONDITIONS[list]))),
    );
    return { waiting: waiting ?? 0, asking: asking ?? 0 };
  }

  /** Undefined for who never was, or is erased. */
  async find(id: number): Promise<ListedPerson | undefined> {
    const [found] = await this.#select().where(and(KNOWN, eq(users.id, id)));
    return found;
  }

  /** How many sessions of a person have not ended, and how many keys and connections stand. */
  async opened({ id }: User): Promise<{ sessions: number; keys: number }> {
    return {
      sessions: await this.database.$count(sessions, and(eq(sessions.userId, id), isNull(sessions.endedAt))),
      keys: await this.database.$count(apiKeys, and(eq(apiKeys.userId, id), isNull(apiKeys.revokedAt))),
    };
  }

  #select() {
    return this.database
      .select({
        user: users,
        ownerEmail: owners.email,
        hasFactor: sql<boolean>`exists (select 1 from ${factors} where ${factors.userId} = ${users.id})`,
        asksFor: ASKED_FOR,
      })
      .from(users)
      .leftJoin(owners, eq(owners.id, users.uplineId));
  }
}
