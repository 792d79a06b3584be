import { createHash, randomUUID } from 'node:crypto';
import {
  type AskedQuestion,
  addDays,
  askedQuestion,
  dayOf,
  LIMITS,
  lineWords,
  PortalError,
  type SavedQuery,
  type SearchQuery,
  savedQuery,
  searchInWords,
} from '@tidewaiter/contract';
import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { PgColumn, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.js';
import { savedSearches, searches, users, workspaces } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import { ChargesUnderWay } from '../plans/charges-under-way.js';
import type { Holder, Ledger } from '../plans/ledger.js';
import { type Actor, ownerOf, type User } from '../users/user.js';

/** The same values in another order ask the same, and so does a condition that says that nothing was picked. */
function canonicalCondition<C extends { searchValue: string[]; pickedValue?: string[] | undefined }>({
  pickedValue = [],
  ...condition
}: C) {
  // Words are asked for whatever stands between them: a query line has them by themselves.
  const isOfWords = 'matchType' in condition && condition.matchType === 'W';
  const values = isOfWords ? condition.searchValue.map((value) => lineWords(value).join(' ')) : condition.searchValue;
  return {
    ...condition,
    searchValue: [...values].sort(),
    ...(pickedValue.length > 0 && { pickedValue: [...pickedValue].sort() }),
  };
}

const hashOf = (canonical: object) => createHash('sha256').update(JSON.stringify(canonical)).digest('hex');

/** @param lists the states of the lists that a question names */
const canonical = <C extends Omit<AskedQuestion, 'countryCode' | 'fromDate' | 'toDate'>>(
  question: C,
  lists: readonly string[],
) => ({
  ...canonicalCondition(question),
  ...(lists.length > 0 && { lists }),
  queryBuilder: question.queryBuilder.map(canonicalCondition),
});

const questionHash = (question: AskedQuestion, lists: readonly string[] = []) =>
  hashOf({ ...canonical(question, lists), countryCode: [...question.countryCode].sort() });

/** Of a question without its countries and days: one that lies within another has the same. */
const conditionsHash = (
  { countryCode: _countries, fromDate: _from, toDate: _to, ...conditions }: AskedQuestion,
  lists: readonly string[],
) => hashOf(canonical(conditions, lists));

/** Whether two queries ask the same question, whatever their filters, order and page. */
export function askTheSame(one: AskedQuestion, other: AskedQuestion): boolean {
  return questionHash(askedQuestion.parse(one)) === questionHash(askedQuestion.parse(other));
}

export interface AskedSearch {
  id: string;
  question: AskedQuestion;
  /** The question with the filters and the order that it was last asked with. */
  query: SavedQuery;
  /** When it was last asked. */
  createdAt: Date;
}

/** What a search found, and in which state of the records. */
export interface Found {
  totalRecords: number;
  dataVersion: number;
}

export function presentSearch({
  id,
  question,
  createdAt,
}: Pick<typeof searches.$inferSelect, 'id' | 'question' | 'createdAt'>): AskedSearch {
  return { id, question: askedQuestion.parse(question), query: savedQuery.parse(question), createdAt };
}

/** Searches that are looked through at once for those that were asked last. */
const READ_AT_ONCE = 100;

/** What a row keeps while it is of the same words, question and filters. */
const ifSameWords = (column: PgColumn, otherwise = sql`null`) =>
  sql`case when ${searches.words} = excluded.words then ${column} else ${otherwise} end`;

/** What is paid for a question that is new on its day. */
const POINTS_PER_SEARCH = 1;

/** What was paid for by this call or by one beside it, of which each ends its part: it is paid back where the work of all of them fails. */
interface Charge {
  /** Whether this call has paid. */
  isOwn: boolean;
  keep(): Promise<void>;
  release(): Promise<void>;
}

/** A question that was paid for. */
export interface SearchCharge extends Charge {
  /** @param isNoted whether the call has put what was paid for into the history itself */
  keep(isNoted?: boolean): Promise<void>;
  /** Pays it back since there are no records of it; for the rest of the day it is free. */
  giveBack(): Promise<void>;
}

/** Searches are the main account's, whoever asks. */
const holderOf = (user: User) => ({ userId: ownerOf(user), allowance: 'SEARCHES' }) as const;

/** Under which the ledger has what was paid for a question on a day. */
export const searchChargeKey = ({ day, questionHash }: { day: string; questionHash: string }) =>
  `search ${day} ${questionHash}`;

/** The lists that the line of a question names, by what stands on them: else one that is filled anew would be asked by for nothing. */
export type Listed = readonly { contents: string }[];

/** Questions around another that are looked at together. */
const AROUND_AT_ONCE = 50;

/** The questions that people have asked. */
export class Searches {
  readonly #underWay = new ChargesUnderWay();

  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly now: () => Date,
  ) {}

  /**
   * Pays for a question: once per account, question and calendar day, whoever of the account asks it (DESIGN 5). What lies within a
   * question of that day, which was paid for or has no records, is free.
   *
   * @returns under which key the ledger has the search that the question is now a part of, and the charge while a call that made it is at work
   * @throws PortalError SEARCH_LIMIT_EXHAUSTED when the question is new and nothing is left, KEY_LIMIT when that holds for the API key
   */
  async charge(
    { user, apiKey }: Actor,
    query: SearchQuery,
    listed: Listed,
  ): Promise<{ search: string; charge?: SearchCharge }> {
    const holder = holderOf(user);
    const asked = this.#asked(user, query, listed);
    const own = searchChargeKey(asked);
    const act = {
      ...({ key: own, points: POINTS_PER_SEARCH, cause: 'SEARCH' } as const),
      ...{ actorId: user.id, apiKeyId: apiKey?.id },
    };
    const { key, charge } = await this.#take(holder, act, () => this.#paidBy(user, asked, this.#daysOf(query)));
    if (charge === undefined) return { search: key };
    const note = () => this.database.insert(searches).values(asked).onConflictDoNothing();
    return {
      search: key,
      charge: {
        ...charge,
        keep: async (isNoted = false) => {
          // What another has paid for is in the history by that one.
          if (charge.isOwn && !isNoted) await note();
          await charge.keep();
        },
        giveBack: async () => {
          const findsNothing = { findsNothing: true };
          const target = [searches.userId, searches.questionHash, searches.day];
          const row = { ...asked, ...findsNothing };
          await this.database.insert(searches).values(row).onConflictDoUpdate({ target, set: findsNothing });
          await this.ledger.release(holder, key);
          await charge.keep();
        },
      },
    };
  }

  /** Finds what is paid for, or pays; while a call that has paid is at work, with a part in its charge. */
  async #take(
    holder: Holder,
    act: Parameters<Ledger['charge']>[1],
    paidBy: () => Promise<string | undefined>,
  ): Promise<{ key: string; charge?: Charge }> {
    for (;;) {
      const paid = await paidBy();
      const key = paid ?? act.key;
      const make = paid === undefined ? () => this.ledger.charge(holder, act) : undefined;
      const part = await this.#underWay.take(JSON.stringify([holder, key]), make);
      if (part === undefined) return { key };
      if (part === null) continue;
      const takeBack = () => this.ledger.release(holder, key);
      const { isOwn, end } = part;
      return { key, charge: { isOwn, keep: () => end(true, takeBack), release: () => end(false, takeBack) } };
    }
  }

  /** Under which key the ledger has the search of today that a question is a part of; undefined where it is to be paid for. */
  async paidBy(user: User, query: SearchQuery, listed: Listed): Promise<string | undefined> {
    const asked = this.#asked(user, query, listed);
    return this.#paidBy(user, asked, this.#daysOf(query));
  }

  /** Under which key the ledger would have a question of today. */
  async keyOf(user: User, query: SearchQuery, listed: Listed): Promise<string> {
    return searchChargeKey(this.#asked(user, query, listed));
  }

  /** The key of a question, or of one that it lies within, that was paid for on one of some days, or has no records. */
  async #paidBy(
    user: User,
    asked: { questionHash: string; conditionsHash: string; question: SavedQuery },
    days: readonly string[],
  ): Promise<string | undefined> {
    const holder = holderOf(user);
    const { questionHash, question } = asked;
    const own = await this.ledger.standing(
      holder,
      days.map((day) => searchChargeKey({ day, questionHash })),
    );
    const [paid] = own.keys();
    if (paid !== undefined) return paid;
    const around = and(
      eq(searches.ownerId, holder.userId),
      inArray(searches.day, [...days]),
      eq(searches.conditionsHash, asked.conditionsHash),
      sql`${searches.question} ->> 'fromDate' <= ${question.fromDate}`,
      sql`${searches.question} ->> 'toDate' >= ${question.toDate}`,
      sql`${searches.question} -> 'countryCode' @> ${JSON.stringify(question.countryCode)}::jsonb`,
    );
    // The first that was asked is nearly always the one that was paid: those after it lay within it, however many there are.
    for (let at = 0; ; at += AROUND_AT_ONCE) {
      const some = await this.database
        .select({ day: searches.day, questionHash: searches.questionHash, findsNothing: searches.findsNothing })
        .from(searches)
        .where(around)
        .orderBy(searches.createdAt, searches.id)
        .limit(AROUND_AT_ONCE)
        .offset(at);
      const nothing = some.find(({ findsNothing }) => findsNothing);
      if (nothing) return searchChargeKey(nothing);
      const standing = await this.ledger.standing(holder, some.map(searchChargeKey));
      const first = some.map(searchChargeKey).find((key) => standing.has(key));
      if (first !== undefined) return first;
      if (some.length < AROUND_AT_ONCE) return undefined;
    }
  }

  /**
   * Pays for a company's page, at the price of a search: once per account, party and calendar day, whatever of it is looked at.
   *
   * @param company its key, and the name that it was opened by
   * @returns the charge, while a call that made it is at work; undefined where the page was paid for already
   * @throws PortalError SEARCH_LIMIT_EXHAUSTED when nothing is left, KEY_LIMIT when that holds for the API key
   */
  async chargeCompany(
    { user, apiKey }: Actor,
    { party, name }: { party: string; name: string },
  ): Promise<Charge | undefined> {
    const holder = holderOf(user);
    const key = this.#companyKey(party);
    const paid = { key, points: POINTS_PER_SEARCH, cause: 'COMPANY', reason: name } as const;
    const act = { ...paid, actorId: user.id, apiKeyId: apiKey?.id };
    const isPaid = async () => ((await this.ledger.isCharged(holder, key)) ? key : undefined);
    return (await this.#take(holder, act, isPaid)).charge;
  }

  /** Whether the account has paid for a company's page today. */
  async isCompanyPaid(user: User, party: string): Promise<boolean> {
    return this.ledger.isCharged(holderOf(user), this.#companyKey(party));
  }

  #companyKey(party: string): string {
    return `company ${this.#today()} ${party}`;
  }

  /** Whether the account has paid for a question today, or yesterday: a screen may stay open past midnight. */
  async isPaid(user: User, query: SearchQuery, listed: Listed): Promise<boolean> {
    return (await this.#paidBy(user, this.#asked(user, query, listed), [this.#day(0), this.#day(1)])) !== undefined;
  }

  /**
   * Notes a question and returns its search id; the same question of the same day is the same search, which moves up among the
   * recent ones and takes the filters and the order that it is asked with now.
   */
  async note(user: User, query: SearchQuery, listed: Listed): Promise<string> {
    const { id, ...asked } = this.#asked(user, query, listed);
    return this.#enter(
      { id, ...asked },
      {
        ...asked,
        // What was counted with other filters says nothing of these.
        totalRecords: ifSameWords(searches.totalRecords),
        dataVersion: ifSameWords(searches.dataVersion),
      },
    );
  }

  /** Notes what a question finds with its filters. The order that it was last asked with stays, since counting has none. */
  async counted(user: User, query: SearchQuery, listed: Listed, found: Found): Promise<void> {
    // What is new is a part of what the question finds, which is kept without that filter.
    if (query.newSince !== undefined) return;
    const { id, question, ...asked } = this.#asked(user, query, listed);
    await this.#enter(
      { id, question, ...asked, ...found },
      { ...asked, ...found, question: ifSameWords(searches.question, sql`excluded.question`) },
    );
  }

  /** On which days a question may have been paid for: today; of who goes on to a further page of a search, yesterday too, since a day may end between. */
  #daysOf({ pageNumber, searchId }: SearchQuery): string[] {
    return pageNumber > 0 && searchId !== undefined ? [this.#day(0), this.#day(1)] : [this.#day(0)];
  }

  /** The row of a question of today. The form's fields make a question; filters, sort and page do not (DESIGN 5). */
  #asked(user: User, query: SearchQuery, listed: Listed) {
    const asked = askedQuestion.parse(query);
    const kept = savedQuery.parse(query);
    const lists = listed.map(({ contents }) => contents).sort();
    return {
      id: randomUUID(),
      userId: user.id,
      ownerId: ownerOf(user),
      questionHash: questionHash(asked, lists),
      conditionsHash: conditionsHash(asked, lists),
      question: kept,
      day: this.#today(),
      createdAt: this.now(),
      words: searchInWords(kept),
    };
  }

  async #enter(row: typeof searches.$inferInsert, set: PgUpdateSetSource<typeof searches>): Promise<string> {
    const target = [searches.userId, searches.questionHash, searches.day];
    const [noted] = await this.database
      .insert(searches)
      .values(row)
      .onConflictDoUpdate({ target, set })
      .returning({ id: searches.id });
    if (!noted) throw new Error('a search that was just noted is not there');
    return noted.id;
  }

  /**
   * A search that a person may read: one that they asked, a sub-user's for the main account, and for everybody one that is saved in their
   * account's workspaces. Of such a one they know what was saved, not what its asker has narrowed it to since.
   *
   * @throws PortalError NOT_YOURS
   */
  async read(user: User, searchId: string): Promise<AskedSearch> {
    const [asked] = await this.database
      .select()
      .from(searches)
      .innerJoin(users, eq(users.id, searches.userId))
      .where(and(byUuid(searches.id, searchId), or(eq(users.id, user.id), eq(users.uplineId, user.id))));
    if (asked) return presentSearch(asked.searches);
    const [saved] = await this.database
      .select({ id: savedSearches.searchId, question: savedSearches.query, createdAt: savedSearches.createdAt })
      .from(savedSearches)
      .innerJoin(workspaces, eq(workspaces.id, savedSearches.workspaceId))
      .where(
        and(
          byUuid(savedSearches.searchId, searchId),
          eq(workspaces.ownerId, ownerOf(user)),
          isNull(savedSearches.removedAt),
          isNull(workspaces.removedAt),
        ),
      )
      .orderBy(desc(savedSearches.createdAt))
      .limit(1);
    if (!saved) throw new PortalError('NOT_YOURS');
    return presentSearch(saved);
  }

  /** @throws PortalError NOT_YOURS when a search id is made up or somebody else's */
  async find(user: User, searchId: string): Promise<AskedSearch> {
    const [found] = await this.database
      .select()
      .from(searches)
      .where(and(byUuid(searches.id, searchId), eq(searches.userId, user.id)));
    if (!found) throw new PortalError('NOT_YOURS');
    return presentSearch(found);
  }

  /**
   * The searches of an account's people that entries of its ledger are about, by the entries' keys. Of several people's who asked the same on one
   * day, it is the user's own.
   */
  async ofCharges(user: User, keys: readonly string[]): Promise<Map<string, AskedSearch & { userId: number }>> {
    const named = keys.flatMap((key) => {
      const [, day, hash] = /^search (\d{4}-\d{2}-\d{2}) ([0-9a-f]+)$/.exec(key) ?? [];
      return day === undefined || hash === undefined ? [] : [sql`(${hash}, ${day}::date)`];
    });
    if (named.length === 0) return new Map();
    const found = await this.database
      .select()
      .from(searches)
      .where(
        and(
          eq(searches.ownerId, ownerOf(user)),
          sql`(${searches.questionHash}, ${searches.day}) in (${sql.join(named, sql`, `)})`,
        ),
      )
      .orderBy(sql`${searches.userId} = ${user.id}`);
    return new Map(found.map((row) => [searchChargeKey(row), { ...presentSearch(row), userId: row.userId }]));
  }

  /** The questions that an account asked last, newest first (SPEC 9: five); one that was asked on several days is there once. */
  async latest(user: User): Promise<AskedSearch[]> {
    const own = eq(searches.userId, user.id);
    const newest = new Map<string, string>();
    for (let read = 0; newest.size < LIMITS.recentSearches; read += READ_AT_ONCE) {
      const some = await this.database
        .select({ id: searches.id, questionHash: searches.questionHash })
        .from(searches)
        .where(own)
        .orderBy(desc(searches.createdAt), desc(searches.id))
        .limit(READ_AT_ONCE)
        .offset(read);
      for (const { id, questionHash } of some) if (!newest.has(questionHash)) newest.set(questionHash, id);
      if (some.length < READ_AT_ONCE) break;
    }
    const rows = await this.database
      .select()
      .from(searches)
      .where(inArray(searches.id, [...newest.values()].slice(0, LIMITS.recentSearches)))
      .orderBy(desc(searches.createdAt), desc(searches.id));
    return rows.map(presentSearch);
  }

  #today(): string {
    return this.#day(0);
  }

  #day(ago: number): string {
    return addDays(dayOf(this.now()), -ago);
  }
}
