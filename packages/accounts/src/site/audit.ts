import { DAY_MS, HOUR_MS } from '@tidewaiter/contract';
import { and, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Page, Transaction } from '../database/database.js';
import { contains, countAtMost } from '../database/lists.js';
import { auditLog, users } from '../database/schema.js';
import type { AuditEvent } from '../database/tables/site.js';
import { actingAs } from './acting-as.js';
import { countedAddress } from './network-address.js';

export type AuditEntry = typeof auditLog.$inferSelect;

/** An entry with the addresses of whom it is about and of who did it, where they are known and have not been erased. */
type NamedEntry = AuditEntry & Record<'email' | 'actor', string | null>;

/** What is written down of an act; whoever writes within a transaction loses the entry with it. */
export interface AuditedAct {
  event: AuditEvent;
  subjectId?: number | null;
  actorId?: number | null;
  address?: string;
  details?: Record<string, unknown>;
}

/** What was refused to somebody: a sign-in, or a call that is not theirs to make. */
export interface Refusal {
  event: 'LOGIN_REFUSED' | 'FACTOR_REFUSED' | 'SIGN_ON_REFUSED' | 'FORBIDDEN';
  /** Whose account was tried, or who called; null where an address has no account. */
  subjectId: number | null;
  actorId?: number;
  address: string;
  details: Record<string, string>;
}

/** Who acted: who runs the portal on its screen acts as "person 4". */
const ACTOR = sql`coalesce(${auditLog.actorId}, substring(${auditLog.operator} from '^person ([0-9]+)$')::integer)`;

/** Which entries are asked for: all that is said must hold. */
export interface AskedEntries {
  subjectId?: number | undefined;
  /** A text in the act, or in the name or address of whom it is about or who did it. */
  sought?: string | undefined;
  /** Days of UTC, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** Where details name somebody by an address. The trigger of the table knows them too: they may be taken out of an entry, and nothing else. */
export const ADDRESSES_IN_DETAILS = ['email', 'from', 'to'] as const;

/** Different refusals of an hour that are written down, of each event. */
const REFUSALS_LISTED = 500;

/** How often something was refused within the hour: each refusal by what is the same in its repetitions, or all that are not listed. */
type Counts = Map<string, number>;

const UNLISTED = 'unlisted';

const isPowerOfTen = (count: number) => /^10*$/.test(String(count));

/** The record of what was done to accounts. */
export class Audit {
  readonly #refusals: Record<Refusal['event'], Counts> = {
    LOGIN_REFUSED: new Map(),
    FACTOR_REFUSED: new Map(),
    SIGN_ON_REFUSED: new Map(),
    FORBIDDEN: new Map(),
  };
  #hourBegan = 0;

  constructor(
    private readonly database: Database,
    private readonly now: () => Date,
  ) {}

  async write(act: AuditedAct, transaction: Database | Transaction = this.database): Promise<void> {
    await transaction.insert(auditLog).values({ ...act, operator: actingAs.getStore(), createdAt: this.now() });
  }

  /**
   * Writes a refusal down, bounded, since entries stay for good and anybody can be refused: of the same one the first of an hour, the
   * tenth, the hundredth and so on, and of others than the first 500 of an hour only how many there were, in the same steps. Whether
   * an address has an account makes no difference, so that the time of an answer does not tell it.
   */
  async refused({ details, ...refusal }: Refusal): Promise<void> {
    const now = this.now().getTime();
    // The clock may be turned back, too.
    if (Math.abs(now - this.#hourBegan) >= HOUR_MS) {
      for (const counts of Object.values(this.#refusals)) counts.clear();
      this.#hourBegan = now;
    }
    const counts = this.#refusals[refusal.event];
    const { subjectId, address } = refusal;
    const same = JSON.stringify([subjectId, countedAddress(address), details]);
    const isListed = counts.has(same) || counts.size < REFUSALS_LISTED;
    const times = (counts.get(isListed ? same : UNLISTED) ?? 0) + 1;
    counts.set(isListed ? same : UNLISTED, times);
    if (!isPowerOfTen(times)) return;
    if (isListed) await this.write({ ...refusal, details: times === 1 ? details : { ...details, times } });
    else await this.write({ event: 'REFUSALS_UNLISTED', details: { of: refusal.event, times } });
  }

  /** A page of the entries that are asked for, newest first, with the addresses of those whom they are about and who did it. */
  async page({ number, size }: Page, asked: AskedEntries = {}): Promise<{ entries: NamedEntry[]; total: number }> {
    const actors = alias(users, 'actors');
    const where = this.#where(asked);
    const found = await this.database
      .select({ entry: auditLog, email: users.email, actor: actors.email })
      .from(auditLog)
      .leftJoin(users, and(eq(users.id, auditLog.subjectId), isNull(users.erasedAt)))
      .leftJoin(actors, and(eq(actors.id, ACTOR), isNull(actors.erasedAt)))
      .where(where)
      .orderBy(desc(auditLog.id))
      .limit(size)
      .offset(number * size);
    const entries = found.map(({ entry, ...named }) => ({ ...entry, ...named }));
    return { entries, total: await countAtMost(this.database, auditLog, where) };
  }

  /** The latest entries that are asked for, newest first. */
  async latest(limit: number, asked: AskedEntries = {}): Promise<AuditEntry[]> {
    return this.database.select().from(auditLog).where(this.#where(asked)).orderBy(desc(auditLog.id)).limit(limit);
  }

  /** When the newest backup in a place was made, by whichever portal of these accounts; undefined where none was. */
  async lastBackupIn(where: string): Promise<string | undefined> {
    const [last] = await this.database
      .select({ at: sql<string>`${auditLog.details} ->> 'at'` })
      .from(auditLog)
      .where(and(eq(auditLog.event, 'BACKED_UP'), sql`${auditLog.details} ->> 'where' = ${where}`))
      .orderBy(desc(auditLog.id))
      .limit(1);
    return last?.at;
  }

  #where({ subjectId, sought, from, to }: AskedEntries): SQL | undefined {
    const people = (text: string) =>
      this.database
        .select({ id: users.id })
        .from(users)
        .where(and(contains(users.email, text), isNull(users.erasedAt)));
    return and(
      subjectId === undefined ? undefined : eq(auditLog.subjectId, subjectId),
      sought
        ? or(
            contains(auditLog.event, sought.replaceAll(' ', '_')),
            contains(auditLog.operator, sought),
            inArray(auditLog.subjectId, people(sought)),
            inArray(ACTOR, people(sought)),
          )
        : undefined,
      from === undefined ? undefined : gte(auditLog.createdAt, new Date(from)),
      to === undefined ? undefined : lt(auditLog.createdAt, new Date(Date.parse(to) + DAY_MS)),
    );
  }
}
