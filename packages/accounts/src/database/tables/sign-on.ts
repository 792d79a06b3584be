import { boolean, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { moment } from './columns.js';
import { ofPerson, users } from './people.js';

/** The provider (OpenID Connect) at which the people of a main account sign in. */
export const signOns = pgTable('sign_ons', {
  ownerId: integer('owner_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** As it spells itself. */
  issuer: text('issuer').notNull(),
  clientId: text('client_id').notNull(),
  /** What the portal shows the provider, sealed; null for a public client. */
  clientSecret: text('client_secret'),
  /** No sub-user signs in otherwise. */
  enforced: boolean('enforced').notNull(),
  /** Of the provider's groups, the one whose members may come in; null for all. */
  groupName: text('group_name'),
  /** Its addresses count though it says nothing of having verified them. */
  trustsAddresses: boolean('trusts_addresses').notNull(),
  createdAt: moment('created_at').notNull(),
});

const ofSignOn = () =>
  integer('owner_id')
    .notNull()
    .references(() => signOns.ownerId, { onDelete: 'cascade' });

/** What the addresses of an account's people end in. A domain is one account's. */
export const signOnDomains = pgTable('sign_on_domains', {
  domain: text('domain').primaryKey(),
  ownerId: ofSignOn(),
});

/** As whom a provider knows a person. */
export const signOnLinks = pgTable(
  'sign_on_links',
  {
    userId: ofPerson('user_id').primaryKey(),
    ownerId: ofSignOn(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    linkedAt: moment('linked_at').notNull(),
  },
  (table) => [unique('sign_on_links_subject').on(table.ownerId, table.issuer, table.subject)],
);

/** A browser that was sent to a provider, good for one return. All that it is to bring back follows from its secret, of which only the hash is kept. */
export const signOnTries = pgTable('sign_on_tries', {
  secretHash: text('secret_hash').primaryKey(),
  ownerId: ofSignOn(),
  /** "Keep me logged in". */
  kept: boolean('kept').notNull(),
  /** The provider was told to ask who it is, even of somebody whom it knows. */
  fresh: boolean('fresh').notNull(),
  expiresAt: moment('expires_at').notNull(),
});
