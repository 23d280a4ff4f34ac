/** The metrics of a response, from times taken at the stream reader and token counts of the stream. */
import type { ChunkEffect, ModelResponse } from "../conversation/model-response.ts";

/** Milliseconds since the request was sent, read from a monotonic clock before any display throttling. */
export type StreamTimings = {
  headers?: number;
  /** First chunk with text, reasoning, a refusal or a tool call. */
  firstToken?: number;
  /** Last such chunk. */
  lastToken?: number;
  reasoningStart?: number;
  /** First chunk of visible content after reasoning, or the end of the response. */
  reasoningEnd?: number;
  end?: number;
};

/** Records the times that a chunk at `at` sets. */
export function recordTime(timings: StreamTimings, { content, reasoning }: ChunkEffect, at: number): void {
  if (!content && !reasoning) return;
  timings.firstToken ??= at;
  timings.lastToken = at;
  if (reasoning) timings.reasoningStart ??= at;
  if (content && timings.reasoningStart !== undefined) timings.reasoningEnd ??= at;
}

export type Metrics = {
  timeToFirstToken?: number;
  /** Output tokens divided by the time from the first to the last of them. */
  tokensPerSecond?: number;
  inputTokens?: number;
  outputTokens?: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
  totalTime?: number;
  /** True while the output count is estimated as characters / 4, because the stream has none. */
  estimated: boolean;
};

export function measure(answer: ModelResponse, timings: StreamTimings): Metrics {
  // An upstream without counts may be translated to a count of zero.
  const counted = answer.usage?.outputTokens || undefined;
  const outputTokens = counted ?? estimateTokens(answer);
  const { firstToken, lastToken } = timings;
  const seconds = firstToken !== undefined && lastToken !== undefined ? (lastToken - firstToken) / 1000 : 0;
  return {
    timeToFirstToken: firstToken,
    // Under 50 ms the whole response came at once: a rate would be noise. An image's tokens come at once.
    tokensPerSecond:
      seconds > 0.05 && outputTokens && !answer.choices.some(({ files }) => files?.length)
        ? outputTokens / seconds
        : undefined,
    inputTokens: answer.usage?.inputTokens || undefined,
    outputTokens,
    cachedTokens: answer.usage?.cachedTokens || undefined,
    cacheWriteTokens: answer.usage?.cacheWriteTokens || undefined,
    reasoningTokens: answer.usage?.reasoningTokens || undefined,
    totalTime: timings.end,
    estimated: counted === undefined,
  };
}

function estimateTokens(answer: ModelResponse): number | undefined {
  let characters = 0;
  for (const choice of answer.choices) {
    characters += choice.text.length + choice.reasoning.length + choice.refusal.length;
    for (const call of choice.toolCalls) characters += call.name.length + call.arguments.length;
  }
  return characters === 0 ? undefined : Math.ceil(characters / 4);
}

/** Formats "412 ms", "38.9 s", "2 min 5 s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Formats the time of "Thought for 7 s": whole seconds, never zero. */
export function formatThinkingTime(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Formats "12,310". Without `Intl`: its first formatter takes a phone's browser 15 ms, often while a page hydrates. */
export function formatCount(count: number): string {
  return String(Math.round(count * 1000) / 1000).replace(/(?<!\.\d*)\B(?=(?:\d{3})+(?!\d))/g, ",");
}

/** Formats "640 B", "12.4 KB", "3.1 MB", "10.7 GB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} KB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
