import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from './columns.js';
import { ofPerson, users } from './people.js';

/** The provider (OpenID Connect) at which the people of a main account sign in, or those of all that have none of their own. */
export const signOns = pgTable(
  'sign_ons',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    /** The main account; null for the installation's. */
    ownerId: integer('owner_id')
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As it spells itself. */
    issuer: text('issuer').notNull(),
    clientId: text('client_id').notNull(),
    /** What the portal shows the provider, sealed; null for a public client. */
    clientSecret: text('client_secret'),
    /** Nobody of its people signs in otherwise, but for those who are to get in when it is away. */
    enforced: boolean('enforced').notNull(),
    /** Of the provider's groups, the one whose members may come in; null for all. */
    groupName: text('group_name'),
    /** Its addresses count though it says nothing of having verified them. */
    trustsAddresses: boolean('trusts_addresses').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('sign_ons_installation').on(sql`(${table.ownerId} is null)`).where(sql`${table.ownerId} is null`),
  ],
);

const ofSignOn = () =>
  integer('sign_on_id')
    .notNull()
    .references(() => signOns.id, { onDelete: 'cascade' });

/** What the addresses of a provider's people end in. A domain is one provider's; none means any, for the installation's alone. */
export const signOnDomains = pgTable('sign_on_domains', {
  domain: text('domain').primaryKey(),
  signOnId: ofSignOn(),
});

/** As whom a provider knows a person. */
export const signOnLinks = pgTable(
  'sign_on_links',
  {
    userId: ofPerson('user_id').primaryKey(),
    signOnId: ofSignOn(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    linkedAt: moment('linked_at').notNull(),
  },
  (table) => [unique('sign_on_links_subject').on(table.signOnId, table.issuer, table.subject)],
);

/** A browser that was sent to a provider, good for one return. All that it is to bring back follows from its secret, of which only the hash is kept. */
export const signOnTries = pgTable('sign_on_tries', {
  secretHash: text('secret_hash').primaryKey(),
  signOnId: ofSignOn(),
  /** "Keep me logged in". */
  kept: boolean('kept').notNull(),
  /** The provider was told to ask who it is, even of somebody whom it knows. */
  fresh: boolean('fresh').notNull(),
  expiresAt: moment('expires_at').notNull(),
});
