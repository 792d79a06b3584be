import { randomBytes } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import { sha256 } from '../access/secrets.js';
import type { Caller } from '../access/session.js';
import type { Database } from '../database/database.js';
import { exportTickets, recordExports, sessions } from '../database/schema.js';
import type { RecordExport } from './export.js';

/** How long an address from which a file can be fetched is good, in milliseconds. */
const TICKET_MS = 60_000;

/** Secrets that fetch files of exports: a browser sends no token with a download. */
export class ExportTickets {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /** A secret that fetches the file of an export once, within a minute and while the session that asks for it stands. */
  async give({ user, sessionId }: Pick<Caller, 'user' | 'sessionId'>, { id }: RecordExport): Promise<string> {
    const ticket = randomBytes(32).toString('base64url');
    const now = this.now();
    await this.database.delete(exportTickets).where(lt(exportTickets.expiresAt, now));
    await this.database.insert(exportTickets).values({
      ticketHash: sha256(ticket),
      exportId: id,
      personId: user.id,
      sessionId,
      expiresAt: new Date(now.getTime() + TICKET_MS),
    });
    return ticket;
  }

  /** The export and the person of a ticket, which is used up by that; undefined where it is none, was used, or its session has ended. */
  async redeem(ticket: string): Promise<{ made: RecordExport; personId: number } | undefined> {
    const [used] = await this.database
      .delete(exportTickets)
      .where(and(eq(exportTickets.ticketHash, sha256(ticket)), gt(exportTickets.expiresAt, this.now())))
      .returning();
    if (!used?.sessionId) return undefined;
    const [session] = await this.database.select().from(sessions).where(eq(sessions.id, used.sessionId));
    if (!session || session.endedAt !== null) return undefined;
    const [made] = await this.database.select().from(recordExports).where(eq(recordExports.id, used.exportId));
    return made && { made, personId: used.personId };
  }
}
