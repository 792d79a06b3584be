import { OperatorError } from '@tidewaiter/contract';
import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import { savedMappings } from '../database/schema.js';
import type { Audit } from '../site/audit.js';

/** One version of a saved mapping; `mapping` is its file. */
export type SavedMapping = typeof savedMappings.$inferSelect;

/** Names that are kept, and versions of one of them: more than any operator has sources. A load looks at so many of them all. */
const MOST = { names: 2000, versions: 500, followed: 1000 } as const;

/** Mappings that the operator has confirmed or was given, by name and version. */
export class SavedMappings {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly now: () => Date,
  ) {}

  /** The latest version of each name, by name. */
  async latest(): Promise<SavedMapping[]> {
    return this.database
      .selectDistinctOn([savedMappings.name])
      .from(savedMappings)
      .orderBy(savedMappings.name, desc(savedMappings.version));
  }

  /** All versions, the last saved first: a file of former months is read as it was then. */
  async all(): Promise<SavedMapping[]> {
    return this.database.select().from(savedMappings).orderBy(desc(savedMappings.savedAt)).limit(MOST.followed);
  }

  /** All versions of a name, the latest first. @throws OperatorError where there is none */
  async versionsOf(name: string): Promise<SavedMapping[]> {
    const found = await this.database
      .select()
      .from(savedMappings)
      .where(eq(savedMappings.name, name))
      .orderBy(desc(savedMappings.version));
    if (found.length === 0)
      throw new OperatorError(`There is no saved mapping ${name}. \`mapping list\` has their names.`);
    return found;
  }

  /**
   * Saves a mapping as the next version of its name. What is the latest already makes no other.
   *
   * @returns the version that it has
   * @throws OperatorError where there are too many
   */
  async save(saved: Pick<SavedMapping, 'name' | 'mapping' | 'hash' | 'origin'>): Promise<number> {
    return this.database.transaction(async (transaction) => {
      // Two who save under one name at once come one after the other.
      await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('saved_mappings'))`);
      const [latest] = await transaction
        .select()
        .from(savedMappings)
        .where(eq(savedMappings.name, saved.name))
        .orderBy(desc(savedMappings.version))
        .limit(1);
      if (latest?.hash === saved.hash) return latest.version;
      const version = (latest?.version ?? 0) + 1;
      const [names] = await transaction
        .select({ count: sql<number>`count(distinct ${savedMappings.name})::integer` })
        .from(savedMappings);
      if (version > MOST.versions || (!latest && (names?.count ?? 0) >= MOST.names))
        throw new OperatorError('There are too many saved mappings. Remove some that no file follows any more.');
      await transaction.insert(savedMappings).values({ ...saved, version, savedAt: this.now() });
      const { name, origin } = saved;
      await this.audit.write({ event: 'MAPPING_SAVED', details: { name, version, origin } }, transaction);
      return version;
    });
  }

  /** Removes a name with all of its versions. Loads keep what they were read by. @throws OperatorError where there is none */
  async remove(name: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const removed = await transaction.delete(savedMappings).where(eq(savedMappings.name, name)).returning();
      if (removed.length === 0)
        throw new OperatorError(`There is no saved mapping ${name}. \`mapping list\` has their names.`);
      await this.audit.write({ event: 'MAPPING_REMOVED', details: { name, versions: removed.length } }, transaction);
    });
  }
}
