import { randomUUID } from 'node:crypto';
import { DRAFT_LIMITS, MESSAGES, OperatorError } from '@tidewaiter/contract';
import { and, desc, eq, getTableColumns, inArray, lt, ne, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/database.js';
import { loadDrafts } from '../database/schema.js';
import type { DraftState } from '../database/tables/loading.js';
import { byUuid } from '../database/uuid.js';
import type { Foundation } from '../webhooks/foundation.js';

export type LoadDraft = typeof loadDrafts.$inferSelect;

/** The kind of job that reads a draft's file, to look at it or to load it. */
export const DRAFT_JOB = 'load draft';

/** What such a job is about: the draft as it stood when it was asked for. */
export interface DraftPayload {
  draft: string;
  revision: number;
  /** Whether what looks wrong is published all the same. */
  accept: boolean;
}

/** What changes of a draft when somebody says something of it. */
type Said = Partial<Pick<LoadDraft, 'answers' | 'name'>>;

/** Loads that operators prepare. Their files lie elsewhere. */
export class LoadDrafts {
  constructor(private readonly deps: Foundation) {}

  /**
   * Begins a draft for a file that is to be sent, or finds the one that was begun for it.
   *
   * @throws OperatorError where too many wait
   */
  async begin(
    file: Pick<LoadDraft, 'file' | 'bytes' | 'modified'> & { answers?: readonly unknown[] },
  ): Promise<LoadDraft> {
    const same = and(
      eq(loadDrafts.file, file.file),
      eq(loadDrafts.bytes, file.bytes),
      eq(loadDrafts.modified, file.modified),
      ne(loadDrafts.state, 'LOADED'),
    );
    return this.deps.database.transaction(async (transaction) => {
      const waiting = await transaction.$count(loadDrafts, ne(loadDrafts.state, 'LOADED'));
      const [known] = await transaction.select().from(loadDrafts).where(same);
      if (known && file.answers?.length)
        await transaction
          .update(loadDrafts)
          .set({ answers: file.answers })
          .where(and(eq(loadDrafts.id, known.id), eq(loadDrafts.state, 'SENDING')));
      if (known) return known;
      if (waiting >= DRAFT_LIMITS.files)
        throw new OperatorError(`${DRAFT_LIMITS.files} files wait already. Load some of them, or discard them.`);
      const at = this.deps.now();
      const [made] = await transaction
        .insert(loadDrafts)
        .values({ id: randomUUID(), ...file, createdAt: at, changedAt: at })
        .onConflictDoNothing()
        .returning();
      if (made) {
        await this.deps.audit.write(
          { event: 'LOAD_FILE_SENT', details: { draft: made.id, file: made.file } },
          transaction,
        );
        return made;
      }
      const [other] = await transaction.select().from(loadDrafts).where(same);
      if (!other) throw new OperatorError(MESSAGES.noSuchDraft);
      return other;
    });
  }

  /** Those that wait for somebody before those that are loaded, the latest first. */
  async list(): Promise<Omit<LoadDraft, 'found' | 'answers'>[]> {
    const { found: _found, answers: _answers, ...listed } = getTableColumns(loadDrafts);
    return this.deps.database
      .select(listed)
      .from(loadDrafts)
      .orderBy(sql`${loadDrafts.state} = 'LOADED'`, desc(loadDrafts.createdAt), desc(loadDrafts.id))
      .limit(DRAFT_LIMITS.files * 2);
  }

  /** @throws OperatorError where there is none */
  async get(id: string): Promise<LoadDraft> {
    const [found] = await this.deps.database.select().from(loadDrafts).where(byUuid(loadDrafts.id, id));
    if (!found) throw new OperatorError(MESSAGES.noSuchDraft);
    return found;
  }

  /** Counts bytes that have come. @returns false where somebody else has sent them meanwhile */
  async received({ id, received }: LoadDraft, upTo: number): Promise<boolean> {
    const changed = await this.deps.database
      .update(loadDrafts)
      .set({ received: upTo, changedAt: this.deps.now() })
      .where(and(eq(loadDrafts.id, id), eq(loadDrafts.received, received), eq(loadDrafts.state, 'SENDING')))
      .returning({ id: loadDrafts.id });
    return changed.length > 0;
  }

  /**
   * Has a draft looked at, anew where something is said of it.
   *
   * @throws OperatorError where somebody else was quicker
   */
  async look(draft: Pick<LoadDraft, 'id' | 'revision'>, said: Said = {}): Promise<void> {
    await this.deps.database.transaction((transaction) =>
      this.#begin(transaction, draft, ['SENDING', 'OPEN', 'FAILED'], { state: 'LOOKING', ...said }, false),
    );
  }

  /** Has a draft loaded that was looked at. @throws OperatorError where somebody else was quicker */
  async load(draft: LoadDraft, accept: boolean): Promise<void> {
    await this.deps.database.transaction(async (transaction) => {
      await this.#begin(transaction, draft, ['OPEN'], { state: 'LOADING' }, accept);
      const details = { draft: draft.id, file: draft.file, accept };
      await this.deps.audit.write({ event: 'LOAD_ASKED', details }, transaction);
    });
  }

  /** Writes down what a job has found. Nothing happens where something else was said meanwhile. */
  async ended(
    { draft, revision }: DraftPayload,
    end: Partial<Pick<LoadDraft, 'state' | 'found' | 'error' | 'loadId'>>,
    transaction: Database | Transaction = this.deps.database,
  ): Promise<void> {
    await transaction
      .update(loadDrafts)
      .set({ error: null, ...end, changedAt: this.deps.now() })
      .where(
        and(
          eq(loadDrafts.id, draft),
          eq(loadDrafts.revision, revision),
          inArray(loadDrafts.state, ['LOOKING', 'LOADING']),
        ),
      );
  }

  /** @throws OperatorError where there is none, or it is being loaded */
  async discard(id: string): Promise<void> {
    const draft = await this.get(id);
    await this.deps.database.transaction(async (transaction) => {
      const removed = await transaction
        .delete(loadDrafts)
        .where(and(eq(loadDrafts.id, id), ne(loadDrafts.state, 'LOADING')))
        .returning();
      if (removed.length === 0) throw new OperatorError(MESSAGES.draftIsLoading);
      const details = { draft: id, file: draft.file };
      await this.deps.audit.write({ event: 'LOAD_DISCARDED', details }, transaction);
    });
    await this.deps.jobs.cancel(keyOf(draft));
  }

  /** Removes those that nobody has touched for long. @returns their ids */
  async expire(olderThan: Date): Promise<string[]> {
    const removed = await this.deps.database
      .delete(loadDrafts)
      .where(and(lt(loadDrafts.changedAt, olderThan), ne(loadDrafts.state, 'LOADING')))
      .returning({ id: loadDrafts.id });
    return removed.map(({ id }) => id);
  }

  /** The job of a draft's latest revision, where there is one. */
  async progressOf(draft: Pick<LoadDraft, 'id' | 'revision'>) {
    return this.deps.jobs.find(keyOf(draft));
  }

  async #begin(
    transaction: Transaction,
    { id, revision }: Pick<LoadDraft, 'id' | 'revision'>,
    from: DraftState[],
    change: Said & { state: DraftState },
    accept: boolean,
  ): Promise<void> {
    const next = revision + 1;
    const changed = await transaction
      .update(loadDrafts)
      .set({ ...change, revision: next, error: null, changedAt: this.deps.now() })
      .where(and(eq(loadDrafts.id, id), eq(loadDrafts.revision, revision), inArray(loadDrafts.state, from)))
      .returning({ id: loadDrafts.id });
    if (changed.length === 0) throw new OperatorError(MESSAGES.draftHasChanged);
    const payload: DraftPayload = { draft: id, revision: next, accept };
    await this.deps.jobs.enqueue({ key: keyOf({ id, revision: next }), kind: DRAFT_JOB, payload }, transaction);
  }
}

const keyOf = ({ id, revision }: Pick<LoadDraft, 'id' | 'revision'>) => `${DRAFT_JOB} ${id} ${revision}`;
