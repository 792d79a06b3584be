import { createHash, randomUUID } from 'node:crypto';
import { PortalError, type SearchQuery } from '@tidewaiter/contract';
import { and, eq } from 'drizzle-orm';
import type { Database } from './database/database.js';
import { searches } from './database/schema.js';
import type { User } from './users.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The part of a query that makes it a new question: the form's fields, without sort and page (DESIGN 5). */
function questionOf(query: SearchQuery) {
  const { tradeType, searchType, searchBy, matchType, searchValue, countryCode, fromDate, toDate, queryBuilder } =
    query;
  return { tradeType, searchType, searchBy, matchType, searchValue, countryCode, fromDate, toDate, queryBuilder };
}

/** The same values in another order ask the same. */
function questionHash(question: ReturnType<typeof questionOf>): string {
  const canonical = {
    ...question,
    searchValue: [...question.searchValue].sort(),
    countryCode: [...question.countryCode].sort(),
    queryBuilder: question.queryBuilder.map((row) => ({ ...row, searchValue: [...row.searchValue].sort() })),
  };
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex');
}

/** The questions that people have asked. */
export class Searches {
  constructor(
    private readonly database: Database,
    /** Replaced in tests only. */
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Notes a question and returns its search id; the same question of the same day is the same search. */
  async note(user: User, query: SearchQuery): Promise<string> {
    const question = questionOf(query);
    const key = {
      userId: user.id,
      questionHash: questionHash(question),
      day: this.now().toISOString().slice(0, 10),
    };
    const [noted] = await this.database
      .insert(searches)
      .values({ id: randomUUID(), question, ...key })
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
  async mustOwn(user: User, searchId: string): Promise<void> {
    const found = UUID.test(searchId)
      ? await this.database
          .select({ id: searches.id })
          .from(searches)
          .where(and(eq(searches.id, searchId), eq(searches.userId, user.id)))
      : [];
    if (found.length === 0) throw new PortalError('NOT_YOURS');
  }
}
