import { desc, eq, or } from 'drizzle-orm';
import type { Database } from '../database/database.js';
import {
  apiKeys,
  auditLog,
  contacts,
  destinations,
  factors,
  findings,
  ledgerEntries,
  ownLists,
  planRequests,
  recordExports,
  reports,
  savedSearches,
  searches,
  sessions,
  signOnLinks,
  standingQuestions,
  subscriptions,
  users,
  webhooks,
  workspaces,
} from '../database/schema.js';
import type { Audit } from '../site/audit.js';
import type { User } from '../users/user.js';

/** Of each kind of thing at most so many: who has more is sent the newest. */
const MOST = 100_000;

/**
 * What is known of a person, for who asks for it as the law lets them: all that bears their number, without secrets and what is kept of
 * them, and without what is other people's.
 */
export class PersonalData {
  constructor(
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** By what it is called; each row as it is kept. */
  async of(user: User): Promise<Record<string, unknown>> {
    const { id } = user;
    const { passwordHash: _, ...profile } = user;
    const data = {
      profile,
      subscription: await this.database.select().from(subscriptions).where(eq(subscriptions.userId, id)),
      planRequests: await this.database.select().from(planRequests).where(eq(planRequests.userId, id)).limit(MOST),
      sessions: (
        await this.database
          .select()
          .from(sessions)
          .where(eq(sessions.userId, id))
          .orderBy(desc(sessions.createdAt))
          .limit(MOST)
      ).map(({ tokenHash: _token, restoreHash: _restore, ...session }) => session),
      secondFactors: await this.database
        .select({
          kind: factors.kind,
          name: factors.name,
          createdAt: factors.createdAt,
          lastUsedAt: factors.lastUsedAt,
        })
        .from(factors)
        .where(eq(factors.userId, id)),
      signOn: await this.database.select().from(signOnLinks).where(eq(signOnLinks.userId, id)),
      apiKeys: (await this.database.select().from(apiKeys).where(eq(apiKeys.userId, id))).map(
        ({ keyHash: _key, ...key }) => key,
      ),
      webhooks: (await this.database.select().from(webhooks).where(eq(webhooks.userId, id))).map(
        ({ id: webhookId, address, events, createdAt }) => ({ id: webhookId, address, events, createdAt }),
      ),
      searches: await this.database.select().from(searches).where(eq(searches.userId, id)).limit(MOST),
      workspaces: await this.database.select().from(workspaces).where(eq(workspaces.createdBy, id)).limit(MOST),
      savedSearches: await this.database
        .select()
        .from(savedSearches)
        .where(eq(savedSearches.createdBy, id))
        .limit(MOST),
      contacts: await this.database.select().from(contacts).where(eq(contacts.createdBy, id)).limit(MOST),
      reports: await this.database.select().from(reports).where(eq(reports.createdBy, id)).limit(MOST),
      ownLists: await this.database.select().from(ownLists).where(eq(ownLists.createdBy, id)).limit(MOST),
      standingQuestions: await this.database
        .select()
        .from(standingQuestions)
        .where(eq(standingQuestions.userId, id))
        .limit(MOST),
      findings: await this.database.select().from(findings).where(eq(findings.userId, id)).limit(MOST),
      destinations: (await this.database.select().from(destinations).where(eq(destinations.userId, id))).map(
        ({ secret: _secret, ...destination }) => destination,
      ),
      exports: (await this.database.select().from(recordExports).where(eq(recordExports.personId, id)).limit(MOST)).map(
        ({ ids: _ids, entitlement: _entitlement, ...made }) => made,
      ),
      ledger: await this.database.select().from(ledgerEntries).where(eq(ledgerEntries.userId, id)).limit(MOST),
      audit: await this.database
        .select()
        .from(auditLog)
        .where(or(eq(auditLog.subjectId, id), eq(auditLog.actorId, id)))
        .orderBy(desc(auditLog.id))
        .limit(MOST),
      subUsers: await this.database
        .select({ id: users.id, email: users.email })
        .from(users)
        .where(eq(users.uplineId, id)),
    };
    await this.audit.write({ event: 'PERSON_EXPORTED', subjectId: id });
    return data;
  }
}
