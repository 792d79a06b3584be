import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { sha256 } from '../access/secrets.js';
import type { Caller } from '../access/session.js';
import type { Database } from '../database/database.js';
import { apiKeys, exportTickets, recordExports, sessions } from '../database/schema.js';
import type { RecordExport } from './export.js';

/** How long an address from which a file can be fetched is good, in milliseconds. */
const TICKET_MS = 60_000;

/** Secrets that fetch files of exports: a browser sends no token with a download. */
export class ExportTickets {
  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  /** A secret that fetches the file of an export once, within a minute and while the session or the key that asks for it stands. */
  async give({ user, sessionId, apiKey }: Pick<Caller, 'user' | 'sessionId' | 'apiKey'>, { id }: RecordExport) {
    const secret = randomBytes(32).toString('base64url');
    const ticket = apiKey ? `${secret}.${apiKey.id}` : secret;
    const now = this.now();
    await this.database.delete(exportTickets).where(lt(exportTickets.expiresAt, now));
    await this.database.insert(exportTickets).values({
      ticketHash: sha256(ticket),
      exportId: id,
      personId: user.id,
      sessionId: apiKey ? null : sessionId,
      expiresAt: new Date(now.getTime() + TICKET_MS),
    });
    return ticket;
  }

  /** The export and the person of a ticket, which is used up by that; undefined where it is none, was used, or its session or key has ended. */
  async redeem(ticket: string): Promise<{ made: RecordExport; personId: number } | undefined> {
    const [used] = await this.database
      .delete(exportTickets)
      .where(and(eq(exportTickets.ticketHash, sha256(ticket)), gt(exportTickets.expiresAt, this.now())))
      .returning();
    if (!used || !(await this.#stands(used.sessionId, ticket.split('.')[1]))) return undefined;
    const [made] = await this.database.select().from(recordExports).where(eq(recordExports.id, used.exportId));
    return made && { made, personId: used.personId };
  }

  async #stands(sessionId: string | null, keyId = ''): Promise<boolean> {
    if (sessionId === null)
      return (await this.database.$count(apiKeys, and(eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)))) > 0;
    return (await this.database.$count(sessions, and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))) > 0;
  }
}
