import { randomUUID } from 'node:crypto';
import { asc, count, eq } from 'drizzle-orm';
import type { Database } from './database/database.js';
import { contacts } from './database/schema.js';
import { companyKey } from './name-key.js';
import type { Page } from './page.js';
import { ownerOf, type User } from './user.js';

export type Contact = typeof contacts.$inferSelect;
export type NewContact = Pick<Contact, 'companyName' | 'address' | 'mobile' | 'email' | 'website'>;

/** The companies that an account remembers; its sub-users share them, as they share its workspaces. */
export class Contacts {
  constructor(
    private readonly database: Database,
    /** Replaced in tests only. */
    private readonly now: () => Date,
  ) {}

  /** @returns whether the company was added now; one that is there already stays as it is */
  async add(user: User, contact: NewContact): Promise<boolean> {
    const [added] = await this.database
      .insert(contacts)
      .values({
        ...contact,
        id: randomUUID(),
        ownerId: ownerOf(user),
        companyKey: companyKey(contact.companyName),
        createdAt: this.now(),
      })
      .onConflictDoNothing()
      .returning({ id: contacts.id });
    return added !== undefined;
  }

  /** A page of the account's contacts, by company name, and how many there are. */
  async list(user: User, page: Page): Promise<{ contacts: Contact[]; total: number }> {
    const mine = eq(contacts.ownerId, ownerOf(user));
    const [total] = await this.database.select({ count: count() }).from(contacts).where(mine);
    const found = await this.database
      .select()
      .from(contacts)
      .where(mine)
      .orderBy(asc(contacts.companyKey))
      .limit(page.size)
      .offset(page.number * page.size);
    return { contacts: found, total: total?.count ?? 0 };
  }
}
