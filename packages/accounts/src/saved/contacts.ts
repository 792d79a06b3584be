import { randomUUID } from 'node:crypto';
import { type ContactFields, FILLED_FIELDS, HOUR_MS, LIMITS, PortalError } from '@tidewaiter/contract';
import { and, arrayContains, asc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { type Database, isUniqueViolation, type Page } from '../database/database.js';
import { contains, countAtMost } from '../database/lists.js';
import { contactCounts, contacts, looks, users } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import { ownerOf, type User } from '../users/user.js';
import { companyKey, contactKey } from './names.js';
import { MAKER, type Maker, mayChange, mustBeChangeable } from './saved-items.js';

/** A contact as a person of its account sees it. */
export interface Contact extends ContactFields {
  id: string;
  createdAt: Date;
  /** Null where they have gone. */
  createdBy: Maker | null;
  revision: number;
  mayChange: boolean;
}

/** Which contacts are listed: all, those of a name or a tag, or a single one. */
interface Only {
  contains?: string | undefined;
  tag?: string | undefined;
  id?: string | undefined;
}

/** What became of companies that came together. */
export interface Import {
  added: number;
  /** That were contacts already, or came twice. */
  duplicates: number;
  /** For which there is no room, in their order. */
  beyond: readonly ContactFields[];
}

type FilledField = (typeof FILLED_FIELDS)[number];

/** What somebody gives of a contact that says something else; where nothing is kept, they may not change it. */
export interface Differing {
  given: ContactFields;
  contact: Pick<Contact, 'id' | 'companyName' | 'mayChange'>;
  fields: { field: FilledField; kept: string; given: string }[];
}

/** Under which the number of all contacts of an account is kept, beside that of each tag. */
const EVERY_CONTACT = '';

/** So many rows are written by one statement. */
const ROWS_AT_ONCE = 200;

/** The companies that an account remembers; its sub-users share them, as they share its workspaces. */
export class Contacts {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /**
   * Keeps a company.
   *
   * @returns whether it was added now; one that is there already stays as it is
   * @throws PortalError CONTACTS_FULL
   */
  async add(user: User, contact: ContactFields): Promise<boolean> {
    const { added, beyond } = await this.addAll(user, [contact]);
    if (beyond.length > 0) throw new PortalError('CONTACTS_FULL');
    return added === 1;
  }

  /** Keeps companies, each once: giving them again changes nothing, also after a failure half way. */
  async addAll(user: User, given: readonly ContactFields[]): Promise<Import> {
    const seen = new Set<string>();
    const beyond: ContactFields[] = [];
    let added = 0;
    let room = Math.max(0, LIMITS.contacts - (await this.#held(user)));
    for (let at = 0; at < given.length; at += ROWS_AT_ONCE) {
      const some = given.slice(at, at + ROWS_AT_ONCE).map((contact) => ({ contact, keys: keysOf(contact) }));
      const known = await this.#known(
        user,
        some.map(({ keys }) => keys.partyKey),
      );
      const fresh = some.filter(({ keys: { partyKey } }) => {
        const isNew = !known.has(partyKey) && !seen.has(partyKey);
        seen.add(partyKey);
        return isNew;
      });
      beyond.push(...fresh.slice(room).map(({ contact }) => contact));
      const rows = fresh.slice(0, room).map(({ contact, keys }) => ({
        ...{ ...contact, id: randomUUID(), ownerId: ownerOf(user), ...keys },
        ...{ createdAt: this.now(), createdBy: user.id },
      }));
      room -= rows.length;
      if (rows.length > 0) added += await this.#insert(rows);
    }
    return { added, duplicates: given.length - beyond.length - added, beyond };
  }

  /**
   * Fills in what contacts have empty, from what is given of them. What they hold stays, and is told where something else is given.
   *
   * @returns how many were filled in, and what is given else, in the order in which it is given
   */
  async fillIn(user: User, given: readonly ContactFields[]): Promise<{ filled: number; differing: Differing[] }> {
    const rows = await this.#rowsOf(user, given);
    const filling = new Map<string, Partial<ContactFields>>();
    const differing: Differing[] = [];
    for (const one of given) {
      const row = rows.get(one);
      if (row === undefined) continue;
      const may = mayChange(user, row);
      const { filled, fields } = beside(row, one, may);
      if (Object.keys(filled).length > 0) {
        Object.assign(row, filled);
        filling.set(row.id, { ...filling.get(row.id), ...filled });
      }
      const contact = { id: row.id, companyName: row.companyName, mayChange: may };
      if (fields.length > 0) differing.push({ given: one, contact, fields });
    }
    for (const [id, fields] of filling) {
      await this.#change(user, id, isNull(contacts.removedAt), (kept) => {
        // Somebody may have filled it in meanwhile.
        const { filled } = beside(kept, { ...kept, ...fields }, true);
        return { ...filled, revision: kept.revision + 1 };
      });
    }
    return { filled: filling.size, differing };
  }

  /** The account's contacts of some companies, each once: companies of one key have the same. */
  async #rowsOf(user: User, given: readonly ContactFields[]): Promise<Map<ContactFields, Row>> {
    const byKey = new Map<string, Row>();
    const found = new Map<ContactFields, Row>();
    for (let at = 0; at < given.length; at += ROWS_AT_ONCE) {
      const keyed = given.slice(at, at + ROWS_AT_ONCE).map((one) => [one, contactKey(one.companyName)] as const);
      const sought = keyed.map(([, key]) => key).filter((key) => !byKey.has(key));
      const rows = await this.database
        .select()
        .from(contacts)
        .where(and(ofAccount(user), inArray(contacts.partyKey, sought)));
      for (const row of rows) if (row.partyKey !== null) byKey.set(row.partyKey, row);
      for (const [one, key] of keyed) {
        const row = byKey.get(key);
        if (row) found.set(one, row);
      }
    }
    return found;
  }

  /** @returns how many were not there already */
  async #insert(rows: (typeof contacts.$inferInsert)[]): Promise<number> {
    const made = await this.database.insert(contacts).values(rows).onConflictDoNothing().returning({ id: contacts.id });
    return made.length;
  }

  /** Of some companies' keys, those that the account's contacts have. */
  async #known(user: User, keys: readonly string[]): Promise<Set<string>> {
    const found = await this.database
      .select({ key: contacts.partyKey })
      .from(contacts)
      .where(and(ofAccount(user), inArray(contacts.partyKey, [...keys])));
    return new Set(found.flatMap(({ key }) => key ?? []));
  }

  /** All of them in the order of the list, some at a time, so that other calls come in between. */
  async *all(user: User): AsyncGenerator<ContactFields[]> {
    let last: Pick<Row, 'companyKey' | 'id'> | undefined;
    do {
      const some: Row[] = await this.database
        .select()
        .from(contacts)
        .where(
          and(
            ofAccount(user),
            last && sql`(${contacts.companyKey}, ${contacts.id}) > (${last.companyKey}, ${last.id})`,
          ),
        )
        .orderBy(asc(contacts.companyKey), asc(contacts.id))
        .limit(ROWS_AT_ONCE);
      last = some.length < ROWS_AT_ONCE ? undefined : some.at(-1);
      yield some;
    } while (last);
  }

  /**
   * A page of the account's contacts, by company name, and how many there are.
   *
   * @throws PortalError NOT_YOURS when a single one is asked for that is made up or another account's
   */
  async list(
    user: User,
    page: Page,
    { contains: text = '', tag, id }: Only = {},
  ): Promise<{ contacts: Contact[]; total: number }> {
    const narrowed = and(
      text === '' ? undefined : contains(contacts.companyKey, companyKey(text)),
      tag === undefined ? undefined : arrayContains(contacts.tags, [tag]),
      id === undefined ? undefined : byUuid(contacts.id, id),
    );
    const where = and(ofAccount(user), narrowed);
    const total = narrowed ? await countAtMost(this.database, contacts, where) : await this.#held(user);
    if (id !== undefined && total !== 1) throw new PortalError('NOT_YOURS');
    const order = [asc(contacts.companyKey), asc(contacts.id)];
    const ids = this.database
      .select({ id: contacts.id })
      .from(contacts)
      .where(where)
      .orderBy(...order)
      .limit(page.size)
      .offset(page.number * page.size);
    const found = await this.database
      .select({ contact: contacts, maker: MAKER })
      .from(contacts)
      .leftJoin(users, eq(users.id, contacts.createdBy))
      .where(inArray(contacts.id, ids))
      .orderBy(...order);
    const present = ({ contact, maker }: (typeof found)[number]): Contact => ({
      ...contact,
      createdBy: maker,
      mayChange: mayChange(user, contact),
    });
    return { contacts: found.map(present), total };
  }

  /** How many there are. */
  async #held(user: User): Promise<number> {
    const [all] = await this.database
      .select({ count: contactCounts.count })
      .from(contactCounts)
      .where(and(eq(contactCounts.ownerId, ownerOf(user)), eq(contactCounts.tag, EVERY_CONTACT)));
    return all?.count ?? 0;
  }

  /** The tags that the account's contacts have, in their order. */
  async tags(user: User): Promise<string[]> {
    const had = and(gt(contactCounts.count, 0), ne(contactCounts.tag, EVERY_CONTACT));
    const found = await this.database
      .select({ tag: contactCounts.tag })
      .from(contactCounts)
      .where(and(eq(contactCounts.ownerId, ownerOf(user)), had))
      .orderBy(contactCounts.tag)
      .limit(LIMITS.tagsOffered);
    return found.map(({ tag }) => tag);
  }

  /**
   * Changes all that is kept of a company.
   *
   * @param revision the one that the person saw when they made their change
   * @returns the revision that came of it
   * @throws PortalError NOT_YOURS, MAKER_ONLY, CHANGED_MEANWHILE, or DUPLICATE_CONTACT where another contact has the name
   */
  async update(user: User, id: string, revision: number, fields: ContactFields): Promise<number> {
    return this.#change(user, id, isNull(contacts.removedAt), (kept) => {
      mustBeChangeable(user, kept, revision);
      return { ...fields, ...keysOf(fields), revision: revision + 1 };
    });
  }

  /** @throws PortalError NOT_YOURS or MAKER_ONLY */
  async remove(user: User, id: string): Promise<void> {
    await this.#change(user, id, isNull(contacts.removedAt), (kept) => {
      mustBeChangeable(user, kept);
      return { removedAt: this.now() };
    });
  }

  /**
   * Puts back what was removed; one that is there stays.
   *
   * @throws PortalError NOT_YOURS, also where it was removed too long ago, MAKER_ONLY or DUPLICATE_CONTACT
   */
  async restore(user: User, id: string): Promise<void> {
    const since = new Date(this.now().getTime() - LIMITS.undoHours * HOUR_MS);
    await this.#change(user, id, or(isNull(contacts.removedAt), gt(contacts.removedAt, since)), (kept) => {
      mustBeChangeable(user, kept);
      return { removedAt: null };
    });
  }

  /** Notes how many records of a contact a person sees now. @returns how many they had seen, and when; undefined where they never looked */
  async noteShipments(
    user: User,
    thingId: string,
    totalRecords: number,
  ): Promise<{ totalRecords: number; lookedAt: Date } | undefined> {
    const [before] = await this.database
      .select({ totalRecords: looks.totalRecords, lookedAt: looks.lookedAt })
      .from(looks)
      .where(and(eq(looks.userId, user.id), eq(looks.thingId, thingId)));
    const set = { totalRecords, lookedAt: this.now() };
    await this.database
      .insert(looks)
      .values({ ...set, userId: user.id, thingId })
      .onConflictDoUpdate({ target: [looks.userId, looks.thingId], set });
    return before;
  }

  /** Changes a contact that nobody else changes meanwhile, and answers with its revision. */
  async #change(user: User, id: string, there: SQL | undefined, change: (kept: Row) => Partial<Row>): Promise<number> {
    const mine = and(byUuid(contacts.id, id), eq(contacts.ownerId, ownerOf(user)), there);
    try {
      return await this.database.transaction(async (transaction) => {
        const [kept] = await transaction.select().from(contacts).where(mine).for('update');
        if (!kept) throw new PortalError('NOT_YOURS');
        const changed = { ...kept, ...change(kept) };
        await transaction.update(contacts).set(changed).where(eq(contacts.id, id));
        return changed.revision;
      });
    } catch (error) {
      throw isUniqueViolation(error) ? new PortalError('DUPLICATE_CONTACT') : error;
    }
  }
}

