import { integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment } from '../columns.js';
import { users } from './users.js';

/** A company that an account remembers, once: `companyKey` is what two names are compared by. */
export const contacts = pgTable(
  'contacts',
  {
    id: uuid('id').primaryKey(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyName: text('company_name').notNull(),
    companyKey: text('company_key').notNull(),
    address: text('address'),
    mobile: text('mobile'),
    email: text('email'),
    website: text('website'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('contacts_company').on(table.ownerId, table.companyKey)],
);
