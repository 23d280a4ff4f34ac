/** Metrics of the GenAI semantic conventions, with their bucket boundaries. */
import type { Usage } from "#lib/canonical/part.ts";
import type { AttemptAttributes } from "./gen-ai-attributes.ts";
import type { FixedHistogram, Histograms, Series } from "./histograms.ts";

const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const FIRST_TOKEN_SECONDS = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);

export type GenAiMetrics = {
  /** Records an attempt that has ended; times in seconds. */
  recordAttempt(series: Series, attempt: { seconds: number; firstChunkSeconds: number | undefined }): void;
  recordTokens(attributes: AttemptAttributes, usage: Usage): void;
  /** Records the time from a request's arrival to the first byte of its stream. */
  recordFirstToken(series: Series, seconds: number): void;
};

export function createGenAiMetrics(histograms: Histograms): GenAiMetrics {
  const create = (name: string, description: string, unit: string, boundaries: number[]): FixedHistogram =>
    histograms.create({ name, description, unit, boundaries });
  const duration = create("gen_ai.client.operation.duration", "Duration of requests to models.", "s", SECONDS);
  const firstChunk = create(
    "gen_ai.client.operation.time_to_first_chunk",
    "Time to the first chunk of streams from models.",
    "s",
    SECONDS,
  );
  const tokens = create("gen_ai.client.token.usage", "Tokens of prompts and responses.", "{token}", TOKENS);
  const firstToken = create(
    "gen_ai.server.time_to_first_token",
    "Time from a request's arrival to the first byte of its stream.",
    "s",
    FIRST_TOKEN_SECONDS,
  );
  return {
    recordAttempt(series, { seconds, firstChunkSeconds }) {
      duration.record(seconds, series);
      if (firstChunkSeconds !== undefined) firstChunk.record(firstChunkSeconds, series);
    },
    recordTokens(attributes, usage) {
      if (usage.inputTokens !== undefined) tokens.record(usage.inputTokens, attributes.inputTokens);
      if (usage.outputTokens !== undefined) tokens.record(usage.outputTokens, attributes.outputTokens);
    },
    recordFirstToken: (series, seconds) => firstToken.record(seconds, series),
  };
}
