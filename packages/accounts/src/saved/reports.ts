import { randomBytes, randomUUID } from 'node:crypto';
import { DAY_MS, type KeptBlock, PortalError, REPORT_LIMITS } from '@tidewaiter/contract';
import { and, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm';
import { sha256 } from '../access/secrets.js';
import type { Database, Transaction } from '../database/database.js';
import { reports, users } from '../database/schema.js';
import { byUuid } from '../database/uuid.js';
import { ownerOf, type User } from '../users/user.js';
import { MAKER, type Maker, mustBeChangeable } from './saved-items.js';

export type Report = typeof reports.$inferSelect & { maker: Maker | null };

/** A report without what is in it. */
export type ReportWithoutBlocks = Omit<Report, 'blocks'> & { blocks: number };

/** Documents of accounts, which its people share. */
export class Reports {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /** The account's reports, the one that was changed last first. */
  async list(user: User): Promise<ReportWithoutBlocks[]> {
    const { blocks, ...columns } = getTableColumns(reports);
    const found = await this.database
      .select({ ...columns, blocks: sql<number>`jsonb_array_length(${blocks})`, maker: MAKER })
      .from(reports)
      .leftJoin(users, eq(users.id, reports.createdBy))
      .where(eq(reports.ownerId, ownerOf(user)))
      .orderBy(desc(reports.changedAt), desc(reports.id));
    return found;
  }

  /**
   * Begins a report.
   *
   * @returns its id
   * @throws PortalError REPORTS_FULL
   */
  async create(user: User, name: string): Promise<string> {
    const [id, ownerId, now] = [randomUUID(), ownerOf(user), this.now()];
    return this.database.transaction(async (transaction) => {
      // Whoever makes one of the account's waits for who does so already, so that there are never more than there may be.
      await transaction.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('update');
      const held = await transaction.$count(reports, eq(reports.ownerId, ownerId));
      if (held >= REPORT_LIMITS.reports) throw new PortalError('REPORTS_FULL');
      await transaction
        .insert(reports)
        .values({ id, ownerId, name, blocks: [], changedAt: now, createdAt: now, createdBy: user.id });
      return id;
    });
  }

  /** @throws PortalError NOT_YOURS where it is made up, another account's or gone */
  async find(user: User, id: string, database: Database | Transaction = this.database): Promise<Report> {
    const [found] = await database
      .select({ ...getTableColumns(reports), maker: MAKER })
      .from(reports)
      .leftJoin(users, eq(users.id, reports.createdBy))
      .where(and(byUuid(reports.id, id), eq(reports.ownerId, ownerOf(user))));
    if (!found) throw new PortalError('NOT_YOURS');
    return found;
  }

  /** A report that a person may change. @throws PortalError NOT_YOURS, MAKER_ONLY or CHANGED_MEANWHILE */
  async changeable(user: User, id: string, revision?: number): Promise<Report> {
    const report = await this.find(user, id);
    mustBeChangeable(user, report, revision);
    return report;
  }

  /**
   * Changes a report to what comes out of looking at it, while nobody else changes it.
   *
   * @param revision the one that the person saw; without it, whatever is there is changed
   * @returns its revision after that
   * @throws PortalError NOT_YOURS, MAKER_ONLY, CHANGED_MEANWHILE or REPORT_FULL
   */
  async change(
    user: User,
    id: string,
    revision: number | undefined,
    change: (report: Report) => { name?: string; blocks: KeptBlock[] },
  ): Promise<number> {
    return this.database.transaction(async (transaction) => {
      await transaction.select({ id: reports.id }).from(reports).where(byUuid(reports.id, id)).for('update');
      const report = await this.find(user, id, transaction);
      mustBeChangeable(user, report, revision);
      const changed = change(report);
      if (JSON.stringify(changed.blocks).length > REPORT_LIMITS.reportLetters) throw new PortalError('REPORT_FULL');
      const next = report.revision + 1;
      await transaction
        .update(reports)
        .set({ ...changed, revision: next, changedAt: this.now() })
        .where(eq(reports.id, report.id));
      return next;
    });
  }

  /**
   * Makes the link by which anybody reads a report for some days, in the place of the one before.
   *
   * @param note what its readers are told of it
   * @returns the secret that the link ends in, which is kept nowhere
   * @throws PortalError NOT_YOURS or MAKER_ONLY
   */
  async share(user: User, id: string, { days, note }: { days: number; note: string }) {
    const report = await this.changeable(user, id);
    const secret = randomBytes(32).toString('base64url');
    const link = {
      linkHash: sha256(secret),
      linkEndsAt: new Date(this.now().getTime() + days * DAY_MS),
      linkNote: note,
    };
    await this.database.update(reports).set(link).where(eq(reports.id, report.id));
    return { secret, endsAt: link.linkEndsAt };
  }

  /** Ends the link of a report. @throws PortalError NOT_YOURS or MAKER_ONLY */
  async unshare(user: User, id: string): Promise<void> {
    const report = await this.changeable(user, id);
    const link = { linkHash: null, linkEndsAt: null, linkNote: null };
    await this.database.update(reports).set(link).where(eq(reports.id, report.id));
  }

  /** The report that a link shows, and the main account that it is of. @throws PortalError LINK_EXPIRED */
  async byLink(secret: string): Promise<{ report: typeof reports.$inferSelect; owner: User }> {
    const [shared] = await this.database
      .select({ report: reports, owner: users })
      .from(reports)
      .innerJoin(users, eq(users.id, reports.ownerId))
      .where(and(eq(reports.linkHash, sha256(secret)), gt(reports.linkEndsAt, this.now()), isNull(users.disabledAt)));
    if (!shared) throw new PortalError('LINK_EXPIRED');
    return shared;
  }

  /** Removes a report for good. @throws PortalError NOT_YOURS or MAKER_ONLY */
  async remove(user: User, id: string): Promise<void> {
    const report = await this.changeable(user, id);
    await this.database.delete(reports).where(eq(reports.id, report.id));
  }
}
