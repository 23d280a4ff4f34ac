/** Spans of requests: one of the request itself, and one of each attempt at an upstream. */
import {
  type Attributes,
  type Context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { AttemptFacts, RequestSpan, TracedRequest, Tracing } from "#lib/gateway/request/tracing.ts";
import { AttemptSpan } from "./attempt-span.ts";
import { type AttemptAttributes, describeParameters } from "./gen-ai-attributes.ts";
import type { GenAiMetrics } from "./gen-ai-metrics.ts";
import { describeCall } from "./message-content.ts";
import type { TraceStart, TraceStarter } from "./trace-starter.ts";

export type SpanTerms = {
  /** Absent when no spans are exported. */
  tracing: { tracer: Tracer; starter: TraceStarter } | undefined;
  metrics: GenAiMetrics | undefined;
  /** Writes `traceparent` and `tracestate`; absent when they are not passed on. */
  propagator: TextMapPropagator | undefined;
  describeAttempt: (facts: AttemptFacts) => AttemptAttributes;
  /** Redacts secrets in names that a client made up. */
  redact: (text: string) => string;
  /** True to export prompts and responses. */
  capturesContent: boolean;
};

const SETTER = {
  set(headers: Record<string, string>, name: string, value: string) {
    headers[name] = value;
  },
};
const NO_TRACE = "0".repeat(32);

export function beginRequestSpan(
  terms: SpanTerms,
  { headers }: Parameters<Tracing["beginRequest"]>[0],
  log: TracedRequest,
): RequestSpan {
  const { tracing } = terms;
  const start = tracing?.starter.start(headers);
  if (!tracing || !start?.isSampled) return new GatewaySpan(terms, { start, now: monotonic });
  // One clock for all spans of a request, as precise as `performance.now` and not older than the request.
  const offset = Date.now() - performance.now();
  const now = () => offset + performance.now();
  const method = log.method ?? "_OTHER";
  const span = tracing.tracer.startSpan(
    log.path === null ? method : `${method} ${log.path}`,
    {
      kind: SpanKind.SERVER,
      startTime: now() - log.elapsed(),
      attributes: {
        "http.request.method": method,
        // Not the path itself, which may have a signature.
        ...(log.path === null ? {} : { "http.route": log.path }),
      },
    },
    start.parent,
  );
  return new GatewaySpan(terms, { start, recording: { span, context: trace.setSpan(start.parent, span) }, now });
}

/** A request without spans has no times of the day to tell. */
const monotonic = () => performance.now();

type Recording = { span: Span; context: Context };

class GatewaySpan implements RequestSpan {
  readonly traceId: string;
  readonly isSampled: boolean;
  private readonly terms: SpanTerms;
  /** Absent when no spans are exported. */
  private readonly start: TraceStart | undefined;
  /** Absent for a request that is not sampled. */
  private readonly recording: Recording | undefined;
  /** Returns milliseconds: by the clock for a request that is sampled. */
  private readonly now: () => number;
  /** Attempt whose outcome is not final. */
  private last: AttemptSpan | undefined;
  private attributes: AttemptAttributes | undefined;

  constructor(
    terms: SpanTerms,
    { start, recording, now }: { start: TraceStart | undefined; recording?: Recording; now: () => number },
  ) {
    this.terms = terms;
    this.start = start;
    this.recording = recording;
    this.now = now;
    this.isSampled = recording !== undefined;
    this.traceId = start?.traceId ?? NO_TRACE;
  }

  observe(facts: AttemptFacts): { begin(): AttemptSpan } {
    const attributes = this.terms.describeAttempt(facts);
    this.attributes = attributes;
    return {
      begin: () => {
        this.last?.settle(undefined);
        this.last = this.beginAttempt(facts, attributes);
        return this.last;
      },
    };
  }

  failAttempt(status: number): void {
    this.last?.settle(undefined, String(status));
  }

  end(log: TracedRequest): void {
    const { metrics } = this.terms;
    const { outcome, failure, upstream, lane, usage } = log;
    const status = outcome?.status ?? 0;
    const isFailed = status >= 400;
    this.last?.settle(usage, isFailed ? (failure?.code ?? String(status)) : undefined);
    if (!isFailed && lane !== null && log.stream && log.firstByteMs !== undefined && this.attributes) {
      metrics?.recordFirstToken(this.attributes.series, log.firstByteMs / 1_000);
    }
    const { recording } = this;
    if (!recording) return;
    const { span } = recording;
    span.setAttributes({
      "http.response.status_code": status,
      "parlance.request.id": this.terms.redact(log.id),
      ...(lane === null ? {} : { "parlance.lane": lane }),
      ...(upstream === null ? {} : { "parlance.provider": upstream }),
      ...(log.keyId === null ? {} : { "parlance.key.id": log.keyId }),
      ...(isFailed ? { "error.type": failure?.code ?? String(status) } : {}),
    });
    // A client's mistake is no error of the server, by the conventions of HTTP.
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(this.now());
  }

  private beginAttempt(facts: AttemptFacts, attributes: AttemptAttributes): AttemptSpan {
    const { tracing, metrics, propagator, redact, capturesContent } = this.terms;
    const { start, recording, now } = this;
    if (!tracing || !recording) {
      const headers = tracing && start ? tracing.starter.writeUnsampled(start) : NO_HEADERS;
      return new AttemptSpan({ facts, attributes, headers, span: undefined, metrics, redact: undefined, now });
    }
    const span = this.startSpan(tracing.tracer, recording, facts, attributes.shared);
    const headers: Record<string, string> = {};
    propagator?.inject(trace.setSpan(recording.context, span), headers, SETTER);
    const redactContent = capturesContent ? redact : undefined;
    return new AttemptSpan({ facts, attributes, headers, span, metrics, redact: redactContent, now });
  }

  private startSpan(tracer: Tracer, { context }: Recording, facts: AttemptFacts, attributes: Attributes): Span {
    const { redact, capturesContent } = this.terms;
    const { wire, stream, isBuiltIn, readCall } = facts;
    return tracer.startSpan(
      `${attributes["gen_ai.operation.name"]} ${attributes["gen_ai.request.model"]}`,
      {
        kind: isBuiltIn ? SpanKind.INTERNAL : SpanKind.CLIENT,
        startTime: this.now(),
        attributes: {
          ...attributes,
          ...(stream ? { "gen_ai.request.stream": true } : {}),
          ...(wire ? describeParameters(wire) : {}),
          ...(capturesContent && readCall ? describePrompt(readCall, redact) : {}),
        },
      },
      context,
    );
  }
}

const NO_HEADERS: Record<string, string> = {};

function describePrompt(readCall: NonNullable<AttemptFacts["readCall"]>, redact: (text: string) => string): Attributes {
  try {
    return describeCall(readCall(), redact);
  } catch {
    // A request that its upstream will refuse.
    return {};
  }
}
