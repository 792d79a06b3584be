import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import {
  apiKeys,
  auditLog,
  contacts,
  destinations,
  digests,
  factorChallenges,
  factors,
  freeReads,
  jobs,
  knownBrowsers,
  looks,
  oneUseLinks,
  ownLists,
  passwordResets,
  planRequests,
  recordExports,
  recoveryCodes,
  reports,
  savedSearches,
  searches,
  sessions,
  signOnLinks,
  signOns,
  signUps,
  siteSettings,
  standingQuestions,
  subscriptions,
  users,
  webhooks,
  workspaces,
} from '../database/schema.js';
import { MAIL_JOB } from '../mail/mailer.js';
import { ADDRESSES_IN_DETAILS } from '../site/audit.js';
import type { User } from '../users/user.js';
import type { Foundation } from '../webhooks/foundation.js';
import type { SubUsers } from './sub-users.js';

/** What stands where a person's name stood: others of the account read it beside what that person did. */
const NAMELESS = { firstname: 'Former user', lastname: '', mobile: '', companyName: '', email: '' };

/** Exports whose files are to go with their account. */
type ErasedExport = typeof recordExports.$inferSelect;

/**
 * People who ask that what is known of them be erased. What a person is, has, asked and keeps goes; what bookkeeping needs stays without a
 * name: the entries of ledger and audit log, and the person's row, which those entries are about (decision 0049).
 */
export class Erasures {
  constructor(private readonly deps: Foundation & { subUsers: SubUsers }) {}

  /** Who was erased, by their ids: they are nobody's name, so that backups may keep them. */
  async ids(): Promise<number[]> {
    const found = await this.deps.database.select({ id: users.id }).from(users).where(isNotNull(users.erasedAt));
    return found.map(({ id }) => id);
  }

  /** Erases again who was erased after what was brought back was copied. @returns how many people */
  async again(ids: readonly number[]): Promise<number> {
    let people = 0;
    for (;;) {
      const [next] = await this.deps.database
        .select()
        .from(users)
        .where(and(inArray(users.id, [...ids]), isNull(users.erasedAt)))
        .orderBy(users.id)
        .limit(1);
      if (!next) return people;
      people += (await this.erase(next, 'erased before, and brought back by a restore')).people;
    }
  }

  /** Whom an erasure takes: a person, and the sub-users of a main account. */
  async whomOf(user: User, database: Database | Transaction = this.deps.database): Promise<User[]> {
    const ofAccount = or(eq(users.id, user.id), eq(users.uplineId, user.id));
    return database
      .select()
      .from(users)
      .where(and(ofAccount, isNull(users.erasedAt)))
      .orderBy(users.id)
      .for('update');
  }

  /**
   * Erases a person, with the sub-users of a main account: all of it or nothing.
   *
   * @param reason the operator's words, which stay
   * @returns how many people were erased, and the exports whose files are to go
   */
  async erase(user: User, reason: string): Promise<{ people: number; exports: ErasedExport[] }> {
    if (user.uplineId !== null) await this.deps.subUsers.takeBackPoints(user.uplineId, user);
    const erased = await this.deps.database.transaction(async (transaction) => {
      const whom = await this.whomOf(user, transaction);
      const ids = whom.map(({ id }) => id);
      const addresses = await this.#addressesOf(whom, transaction);
      await this.#eraseMail(ids, addresses, transaction);
      const opening = [
        sessions,
        apiKeys,
        oneUseLinks,
        knownBrowsers,
        factors,
        recoveryCodes,
        factorChallenges,
        signOnLinks,
      ];
      for (const table of [
        ...opening,
        webhooks,
        standingQuestions,
        destinations,
        digests,
        searches,
        freeReads,
        looks,
        planRequests,
      ])
        await transaction.delete(table).where(inArray(table.userId, ids));
      for (const table of [passwordResets, signUps])
        await transaction.delete(table).where(inArray(table.email, addresses));
      for (const table of [workspaces, savedSearches, contacts, ownLists, reports])
        await transaction.update(table).set({ createdBy: null }).where(inArray(table.createdBy, ids));
      const allowed = sql`array(select unnest(${siteSettings.allowed}) except select unnest(${textArray(addresses)}))`;
      await transaction.update(siteSettings).set({ allowed });
      const exports = user.uplineId === null ? await this.#eraseAccount(user.id, transaction) : [];
      const gone = {
        passwordHash: null,
        verifiedAt: null,
        lastVisitAt: null,
        disabledAt: this.deps.now(),
        erasedAt: this.deps.now(),
      };
      await transaction
        .update(users)
        .set({ ...NAMELESS, ...gone })
        .where(inArray(users.id, ids));
      await this.#eraseAudit(ids, addresses, transaction);
      await this.deps.audit.write(
        { event: 'ACCOUNT_ERASED', subjectId: user.id, details: { reason, people: ids.length } },
        transaction,
      );
      return { people: ids.length, exports, addresses };
    });
    await this.deps.mailer.forget(erased.addresses);
    return erased;
  }

