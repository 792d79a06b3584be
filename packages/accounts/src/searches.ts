import { createHash, randomUUID } from 'node:crypto';
import { type AskedQuestion, askedQuestion, LIMITS, PortalError, type SearchQuery } from '@tidewaiter/contract';
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from './database/database.js';
import { searches } from './database/schema.js';
import type { Ledger } from './ledger/ledger.js';
import { isUuid } from './secrets.js';
import { ownerOf, type User } from './user.js';

/** The same values in another order ask the same, and so does a condition that says that nothing was picked. */
function canonicalCondition<C extends { searchValue: string[]; pickedValue?: string[] | undefined }>({
  pickedValue = [],
  ...condition
}: C) {
  return {
    ...condition,
    searchValue: [...condition.searchValue].sort(),
    ...(pickedValue.length > 0 && { pickedValue: [...pickedValue].sort() }),
  };
}

function questionHash(question: AskedQuestion): string {
  const canonical = {
    ...canonicalCondition(question),
    countryCode: [...question.countryCode].sort(),
    queryBuilder: question.queryBuilder.map(canonicalCondition),
  };
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex');
}

/** Whether two queries ask the same question, whatever their filters, order and page. */
export function askTheSame(one: AskedQuestion, other: AskedQuestion): boolean {
  return questionHash(askedQuestion.parse(one)) === questionHash(askedQuestion.parse(other));
}

export interface AskedSearch {
  id: string;
  question: AskedQuestion;
  createdAt: Date;
}

function present(row: typeof searches.$inferSelect): AskedSearch {
  return { id: row.id, question: askedQuestion.parse(row.question), createdAt: row.createdAt };
}

/** What is paid for a question that is new on its day. */
const POINTS_PER_SEARCH = 1;

/** A question that was paid for by this call, and may be paid back if its work fails. */
export interface SearchCharge {
  release(): Promise<void>;
}

/** The questions that people have asked. */
export class Searches {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    /** Replaced in tests only. */
    private readonly now: () => Date,
  ) {}

  /**
   * Pays for a question: once per account, question and calendar day, whoever of the account asks it (DESIGN 5).
   *
   * @returns the charge, where this call made it; undefined where the question was paid for already
   * @throws PortalError SEARCH_LIMIT_EXHAUSTED when the question is new and nothing is left
   */
  async charge(user: User, query: SearchQuery): Promise<SearchCharge | undefined> {
    const holder = { userId: ownerOf(user), allowance: 'SEARCHES' } as const;
    const key = `search ${this.#today()} ${questionHash(askedQuestion.parse(query))}`;
    const act = { key, points: POINTS_PER_SEARCH, cause: 'SEARCH', actorId: user.id } as const;
    const charged = await this.ledger.charge(holder, act);
    return charged ? { release: () => this.ledger.release(holder, key) } : undefined;
  }

  /** Notes a question and returns its search id; the same question of the same day is the same search. */
  async note(user: User, query: SearchQuery): Promise<string> {
    // The form's fields make a question; filters, sort and page do not (DESIGN 5).
    const question = askedQuestion.parse(query);
    const key = {
      userId: user.id,
      questionHash: questionHash(question),
      day: this.#today(),
    };
    const [noted] = await this.database
      .insert(searches)
      .values({ id: randomUUID(), question, createdAt: this.now(), ...key })
      .onConflictDoNothing()
      .returning({ id: searches.id });
    if (noted) return noted.id;
    const [known] = await this.database
      .select({ id: searches.id })
      .from(searches)
      .where(
        and(eq(searches.userId, key.userId), eq(searches.questionHash, key.questionHash), eq(searches.day, key.day)),
      );
    if (!known) throw new Error('a search that conflicts with another is not there');
    return known.id;
  }

  /** @throws PortalError NOT_YOURS when a search id is made up or somebody else's */
  async find(user: User, searchId: string): Promise<AskedSearch> {
    const [found] = isUuid(searchId)
      ? await this.database
          .select()
          .from(searches)
          .where(and(eq(searches.id, searchId), eq(searches.userId, user.id)))
      : [];
    if (!found) throw new PortalError('NOT_YOURS');
    return present(found);
  }

  /** The latest searches of an account, newest first (SPEC 9: five). */
  async latest(user: User): Promise<AskedSearch[]> {
    const rows = await this.database
      .select()
      .from(searches)
      .where(eq(searches.userId, user.id))
      .orderBy(desc(searches.createdAt), desc(searches.id))
      .limit(LIMITS.recentSearches);
    return rows.map(present);
  }
  #today(): string {
    return this.now().toISOString().slice(0, 10);
  }
}
