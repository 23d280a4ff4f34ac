/**
 * Figures of requests by API, lane, provider and model, with bounded labels. A request adds to plain numbers; they
 * become metrics when they are read.
 */
import { Counter, collectDefaultMetrics, Registry } from "prom-client";
import type { UsagePrices } from "#lib/contract/usage-cost.ts";
import type { MeasuredRequest, RequestMetrics } from "#lib/gateway/request/metrics.ts";
import { METRIC_LIMITS } from "../limits.ts";
import { findTargetPrices } from "../routing/admit-models.ts";
import { tryResolve } from "../routing/resolve-model.ts";
import { addStateMetrics, type MeasuredState } from "./add-state-metrics.ts";
import { HistogramSeries, type Labels, writeHistogram } from "./histogram.ts";
import { LabelCap } from "./label-cap.ts";
import { RequestSeriesTable, SECONDS, TOKENS_PER_SECOND } from "./request-series.ts";
import { UnpricedUsage } from "./unpriced-usage.ts";

const MODEL_LABELS = ["api", "lane", "provider", "model"] as const;

const HISTOGRAMS = {
  firstByte: {
    ...{ name: "parlance_first_byte_seconds", help: "Time to the first byte of successful responses." },
    bounds: SECONDS,
  },
  duration: {
    ...{ name: "parlance_request_seconds", help: "Time to the last byte of successful responses." },
    bounds: SECONDS,
  },
  speed: {
    ...{ name: "parlance_output_tokens_per_second", help: "Speed of responses after their first byte." },
    bounds: TOKENS_PER_SECOND,
  },
} as const;

export function createMetrics(state: MeasuredState): RequestMetrics {
  const register = new Registry();
  const { worker } = state.settings;
  const ownLabels: Labels = worker === undefined ? {} : { worker: String(worker) };
  if (worker !== undefined) register.setDefaultLabels(ownLabels);
  const shared = { registers: [register] };
  collectDefaultMetrics({ register });
  addStateMetrics(register, state);
  const table = new RequestSeriesTable();
  const attempts = new Map<string, Map<number, number>>();
  const byKey = new Map<string, number>();
  const targets = new LabelCap(METRIC_LIMITS.models);
  const keys = new LabelCap(METRIC_LIMITS.keys);
  const unpriced = new UnpricedUsage();

  new Counter({
    ...{ name: "parlance_requests_total", help: "Finished requests.", ...shared },
    labelNames: [...MODEL_LABELS, "status"],
    collect() {
      this.reset();
      for (const { labels, requests } of table) {
        for (const [status, count] of requests) this.inc({ ...labels, status }, count);
      }
    },
  });
  const errors = new Counter({
    ...{ name: "parlance_errors_total", help: "Failed requests, by who refused or failed.", ...shared },
    labelNames: ["source", "code", "status"],
  });
  new Counter({
    ...{ name: "parlance_route_attempts_total", help: "Requests to the models of routes.", ...shared },
    labelNames: ["model", "status"],
    collect() {
      this.reset();
      for (const [model, statuses] of attempts) {
        for (const [status, count] of statuses) this.inc({ model, status }, count);
      }
    },
  });
  new Counter({
    ...{ name: "parlance_tokens_total", help: "Tokens of prompts and responses.", ...shared },
    labelNames: ["provider", "model", "type"],
    collect() {
      this.reset();
      for (const { labels, tokens } of table) {
        const { provider, model } = labels;
        for (const [type, count] of Object.entries(tokens)) if (count > 0) this.inc({ provider, model, type }, count);
      }
    },
  });
  const costs = new Counter({
    ...{
      name: "parlance_cost_usd_total",
      help: "Cost in US dollars without videos, where prices are known.",
      ...shared,
    },
    labelNames: ["model"],
  });
  new Counter({
    ...{ name: "parlance_key_requests_total", help: "Finished requests of a key.", ...shared },
    labelNames: ["key"],
    collect() {
      this.reset();
      for (const [key, count] of byKey) this.inc({ key }, count);
    },
  });
  const limitsHit = new Counter({
    ...{ name: "parlance_limits_hit_total", help: "Requests that a limit or budget of a key refused.", ...shared },
    labelNames: ["limit"],
  });

  async function findPrices(model: string): Promise<UsagePrices | undefined> {
    const resolved = tryResolve(model, state);
    return resolved && (await findTargetPrices(resolved));
  }

  function recordFailure({ failure, upstream }: MeasuredRequest, status: number): void {
    const code = failure?.code ?? "";
    errors.inc({ source: failure?.source ?? (upstream === null ? "gateway" : "upstream"), code, status });
    if (failure?.source === "gateway" && LIMIT_CODES.has(code)) limitsHit.inc({ limit: code });
  }

  /** The speed has fewer labels than a series: those of one provider and model are added up. */
  function listSpeeds(): Iterable<{ labels: Labels; values: HistogramSeries }> {
    const speeds = new Map<string, { labels: Labels; values: HistogramSeries }>();
    for (const { labels, speed } of table) {
      const { provider, model } = labels;
      const name = JSON.stringify([provider, model]);
      const known = speeds.get(name) ?? {
        labels: { provider, model, ...ownLabels },
        values: new HistogramSeries(TOKENS_PER_SECOND),
      };
      known.values.addAll(speed);
      speeds.set(name, known);
    }
    return speeds.values();
  }

  return {
    record(request) {
      const { keyId, lane, target } = request;
      const status = request.outcome?.status ?? 0;
      if (keyId !== null) count(byKey, keys.of(keyId));
      for (const attempt of request.attempts ?? []) countAttempt(attempts, targets.of(attempt.model), attempt.status);
      const series = table.of(request);
      series.addRequest(status, request);
      if (target !== null && series.labels.model === target && status < 400) unpriced.add(target, request);
      if (status >= 400 && status !== CLIENT_LEFT) recordFailure(request, status);
      else if (lane !== null && status < 400) series.addTimes(request);
    },
    async render() {
      for (const { model, usd } of await unpriced.takeCosts(findPrices)) costs.inc({ model }, usd);
      const { firstByte, duration, speed } = HISTOGRAMS;
      const list = (pick: "firstByte" | "duration") =>
        [...table].map((series) => ({ labels: { ...series.labels, ...ownLabels }, values: series[pick] }));
      const histograms = [
        writeHistogram(firstByte, list("firstByte")),
        writeHistogram(duration, list("duration")),
        writeHistogram(speed, listSpeeds()),
      ];
      const text = await register.metrics();
      return { contentType: register.contentType, text: `${text}\n${histograms.join("\n")}` };
    },
  };
}

const CLIENT_LEFT = 499;
/** Codes of the errors of limits (`lib/contract/errors/limits.ts`). */
const LIMIT_CODES = new Set(["rate_limit_exceeded", "concurrency_exceeded", "budget_exhausted"]);

function count<Name>(counts: Map<Name, number>, name: Name): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function countAttempt(attempts: Map<string, Map<number, number>>, model: string, status: number): void {
  let statuses = attempts.get(model);
  if (!statuses) {
    statuses = new Map();
    attempts.set(model, statuses);
  }
  count(statuses, status);
}
