/** AttemptSpan: one sending of a request to an upstream, as a span and in the metrics. */
import { type Attributes, type Span, SpanStatusCode } from "@opentelemetry/api";
import { createCollector } from "#lib/canonical/collect.ts";
import type { Part, Usage } from "#lib/canonical/part.ts";
import type { Reply } from "#lib/canonical/reply.ts";
import type { AttemptFacts } from "#lib/gateway/request/tracing.ts";
import type { AttemptFailure, ObservedAttempt } from "#lib/upstreams/attempt-observer.ts";
import { TELEMETRY_LIMITS } from "../limits.ts";
import { type AttemptAttributes, describeUsage, narrowSeries } from "./gen-ai-attributes.ts";
import type { GenAiMetrics } from "./gen-ai-metrics.ts";
import { describeReply } from "./message-content.ts";

export type AttemptOptions = {
  facts: AttemptFacts;
  attributes: AttemptAttributes;
  headers: Readonly<Record<string, string>>;
  /** Absent for a request that is not sampled. */
  span: Span | undefined;
  metrics: GenAiMetrics | undefined;
  /** Redacts secrets in the content of the response; absent when it is not exported. */
  redact: ((text: string) => string) | undefined;
  /** Returns the time in Unix milliseconds. */
  now: () => number;
};

export class AttemptSpan implements ObservedAttempt {
  readonly headers: Readonly<Record<string, string>>;
  private readonly options: AttemptOptions;
  private readonly startedAt: number;
  private firstChunkAt: number | undefined;
  private endedAt: number | undefined;
  private status: number | undefined;
  private failure: string | undefined;
  private isSettled = false;
  private chunks: Buffer[] | undefined;
  private size = 0;
  private parts: ReturnType<typeof createCollector> | undefined;

  constructor(options: AttemptOptions) {
    this.options = options;
    this.headers = options.headers;
    this.startedAt = options.now();
  }

  responded(status: number): void {
    this.status = status;
  }

  received(chunk: Uint8Array): void {
    this.firstChunkAt ??= this.options.now();
    const { span, redact } = this.options;
    if (!span || !redact || this.size >= TELEMETRY_LIMITS.responseBytes) return;
    const kept = chunk.subarray(0, TELEMETRY_LIMITS.responseBytes - this.size);
    this.size += kept.length;
    // A copy: the chunk belongs to the reader of the response.
    this.chunks ??= [];
    this.chunks.push(Buffer.from(kept));
  }

  addPart(part: Part): void {
    this.firstChunkAt ??= this.options.now();
    const { span, redact } = this.options;
    if (!span || !redact || this.size >= TELEMETRY_LIMITS.responseBytes) return;
    this.size += "text" in part && typeof part.text === "string" ? part.text.length : 0;
    this.parts ??= createCollector();
    if (part.type !== "error") this.parts.add(part);
  }

  /** The tokens of a response are known after its last byte, so that only `settle` ends the span. */
  end(failure?: AttemptFailure): void {
    if (this.endedAt !== undefined) return;
    this.endedAt = this.options.now();
    const status = failure && "status" in failure ? failure.status : this.status;
    this.status = status;
    if (failure && "error" in failure) this.failure = failure.error;
    else if (status !== undefined && status >= 400) this.failure = String(status);
    if (this.failure !== undefined) this.settle(undefined);
  }

  /**
   * Ends the span.
   * @param failure name of the error of a response that came whole and cannot be used
   */
  settle(usage: Usage | undefined, failure?: string): void {
    if (this.isSettled) return;
    this.isSettled = true;
    const endedAt = this.endedAt ?? this.options.now();
    this.endedAt = endedAt;
    const error = this.failure ?? failure;
    const { attributes, facts, metrics, span } = this.options;
    const { firstChunkAt, startedAt } = this;
    const isStream = facts.stream && firstChunkAt !== undefined && error === undefined;
    const firstChunkSeconds = isStream ? (firstChunkAt - startedAt) / 1_000 : undefined;
    const { series } = attributes;
    metrics?.recordAttempt(error === undefined ? series : narrowSeries(series, "error.type", error), {
      seconds: Math.max(0, endedAt - startedAt) / 1_000,
      firstChunkSeconds,
    });
    if (usage) metrics?.recordTokens(attributes, usage);
    if (!span) return;
    span.setAttributes({
      ...describeUsage(usage),
      "http.response.status_code": this.status,
      "gen_ai.response.time_to_first_chunk": firstChunkSeconds,
      ...this.describeContent(),
    });
    if (error !== undefined) {
      span.setAttribute("error.type", error);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(endedAt);
  }

  private describeContent(): Attributes {
    const { redact, facts } = this.options;
    try {
      const reply: Reply | undefined =
        this.parts?.reply() ?? (this.chunks ? facts.readReply?.(Buffer.concat(this.chunks)) : undefined);
      return reply && redact ? describeReply(reply, redact) : {};
    } catch {
      // An error's body, or a response that is longer than the limit.
      return {};
    }
  }
}
