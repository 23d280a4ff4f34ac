/**
 * Decides whether a request is traced before any span of it exists: the SDK makes attributes, counts and contexts also
 * for a span that nobody records, and most requests of a busy gateway are not recorded.
 */
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  type TextMapPropagator,
  trace,
} from "@opentelemetry/api";
import { type IdGenerator, RandomIdGenerator, type Sampler, SamplingDecision } from "@opentelemetry/sdk-trace";

type Headers = Record<string, string | string[] | undefined>;

export type TraceStart = {
  /** 32 hexadecimal digits; those of the client, where it sent a trace. */
  traceId: string;
  isSampled: boolean;
  /** Trace of the client. */
  parent: Context;
};

export type TraceStarter = {
  /** For the tracer: its next span without a parent gets the id that the sampler was asked with. */
  idGenerator: IdGenerator;
  /** Samplers here look at nothing but the trace's id and its parent, so that the tracer's own question has the same answer. */
  start(headers: Headers): TraceStart;
  /** Writes the headers of an attempt of a request that is not sampled (W3C Trace Context). */
  writeUnsampled(of: TraceStart): Record<string, string>;
};

const GETTER = {
  keys: (headers: Headers) => Object.keys(headers),
  get: (headers: Headers, name: string) => headers[name],
};
const NONE: Record<string, string> = {};

/** @param propagator reads `traceparent` and `tracestate`; absent when they are not passed on */
export function createTraceStarter(sampler: Sampler, propagator: TextMapPropagator | undefined): TraceStarter {
  const random = new RandomIdGenerator();
  let next: string | undefined;
  return {
    idGenerator: {
      generateTraceId() {
        const id = next ?? random.generateTraceId();
        next = undefined;
        return id;
      },
      generateSpanId: () => random.generateSpanId(),
    },
    start(headers) {
      const parent =
        propagator && "traceparent" in headers ? propagator.extract(ROOT_CONTEXT, headers, GETTER) : ROOT_CONTEXT;
      const remote = parent === ROOT_CONTEXT ? undefined : trace.getSpanContext(parent);
      const known = remote && isSpanContextValid(remote) ? remote.traceId : undefined;
      const traceId = known ?? random.generateTraceId();
      const { decision } = sampler.shouldSample(parent, traceId, "", SpanKind.SERVER, {}, []);
      const isSampled = decision === SamplingDecision.RECORD_AND_SAMPLED;
      next = isSampled && known === undefined ? traceId : undefined;
      return { traceId, isSampled, parent };
    },
    writeUnsampled({ traceId, parent }) {
      if (!propagator) return NONE;
      const traceparent = `00-${traceId}-${random.generateSpanId()}-00`;
      const tracestate = parent === ROOT_CONTEXT ? undefined : trace.getSpanContext(parent)?.traceState?.serialize();
      return tracestate ? { traceparent, tracestate } : { traceparent };
    },
  };
}