  /**
   * Takes what was erased out of the files of the embedded engine, its log among them: it cleans up after nobody by itself. A table at a
   * time, so that others get their turns. A server has its own ways.
   */
  async vacuum(): Promise<void> {
    const { database, pool } = this.deps;
    if (pool) return;
    const { rows } = await database.execute<{ name: string }>(
      sql`select relid::regclass::text as name from pg_stat_user_tables where schemaname = 'public' and pg_relation_size(relid) > 0`,
    );
    for (const { name } of rows) await database.execute(sql.raw(`vacuum full ${name}`));
    await database.execute(sql`select pg_switch_wal()`);
    await database.execute(sql`checkpoint`);
  }

  /** The addresses that people have, and those that they had or asked for. */
  async #addressesOf(whom: readonly User[], transaction: Transaction): Promise<string[]> {
    const { rows } = await transaction.execute<{ address: string }>(sql`
      select distinct value as address from ${auditLog}, jsonb_each_text(${auditLog.details})
      where ${inArray(
        auditLog.subjectId,
        whom.map(({ id }) => id),
      )} and ${auditLog.event} like 'EMAIL_%' and key in ('from', 'to')
    `);
    return [...new Set([...whom.map(({ email }) => email), ...rows.map(({ address }) => address)])];
  }

  /** What was to be done for them, and what is still to be mailed to them. Whoever works on it loses it. */
  async #eraseMail(ids: readonly number[], addresses: readonly string[], transaction: Transaction): Promise<void> {
    const about = (key: string) => sql`${jobs.payload} -> 'about' ->> ${key}`;
    const mailed = or(
      inArray(sql`${jobs.payload} -> 'message' ->> 'to'`, addresses),
      inArray(about('email'), addresses),
      inArray(about('userId'), ids.map(String)),
    );
    await transaction
      .delete(jobs)
      .where(or(inArray(jobs.accountId, ids), inArray(jobs.personId, ids), and(eq(jobs.kind, MAIL_JOB), mailed)));
  }

  /** What is a main account's. Its exports keep their numbers until what they hold of the records is removed, as that of cancelled ones is. */
  async #eraseAccount(id: number, transaction: Transaction): Promise<ErasedExport[]> {
    for (const table of [workspaces, contacts, ownLists, reports])
      await transaction.delete(table).where(eq(table.ownerId, id));
    await transaction.delete(signOns).where(eq(signOns.ownerId, id));
    await transaction.delete(subscriptions).where(eq(subscriptions.userId, id));
    const exports = await transaction.select().from(recordExports).where(eq(recordExports.ownerId, id));
    const emptied = {
      state: 'CANCELLED',
      question: '',
      query: sql`'{}'::jsonb`,
      fileName: '',
      ids: null,
      entitlement: null,
    } as const;
    await transaction.update(recordExports).set(emptied).where(eq(recordExports.ownerId, id));
    return exports;
  }

  /** Entries stay with what happened and when; addresses of networks and of mail go out of them, which is the one change that the table's trigger lets pass. */
  async #eraseAudit(ids: readonly number[], addresses: readonly string[], transaction: Transaction): Promise<void> {
    const named = ADDRESSES_IN_DETAILS.map((key) => inArray(sql`${auditLog.details} ->> ${key}`, addresses));
    await transaction
      .update(auditLog)
      .set({ address: null, details: sql`${auditLog.details} - ${textArray(ADDRESSES_IN_DETAILS)}` })
      .where(or(inArray(auditLog.subjectId, ids), inArray(auditLog.actorId, ids), ...named));
  }
}

/** A list of texts as a bound value: a list by itself is bound as its members. */
const textArray = (texts: readonly string[]) => sql`${sql.param([...texts])}::text[]`;
