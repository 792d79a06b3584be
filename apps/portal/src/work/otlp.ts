/** Traces by OpenTelemetry's libraries: read only where traces are wanted. */
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { newSpanId } from './trace-context.js';
import type { Traces } from './traces.js';

/** How long a collector may take for what it is sent, in milliseconds: a portal that stops waits no longer. */
const SEND_WITHIN_MS = 1_500;

const KINDS = { call: SpanKind.SERVER, statement: SpanKind.CLIENT, job: SpanKind.CONSUMER };

/**
 * Sends spans to a collector, many at a time and beside everything else; where it is away they are dropped.
 *
 * @param endpoint of the collector, below which OTLP over HTTP has its paths
 */
export function tracesTo(endpoint: URL, version: string): Traces {
  const url = `${endpoint.href.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: SEND_WITHIN_MS });
  let firstOfTrace = '';
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': 'tidewaiter', 'service.version': version }),
    ),
    // A trace bears the id of the call that it begins with.
    idGenerator: { generateTraceId: () => firstOfTrace, generateSpanId: newSpanId },
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: SEND_WITHIN_MS })],
  });
  const tracer = provider.getTracer('tidewaiter', version);
  return {
    begin(kind, name, { traceId, spanId, sampled = true }, facts = {}) {
      firstOfTrace = traceId;
      const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
      const parent =
        spanId === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags });
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: facts }, parent);
      const { spanId: own, traceFlags: flags } = span.spanContext();
      return {
        context: { traceId, spanId: own, sampled: (flags & TraceFlags.SAMPLED) !== 0 },
        end(facts, hasFailed) {
          span.setAttributes(facts);
          if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    // What cannot be sent any more is dropped.
    close: () => provider.shutdown().catch(() => {}),
  };
}
