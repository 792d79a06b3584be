import { createHash, randomUUID } from 'node:crypto';
import { HOUR_MS, OWN_LIST_LIMITS, type OwnListKind, PortalError, type Sureness } from '@tidewaiter/contract';
import { and, asc, eq, inArray, isNull, lt, ne, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Database, Page, Transaction } from '../database/database.js';
import { contains } from '../database/lists.js';
import { ownListEntries, ownListRows, ownLists, users } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import type { Jobs } from '../jobs/jobs.js';
import { ownerOf, type User } from '../users/user.js';
import { nameKey } from './names.js';
import {
  countEntries,
  NO_FIGURES,
  OWN_LIST_JOB,
  type OwnList,
  type OwnListEntry,
  type OwnListPayload,
} from './own-list-work.js';
import { mayChange } from './saved-items.js';

/** Spaces and the case of letters make no other entry. */
const squeezed = (text: string | undefined) => (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim();

const keyOf = (...said: readonly (string | null)[]) =>
  createHash('sha256')
    .update(JSON.stringify(said.map((one) => one?.toLowerCase() ?? null)))
    .digest('base64url')
    .slice(0, 24);

/** Members of all lists together that are kept at hand. */
const MEMBERS_KEPT = 500_000;

/** A list as a question names it. */
export interface NamedList {
  name: string;
  kind: OwnListKind;
  /** Another one for each list and each state of it. */
  contents: string;
  members: readonly string[];
}

/** So many rows are written by one statement. */
const ROWS_AT_ONCE = 500;

/** Lists that accounts have brought; the sub-users of one share them. */
export class OwnLists {
  /** What lists stand for that were asked by of late: a screen asks a dozen times. */
  readonly #members = new LRUCache<string, readonly string[]>({
    maxSize: MEMBERS_KEPT,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly now: () => Date,
  ) {}

  /**
   * Begins a list, whose rows are sent next.
   *
   * @param most how many the account may have
   * @throws PortalError OWN_LISTS_FULL or OWN_LIST_EXISTS
   */
  async create(
    user: User,
    begun: Pick<
      OwnList,
      'name' | 'kind' | 'columns' | 'valueColumn' | 'countryColumn' | 'numberColumn' | 'chosenColumn' | 'rows'
    >,
    most: number,
  ): Promise<string> {
    return this.#inTurn(user, async (transaction) => {
      const ownerId = ownerOf(user);
      const held = await transaction.$count(ownLists, eq(ownLists.ownerId, ownerId));
      if (held >= most) throw new PortalError('OWN_LISTS_FULL');
      const [made] = await transaction
        .insert(ownLists)
        .values({
          ...{ ...begun, id: randomUUID(), ownerId, nameKey: nameKey(begun.name), figures: NO_FIGURES },
          ...{ createdAt: this.now(), createdBy: user.id },
        })
        .onConflictDoNothing()
        .returning({ id: ownLists.id });
      if (!made) throw new PortalError('OWN_LIST_EXISTS');
      return made.id;
    });
  }

  /**
   * Takes in rows of a list that was begun. With the last of them it is looked for.
   *
   * @param from how many rows have come before; others are not taken in
   * @returns how many are there
   * @throws PortalError NOT_YOURS or MAKER_ONLY
   */
  async send(user: User, id: string, from: number, rows: readonly (readonly string[])[]): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const list = await this.#locked(user, id, transaction);
      if (!mayChange(user, list)) throw new PortalError('MAKER_ONLY');
      if (list.state !== 'SENDING' || from !== list.received) return list.received;
      const taken = rows.slice(0, list.rows - from);
      for (let at = 0; at < taken.length; at += ROWS_AT_ONCE)
        await this.#take(transaction, list, from + at, taken.slice(at, at + ROWS_AT_ONCE));
      const received = from + taken.length;
      await transaction.update(ownLists).set({ received }).where(eq(ownLists.id, id));
      if (received === list.rows) await this.#look(user, list, transaction);
      return received;
    });
  }

  async #take(transaction: Transaction, list: OwnList, from: number, rows: readonly (readonly string[])[]) {
    const entries = new Map<string, typeof ownListEntries.$inferInsert>();
    const written = rows.map((given, at) => {
      const cells = list.columns.map((_, column) => given[column] ?? '');
      const cell = (column: number | null) => (column === null ? null : squeezed(cells[column]) || null);
      const said = {
        value: cell(list.valueColumn) ?? '',
        country: cell(list.countryColumn),
        number: cell(list.numberColumn),
        before: cell(list.chosenColumn),
      };
      const key = keyOf(said.value, said.country, said.number, said.before);
      const known = entries.get(key);
      if (known) known.rows += 1;
      else entries.set(key, { listId: list.id, key, ...said, firstRow: from + at + 1, rows: 1 });
      return { listId: list.id, row: from + at + 1, key, cells };
    });
    await transaction.insert(ownListRows).values(written);
    await transaction
      .insert(ownListEntries)
      .values([...entries.values()])
      .onConflictDoUpdate({
        target: [ownListEntries.listId, ownListEntries.key],
        set: { rows: sql`${ownListEntries.rows} + excluded.rows` },
      });
  }

  /** The account's lists by name, or a single one. */
  async list(user: User, id?: string): Promise<OwnList[]> {
    return this.database
      .select()
      .from(ownLists)
      .where(and(eq(ownLists.ownerId, ownerOf(user)), id === undefined ? undefined : byUuid(ownLists.id, id)))
      .orderBy(asc(ownLists.nameKey));
  }

  /** A page of a list's entries, the first of its rows first, and how many there are. @throws PortalError NOT_YOURS */
  async entries(
    user: User,
    id: string,
    { number, size }: Page,
    only: { sureness?: Sureness | undefined; contains: string },
  ): Promise<{ list: OwnList; entries: OwnListEntry[]; total: number }> {
    const list = await this.#find(user, id);
    const where = and(
      eq(ownListEntries.listId, id),
      only.sureness === undefined ? undefined : eq(ownListEntries.sureness, only.sureness),
      only.contains === '' ? undefined : contains(ownListEntries.value, only.contains),
    );
    const total = await this.database.$count(ownListEntries, where);
    const entries = await this.database
      .select()
      .from(ownListEntries)
      .where(where)
      .orderBy(asc(ownListEntries.firstRow))
      .limit(size)
      .offset(number * size);
    return { list, entries, total };
  }

  /** Some entries of a list. @throws PortalError NOT_YOURS */
  async entriesOf(
    user: User,
    id: string,
    keys: readonly string[],
  ): Promise<{ list: OwnList; entries: OwnListEntry[] }> {
    const list = await this.#find(user, id);
    const which = and(eq(ownListEntries.listId, id), inArray(ownListEntries.key, [...keys]));
    return { list, entries: await this.database.select().from(ownListEntries).where(which) };
  }

  /** A page of a list's rows as they came, each with what it was found to be. @throws PortalError NOT_YOURS */
  async rows(user: User, id: string, { number, size }: Page) {
    const list = await this.#find(user, id);
    const from = number * size;
    const rows = await this.database
      .select({
        ...{ cells: ownListRows.cells, sureness: ownListEntries.sureness },
        ...{ candidates: ownListEntries.candidates, chosen: ownListEntries.chosen },
      })
      .from(ownListRows)
      .innerJoin(
        ownListEntries,
        and(eq(ownListEntries.listId, ownListRows.listId), eq(ownListEntries.key, ownListRows.key)),
      )
      .where(
        and(eq(ownListRows.listId, id), sql`${ownListRows.row} > ${from} and ${ownListRows.row} <= ${from + size}`),
      )
      .orderBy(asc(ownListRows.row));
    return { list, rows };
  }

  /**
   * Keeps what somebody says of entries: what they stand for, or that they stand for nothing. What is no candidate is not taken.
   *
   * @throws PortalError NOT_YOURS
   */
  async decide(
    user: User,
    id: string,
    decisions: readonly { entry: string; chosen: string | null }[],
    allProbable: boolean,
  ): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await this.#locked(user, id, transaction);
      const of = eq(ownListEntries.listId, id);
      const decidedAt = this.now();
      if (allProbable)
        await transaction
          .update(ownListEntries)
          .set({ chosen: sql`${ownListEntries.candidates} -> 0 ->> 'name'`, decidedAt })
          .where(and(of, eq(ownListEntries.sureness, 'PROBABLE'), isNull(ownListEntries.decidedAt)));
      for (const { entry, chosen } of decisions) {
        const isCandidate = sql`${ownListEntries.candidates} @> ${JSON.stringify([{ name: chosen }])}::jsonb`;
        await transaction
          .update(ownListEntries)
          .set({ chosen, decidedAt })
          .where(and(of, eq(ownListEntries.key, entry), chosen === null ? undefined : isCandidate));
      }
      await this.#changed(transaction, id);
    });
  }

  /** Has a list looked for again; what somebody has said of its entries stays. @throws PortalError NOT_YOURS */
  async again(user: User, id: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const list = await this.#locked(user, id, transaction);
      if (list.state !== 'READY' && list.state !== 'FAILED') return;
      await transaction.update(ownListEntries).set({ sureness: null }).where(eq(ownListEntries.listId, id));
      await this.#look(user, list, transaction);
    });
  }

  /**
   * Gives a list another name. What names it by the old one names no list from then on.
   *
   * @throws PortalError NOT_YOURS, MAKER_ONLY or OWN_LIST_EXISTS
   */
  async rename(user: User, id: string, name: string): Promise<void> {
    await this.#inTurn(user, async (transaction) => {
      const list = await this.#locked(user, id, transaction);
      if (!mayChange(user, list)) throw new PortalError('MAKER_ONLY');
      const another = and(eq(ownLists.ownerId, list.ownerId), eq(ownLists.nameKey, nameKey(name)), ne(ownLists.id, id));
      const [taken] = await transaction.select({ id: ownLists.id }).from(ownLists).where(another);
      if (taken) throw new PortalError('OWN_LIST_EXISTS');
      await transaction
        .update(ownLists)
        .set({ name, nameKey: nameKey(name) })
        .where(eq(ownLists.id, id));
    });
  }

  /** Removes lists whose rows have not all come within a day: they hold names, and count. */
  async forgetUnsent(): Promise<void> {
    const before = new Date(this.now().getTime() - OWN_LIST_LIMITS.sendingHours * HOUR_MS);
    await this.database.delete(ownLists).where(and(eq(ownLists.state, 'SENDING'), lt(ownLists.createdAt, before)));
  }

  /** @throws PortalError NOT_YOURS or MAKER_ONLY */
  async remove(user: User, id: string): Promise<void> {
    const list = await this.database.transaction(async (transaction) => {
      const found = await this.#locked(user, id, transaction);
      if (!mayChange(user, found)) throw new PortalError('MAKER_ONLY');
      await transaction.delete(ownLists).where(eq(ownLists.id, id));
      return found;
    });
    await this.jobs.cancel(jobKey(list));
  }

  /** Those of some lists, by name, that an account has and that have been looked for, with what each stands for. */
  async named(user: Pick<User, 'id' | 'uplineId'>, names: readonly string[]): Promise<NamedList[]> {
    if (names.length === 0) return [];
    const lists = await this.database
      .select({ id: ownLists.id, key: ownLists.nameKey, kind: ownLists.kind, contents: ownLists.contents })
      .from(ownLists)
      .where(
        and(
          eq(ownLists.ownerId, ownerOf(user)),
          inArray(ownLists.nameKey, names.map(nameKey)),
          sql`${ownLists.contents} > 0`,
        ),
      );
    const found: NamedList[] = [];
    for (const { id, key, kind, contents } of lists) {
      const state = `${id} ${contents}`;
      const members = this.#members.get(state) ?? (await this.#membersOf(id));
      this.#members.set(state, members);
      for (const name of names) if (nameKey(name) === key) found.push({ name, kind, contents: state, members });
    }
    return found;
  }

  /** Names of companies, codes or ids, each once. */
  async #membersOf(id: string): Promise<readonly string[]> {
    const found = await this.database
      .selectDistinct({ chosen: ownListEntries.chosen })
      .from(ownListEntries)
      .where(and(eq(ownListEntries.listId, id), sql`${ownListEntries.chosen} is not null`));
    return found.flatMap(({ chosen }) => chosen ?? []);
  }

  async #look(user: User, { id, run }: OwnList, transaction: Transaction): Promise<void> {
    const payload: OwnListPayload = { list: id, run: run + 1 };
    await transaction.update(ownLists).set({ state: 'MATCHING', run: payload.run }).where(eq(ownLists.id, id));
    await countEntries(transaction, id);
    const owner = { accountId: ownerOf(user), personId: user.id };
    await this.jobs.enqueue({ key: jobKey({ id, run: payload.run }), kind: OWN_LIST_JOB, payload, owner }, transaction);
  }

  async #changed(transaction: Transaction, id: string): Promise<void> {
    await countEntries(transaction, id);
    // Until it has been looked for whole, nobody asks by it.
    await transaction
      .update(ownLists)
      .set({ contents: sql`case when ${ownLists.contents} = 0 then 0 else ${ownLists.contents} + 1 end` })
      .where(eq(ownLists.id, id));
  }

  /** One after another within an account: two at once would both find room, or the same name free. */
  #inTurn<Result>(user: User, change: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.database.transaction(async (transaction) => {
      await transaction
        .select({ id: users.id })
        .from(users)
        .where(eq(users.id, ownerOf(user)))
        .for('update');
      return change(transaction);
    });
  }

  async #find(user: User, id: string): Promise<OwnList> {
    const [found] = await this.list(user, id);
    if (!found) throw new PortalError('NOT_YOURS');
    return found;
  }

  async #locked(user: User, id: string, transaction: Transaction): Promise<OwnList> {
    const [found] = await transaction
      .select()
      .from(ownLists)
      .where(and(byUuid(ownLists.id, id), eq(ownLists.ownerId, ownerOf(user))))
      .for('update');
    if (!found) throw new PortalError('NOT_YOURS');
    return found;
  }
}

const jobKey = ({ id, run }: Pick<OwnList, 'id' | 'run'>) => `${OWN_LIST_JOB} ${id} ${run}`;
