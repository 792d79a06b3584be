import { newSpanId, type TraceContext } from './trace-context.js';

/** What a span is of: a call, a statement, or a job that a call asked for. */
type SpanKind = 'call' | 'statement' | 'job';

type SpanFacts = Record<string, string | number | undefined>;

/** Something that is under way, as a part of a trace. */
export interface Span {
  /** How what follows from it names it. */
  readonly context: TraceContext;
  end(facts: SpanFacts, hasFailed: boolean): void;
}

/** Of which trace a span is, and whose child; without a parent it is the first of its trace. */
type SpanOrigin = Pick<TraceContext, 'traceId'> & Partial<TraceContext>;

export interface Traces {
  begin(kind: SpanKind, name: string, origin: SpanOrigin, facts?: SpanFacts): Span;
  /** Sends what was not sent yet. */
  close(): Promise<void>;
}

/** Records nothing. Traces of others lead through as they are: what follows is a child of whoever called. */
export const NO_TRACES: Traces = {
  begin: (_kind, _name, { traceId, spanId = newSpanId(), sampled = false }) => ({
    context: { traceId, spanId, sampled },
    end() {},
  }),
  async close() {},
};
