/** Spans of requests: one of the request itself, and one of each attempt at an upstream. */
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
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

export type SpanTerms = {
  /** Absent when no spans are exported. */
  tracer: Tracer | undefined;
  metrics: GenAiMetrics | undefined;
  /** Reads and writes `traceparent` and `tracestate`; absent when they are not passed on. */
  propagator: TextMapPropagator | undefined;
  describeAttempt: (facts: AttemptFacts) => AttemptAttributes;
  /** Redacts secrets in names that a client made up. */
  redact: (text: string) => string;
  /** True to export prompts and responses. */
  capturesContent: boolean;
};

type Headers = Record<string, string | string[] | undefined>;

const GETTER = {
  keys: (headers: Headers) => Object.keys(headers),
  get: (headers: Headers, name: string) => headers[name],
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
  const { tracer, propagator } = terms;
  // One clock for all spans of a request, as precise as `performance.now` and not older than the request.
  const offset = Date.now() - performance.now();
  const now = () => offset + performance.now();
  if (!tracer) return new GatewaySpan(terms, { span: undefined, context: ROOT_CONTEXT, now });
  const parent =
    propagator && "traceparent" in headers ? propagator.extract(ROOT_CONTEXT, headers, GETTER) : ROOT_CONTEXT;
  const method = log.method ?? "_OTHER";
  const span = tracer.startSpan(
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
    parent,
  );
  return new GatewaySpan(terms, { span, context: trace.setSpan(parent, span), now });
}

class GatewaySpan implements RequestSpan {
  readonly traceId: string;
  readonly isSampled: boolean;
  private readonly terms: SpanTerms;
  private readonly span: Span | undefined;
  private readonly context: Context;
  private readonly now: () => number;
  /** Attempt whose outcome is not final. */
  private last: AttemptSpan | undefined;
  private attributes: AttemptAttributes | undefined;

  constructor(
    terms: SpanTerms,
    { span, context, now }: { span: Span | undefined; context: Context; now: () => number },
  ) {
    this.terms = terms;
    this.span = span;
    this.context = context;
    this.now = now;
    this.isSampled = span?.isRecording() ?? false;
    this.traceId = span?.spanContext().traceId ?? NO_TRACE;
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
    const { span } = this;
    if (!span || !this.isSampled) return;
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
    const { metrics, redact, capturesContent } = this.terms;
    const span = this.isSampled ? this.startSpan(facts, attributes.shared) : undefined;
    const context = span ? trace.setSpan(this.context, span) : this.context;
    const headers: Record<string, string> = {};
    if (this.span) this.terms.propagator?.inject(context, headers, SETTER);
    const redactContent = capturesContent ? redact : undefined;
    return new AttemptSpan({ facts, attributes, headers, span, metrics, redact: redactContent, now: this.now });
  }

  private startSpan(facts: AttemptFacts, attributes: Attributes): Span | undefined {
    const { tracer, redact, capturesContent } = this.terms;
    const { wire, stream, isBuiltIn, readCall } = facts;
    return tracer?.startSpan(
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
      this.context,
    );
  }
}

function describePrompt(readCall: NonNullable<AttemptFacts["readCall"]>, redact: (text: string) => string): Attributes {
  try {
    return describeCall(readCall(), redact);
  } catch {
    // A request that its upstream will refuse.
    return {};
  }
}
