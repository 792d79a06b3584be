import { type AroundTry, THE_PORTAL, workingFor } from '@tidewaiter/accounts';
import type { FastifyBaseLogger } from 'fastify';
import { newTraceId, readTraceparent } from '../work/trace-context.js';
import type { Traces } from '../work/traces.js';
import { Work } from '../work/work.js';

/** What a failure is called, by whom it was first met. Not its text, which may name a person: `jobs list` shows it. */
function kindOfFailure(error: unknown): { failure: string; response?: number } {
  if (!(error instanceof Error)) return { failure: typeof error };
  if (error.cause instanceof Error) return kindOfFailure(error.cause);
  const { code = error.name, responseCode } = error as Error & { code?: string; responseCode?: number };
  return { failure: code, ...(responseCode !== undefined && { response: responseCode }) };
}

/** Has each try of a job work in the name of the call that asked for it, and tells the log of those that fail. */
export const toldTries =
  (log: FastifyBaseLogger, traces: Traces): AroundTry =>
  async ({ id, kind, personId, tries, traceparent }, work) => {
    const asked = readTraceparent(traceparent) ?? { traceId: newTraceId() };
    const span = traces.begin('job', `job ${kind}`, asked, { job: id, tries });
    const whose = personId === null ? '' : ` of person ${personId}`;
    const own = new Work(
      `job ${id} (${kind})${whose}`,
      THE_PORTAL.account,
      span.context,
      log.child({ reqId: asked.traceId }),
      traces,
    );
    const tried = await workingFor.run(own, work).catch((error: unknown) => {
      span.end({}, true);
      throw error;
    });
    const { outcome, error } = tried;
    span.end({ outcome }, error !== undefined);
    if (error !== undefined)
      own.log.warn({ job: id, kind, tries, outcome, ...kindOfFailure(error) }, 'a try of a job failed');
    return tried;
  };
