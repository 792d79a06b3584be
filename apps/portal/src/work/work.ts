import { type WorkingFor, workingFor } from '@tidewaiter/accounts';
import { savedQuery, searchInWords } from '@tidewaiter/contract';
import type { Asked, Pool, Question } from '@tidewaiter/records';
import type { FastifyBaseLogger } from 'fastify';
import { type TraceContext, traceparentOf } from './trace-context.js';
import { NO_TRACES, type Traces } from './traces.js';

/** Letters of a question that are told of it. */
const LETTERS_TOLD = 500;

/** A call that is answered or a job that is done, as whatever works for it finds it. */
export class Work implements WorkingFor {
  readonly traceparent: string;
  /** What is asked of the records. */
  asked: unknown;
  /** The same, opened: for who tells more of it than its answer. */
  opened: Question<Asked> | undefined;
  /** Searches that were paid for it. */
  searchesPaid = 0;
  /** How long it waited for its turn and where, in milliseconds. */
  readonly waits = new Map<Pool | 'accounts', number>();
  readonly waited = (pool: Pool | 'accounts', milliseconds: number): void => {
    this.waits.set(pool, (this.waits.get(pool) ?? 0) + milliseconds);
  };

  constructor(
    /** What it is: the call or the job. */
    private readonly name: string,
    public account: string,
    readonly context: TraceContext,
    readonly log: FastifyBaseLogger,
    private readonly traces: Traces = NO_TRACES,
  ) {
    this.traceparent = traceparentOf(context);
  }

  /** A statement of the accounts' database, as a span; those of the records are told by their engine. */
  statement(name: string): ((hasFailed: boolean) => void) | undefined {
    if (this.traces === NO_TRACES) return undefined;
    const span = this.traces.begin('statement', name, this.context, { 'db.system.name': 'postgresql' });
    return (hasFailed) => span.end({}, hasFailed);
  }

  /** What is worked on just now; undefined for what the portal does by itself. */
  static get current(): Work | undefined {
    const now = workingFor.getStore();
    return now instanceof Work ? now : undefined;
  }

  /** What it is and of whom, in words; without what is asked, which may be what does not end. */
  get told(): string {
    // Whoever is not known yet goes by a secret of theirs.
    const whose = /^\d+$/.test(this.account) ? `, of account ${this.account}` : '';
    return `${this.name}${whose} (${this.context.traceId})`;
  }

  /** How long it waited and where, as `Server-Timing` says it; empty where it waited nowhere. */
  get serverTiming(): string {
    return [...this.waits].map(([pool, milliseconds]) => `${pool};dur=${milliseconds.toFixed(1)}`).join(', ');
  }

  /** What is asked, in the words in which people read it. */
  get question(): string | undefined {
    const asked = savedQuery.safeParse(this.asked);
    return asked.success ? searchInWords(asked.data).slice(0, LETTERS_TOLD) : undefined;
  }
}
