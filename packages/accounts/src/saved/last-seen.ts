import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { looks } from '../database/schema.js';
import type { User } from '../users/user.js';

/** What something held, and in which state of the records. */
export interface Seen {
  /** A saved search or a contact. */
  thingId: string;
  totalRecords: number;
  dataVersion: number;
}

/** What a person last saw, and since which state of the records what they saw then was new to them. */
export interface LastVisit extends Seen {
  previousVersion: number;
  lookedAt: Date;
}

/** What people have seen of what their account keeps: records that came since are new to them. */
export class LastSeen {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /** Notes what a person sees of some things now, in the place of what they saw before. */
  async note(user: User, seen: readonly Seen[]): Promise<void> {
    if (seen.length === 0) return;
    const rows = seen.map((look) => ({
      ...look,
      userId: user.id,
      previousVersion: look.dataVersion,
      lookedAt: this.now(),
    }));
    await this.database
      .insert(looks)
      .values(rows)
      .onConflictDoUpdate({
        target: [looks.userId, looks.thingId],
        set: {
          totalRecords: sql`excluded.total_records`,
          dataVersion: sql`excluded.data_version`,
          // Who looks twice at the same has not come again.
          previousVersion: sql`case when ${looks.dataVersion} = excluded.data_version
            then ${looks.previousVersion} else ${looks.dataVersion} end`,
          lookedAt: sql`excluded.looked_at`,
        },
      });
  }

  /** Forgets what people have seen of a thing that is another one now: all of them begin anew. */
  async forget(thingId: string): Promise<void> {
    await this.database.delete(looks).where(eq(looks.thingId, thingId));
  }

  /** What a person last saw of things, by their ids; of a thing that they never looked at there is nothing. */
  async of(user: User, thingIds: readonly string[]): Promise<Map<string, LastVisit>> {
    if (thingIds.length === 0) return new Map();
    const found = await this.database
      .select()
      .from(looks)
      .where(and(eq(looks.userId, user.id), inArray(looks.thingId, [...thingIds])));
    return new Map(found.map(({ userId: _, ...look }) => [look.thingId, look]));
  }
}
