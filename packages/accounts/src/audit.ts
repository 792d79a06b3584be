import { desc, eq } from 'drizzle-orm';
import type { Database, Transaction } from './database/database.js';
import { auditLog } from './database/schema.js';
import type { AuditEvent } from './database/tables/audit-log.js';

export type AuditEntry = typeof auditLog.$inferSelect;

/** What is written down of an act; whoever writes within a transaction loses the entry with it. */
export interface AuditedAct {
  event: AuditEvent;
  subjectId?: number | null;
  actorId?: number | null;
  address?: string;
  details?: Record<string, unknown>;
}

/** The record of what was done to accounts. */
export class Audit {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  async write(act: AuditedAct, transaction: Database | Transaction = this.database): Promise<void> {
    await transaction.insert(auditLog).values({ ...act, createdAt: this.now() });
  }

  /** The latest entries, newest first, of one person or of all. */
  async latest(limit: number, subjectId?: number): Promise<AuditEntry[]> {
    return this.database
      .select()
      .from(auditLog)
      .where(subjectId === undefined ? undefined : eq(auditLog.subjectId, subjectId))
      .orderBy(desc(auditLog.id))
      .limit(limit);
  }
}