type Row = typeof contacts.$inferSelect;

/** What is given beside a contact: what it has empty and may be filled in, and what differs. Further tags are filled in. */
function beside(kept: ContactFields, given: ContactFields, may: boolean) {
  const filled: Partial<ContactFields> = {};
  const fields: Differing['fields'] = [];
  const known = new Set(kept.tags.map((tag) => tag.toLowerCase()));
  const tags = [...kept.tags, ...given.tags.filter((tag) => !known.has(tag.toLowerCase()))];
  for (const field of FILLED_FIELDS) {
    const [was, is] = [textOf(kept[field]), textOf(field === 'tags' ? tags : given[field])];
    if (is === '' || is === was) continue;
    if (may && field === 'tags' && tags.length <= LIMITS.tags) filled.tags = tags;
    else if (may && field !== 'tags' && was === '') filled[field] = is;
    else fields.push({ field, kept: was, given: textOf(given[field]) });
  }
  return { filled, fields };
}

const textOf = (value: string | string[] | null) => (Array.isArray(value) ? value.join('; ') : (value ?? ''));

const keysOf = ({ companyName }: Pick<ContactFields, 'companyName'>) => ({
  companyKey: companyKey(companyName),
  partyKey: contactKey(companyName),
});

/**
 * Gives contacts from before there were keys of parties theirs. Where an account kept one party twice, the first has it, and the others
 * one that nothing else has: nobody loses a contact.
 */
export async function keyContacts(database: Database): Promise<void> {
  const unkeyed = await database
    .select({ id: contacts.id, companyName: contacts.companyName })
    .from(contacts)
    .where(isNull(contacts.partyKey))
    .orderBy(asc(contacts.createdAt), asc(contacts.id));
  for (const { id, companyName } of unkeyed) {
    const give = (partyKey: string) =>
      database
        .update(contacts)
        .set({ partyKey })
        .where(and(eq(contacts.id, id), isNull(contacts.partyKey)));
    const key = contactKey(companyName);
    await give(key).catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      return give(`${key} ${id}`);
    });
  }
}

/** What the account keeps; what was removed is not there. */
const ofAccount = (user: User) => and(eq(contacts.ownerId, ownerOf(user)), isNull(contacts.removedAt));
