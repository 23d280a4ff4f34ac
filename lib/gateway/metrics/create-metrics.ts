/** Figures of requests by API, lane, provider and model, with bounded labels. */
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { UsagePrices } from "#lib/contract/usage-cost.ts";
import type { MeasuredRequest, RequestMetrics } from "#lib/gateway/request/metrics.ts";
import { METRIC_LIMITS } from "../limits.ts";
import { findTargetPrices } from "../routing/admit-models.ts";
import { tryResolve } from "../routing/resolve-model.ts";
import { addStateMetrics, type MeasuredState } from "./add-state-metrics.ts";
import { UnpricedUsage } from "./unpriced-usage.ts";

/** Seconds; those of the GenAI semantic conventions of OpenTelemetry, version 1.38, for durations of operations. */
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKENS_PER_SECOND = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000];

const MODEL_LABELS = ["api", "lane", "provider", "model"] as const;

export function createMetrics(state: MeasuredState): RequestMetrics {
  const register = new Registry();
  if (state.settings.worker !== undefined) register.setDefaultLabels({ worker: String(state.settings.worker) });
  const shared = { registers: [register] };
  collectDefaultMetrics({ register });
  addStateMetrics(register, state);
  const requests = new Counter({
    ...{ name: "parlance_requests_total", help: "Finished requests.", ...shared },
    labelNames: [...MODEL_LABELS, "status"],
  });
  const errors = new Counter({
    ...{ name: "parlance_errors_total", help: "Failed requests, by who refused or failed.", ...shared },
    labelNames: ["source", "code", "status"],
  });
  const attempts = new Counter({
    ...{ name: "parlance_route_attempts_total", help: "Requests to the models of routes.", ...shared },
    labelNames: ["model", "status"],
  });
  const firstByte = new Histogram({
    ...{ name: "parlance_first_byte_seconds", help: "Time to the first byte of successful responses.", ...shared },
    ...{ labelNames: MODEL_LABELS, buckets: SECONDS },
  });
  const duration = new Histogram({
    ...{ name: "parlance_request_seconds", help: "Time to the last byte of successful responses.", ...shared },
    ...{ labelNames: MODEL_LABELS, buckets: SECONDS },
  });
  const speed = new Histogram({
    ...{ name: "parlance_output_tokens_per_second", help: "Speed of responses after their first byte.", ...shared },
    ...{ labelNames: ["provider", "model"], buckets: TOKENS_PER_SECOND },
  });
  const tokens = new Counter({
    ...{ name: "parlance_tokens_total", help: "Tokens of prompts and responses.", ...shared },
    labelNames: ["provider", "model", "type"],
  });
  const costs = new Counter({
    ...{
      name: "parlance_cost_usd_total",
      help: "Cost in US dollars without videos, where prices are known.",
      ...shared,
    },
    labelNames: ["model"],
  });
  const byKey = new Counter({
    ...{ name: "parlance_key_requests_total", help: "Finished requests of a key.", ...shared },
    labelNames: ["key"],
  });
  const limitsHit = new Counter({
    ...{ name: "parlance_limits_hit_total", help: "Requests that a limit or budget of a key refused.", ...shared },
    labelNames: ["limit"],
  });
  const models = new LabelCap(METRIC_LIMITS.models);
  const targets = new LabelCap(METRIC_LIMITS.models);
  const keys = new LabelCap(METRIC_LIMITS.keys);
  const unpriced = new UnpricedUsage();

  async function findPrices(model: string): Promise<UsagePrices | undefined> {
    const resolved = tryResolve(model, state);
    return resolved && (await findTargetPrices(resolved));
  }

  function recordSuccess(request: MeasuredRequest, labels: Record<(typeof MODEL_LABELS)[number], string>): void {
    const totalMs = request.elapsed();
    const { firstByteMs = totalMs, usage } = request;
    firstByte.observe(labels, firstByteMs / 1_000);
    duration.observe(labels, totalMs / 1_000);
    const { provider, model } = labels;
    const writtenMs = totalMs - firstByteMs;
    // A response that came as a whole says nothing of its model's speed.
    if (usage?.outputTokens && writtenMs > METRIC_LIMITS.leastWriteMs) {
      speed.observe({ provider, model }, (usage.outputTokens * 1_000) / writtenMs);
    }
  }

  function recordTokens({ usage }: MeasuredRequest, labels: { provider: string; model: string }): void {
    if (!usage) return;
    const counts = {
      input: usage.inputTokens,
      cached_input: usage.cachedInputTokens,
      cache_write: usage.cacheWriteInputTokens,
      output: usage.outputTokens,
      reasoning: usage.reasoningTokens,
    };
    for (const [type, count] of Object.entries(counts)) if (count) tokens.inc({ ...labels, type }, count);
  }

  function recordFailure({ failure, upstream }: MeasuredRequest, status: number): void {
    const code = failure?.code ?? "";
    errors.inc({ source: failure?.source ?? (upstream === null ? "gateway" : "upstream"), code, status });
    if (failure?.source === "gateway" && LIMIT_CODES.has(code)) limitsHit.inc({ limit: code });
  }

  return {
    record(request) {
      const { keyId, dialect, lane, upstream, target } = request;
      const status = request.outcome?.status ?? 0;
      if (keyId !== null) byKey.inc({ key: keys.of(keyId) });
      for (const attempt of request.attempts ?? []) {
        attempts.inc({ model: targets.of(attempt.model), status: attempt.status });
      }
      const labels = { api: dialect ?? "", lane: lane ?? "", provider: upstream ?? "", model: models.of(target) };
      requests.inc({ ...labels, status });
      if (target !== null && labels.model === target && status < 400) unpriced.add(target, request);
      recordTokens(request, { provider: labels.provider, model: labels.model });
      if (status >= 400 && status !== CLIENT_LEFT) recordFailure(request, status);
      else if (lane !== null && status < 400) recordSuccess(request, labels);
    },
    async render() {
      for (const { model, usd } of await unpriced.takeCosts(findPrices)) costs.inc({ model }, usd);
      return { contentType: register.contentType, text: await register.metrics() };
    },
  };
}

const CLIENT_LEFT = 499;
/** Codes of the errors of limits (`lib/contract/errors/limits.ts`). */
const LIMIT_CODES = new Set(["rate_limit_exceeded", "concurrency_exceeded", "budget_exhausted"]);

/** Bounds the values of a label. Each value is a series of its own in the process and in the monitor. */
export class LabelCap {
  private readonly known = new Set<string>();
  private readonly most: number;

  /** @param most distinct values; all further ones are `other` */
  constructor(most: number) {
    this.most = most;
  }

  /** Returns the value, or `other` when there are too many; an empty text for null. */
  of(value: string | null): string {
    if (value === null) return "";
    if (this.known.has(value)) return value;
    if (this.known.size >= this.most) return "other";
    this.known.add(value);
    return value;
  }
}
