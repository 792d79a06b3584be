import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { looks } from '../database/schema.js';
import type { User } from '../users/user.js';

/** What people have seen of their account's contacts: records that came since are new to them. */
export class LastSeen {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /** Notes how many records of a contact a person sees now. @returns how many they had seen, and when; undefined where they never looked */
  async note(
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
}
