import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A moment, with its time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Text that is one of a list; the list is the contract's, so the type is and the database keeps text. */
export const oneOf = <Value extends string>(name: string) =>
  customType<{ data: Value; driverData: string }>({ dataType: () => 'text' })(name);
