/** RequestSeries: what finished requests with the same API, lane, provider and model add up to. */
import type { MeasuredRequest } from "#lib/gateway/request/metrics.ts";
import { METRIC_LIMITS } from "../limits.ts";
import { HistogramSeries } from "./histogram.ts";
import { LabelCap } from "./label-cap.ts";

/** Seconds; those of the GenAI semantic conventions of OpenTelemetry, version 1.38, for durations of operations. */
export const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
export const TOKENS_PER_SECOND = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000];

export type ModelLabels = { api: string; lane: string; provider: string; model: string };

export class RequestSeries {
  readonly labels: ModelLabels;
  /** Finished requests by their status. */
  readonly requests = new Map<number, number>();
  /** Tokens by their type. */
  readonly tokens = { input: 0, cached_input: 0, cache_write: 0, output: 0, reasoning: 0 };
  /** Seconds of successful responses. */
  readonly firstByte = new HistogramSeries(SECONDS);
  readonly duration = new HistogramSeries(SECONDS);
  /** Tokens per second after the first byte. */
  readonly speed = new HistogramSeries(TOKENS_PER_SECOND);

  constructor(labels: ModelLabels) {
    this.labels = labels;
  }

  addRequest(status: number, { usage }: Pick<MeasuredRequest, "usage">): void {
    this.requests.set(status, (this.requests.get(status) ?? 0) + 1);
    if (!usage) return;
    const { tokens } = this;
    tokens.input += usage.inputTokens ?? 0;
    tokens.cached_input += usage.cachedInputTokens ?? 0;
    tokens.cache_write += usage.cacheWriteInputTokens ?? 0;
    tokens.output += usage.outputTokens ?? 0;
    tokens.reasoning += usage.reasoningTokens ?? 0;
  }

  /** Adds the times of a successful response. */
  addTimes(request: Pick<MeasuredRequest, "elapsed" | "firstByteMs" | "usage">): void {
    const totalMs = request.elapsed();
    const { firstByteMs = totalMs, usage } = request;
    this.firstByte.add(firstByteMs / 1_000);
    this.duration.add(totalMs / 1_000);
    const writtenMs = totalMs - firstByteMs;
    // A response that came as a whole says nothing of its model's speed.
    if (usage?.outputTokens && writtenMs > METRIC_LIMITS.leastWriteMs) {
      this.speed.add((usage.outputTokens * 1_000) / writtenMs);
    }
  }
}

/** All series of the process. */
export class RequestSeriesTable {
  private readonly models = new LabelCap(METRIC_LIMITS.models);
  /** By the value of the label `model`: those of one model are few. */
  private readonly byModel = new Map<string, RequestSeries[]>();

  /** Returns the series of a request, which is made at its first one. */
  of({
    dialect,
    lane,
    upstream,
    target,
  }: Pick<MeasuredRequest, "dialect" | "lane" | "upstream" | "target">): RequestSeries {
    const model = this.models.of(target);
    let ofModel = this.byModel.get(model);
    if (!ofModel) {
      ofModel = [];
      this.byModel.set(model, ofModel);
    }
    const api = dialect ?? "";
    const laneName = lane ?? "";
    const provider = upstream ?? "";
    for (const series of ofModel) {
      const { labels } = series;
      if (labels.api === api && labels.lane === laneName && labels.provider === provider) return series;
    }
    const made = new RequestSeries({ api, lane: laneName, provider, model });
    ofModel.push(made);
    return made;
  }

  *[Symbol.iterator](): Generator<RequestSeries> {
    for (const ofModel of this.byModel.values()) yield* ofModel;
  }
}
