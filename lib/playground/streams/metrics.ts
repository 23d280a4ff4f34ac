/** The numbers under an answer, from times taken at the stream reader and counts taken from the wire. */
import type { AnswerSnapshot, ChunkEffect } from "../conversation/answer.ts";

/** Milliseconds since the request was sent, read from a monotonic clock before any display throttling. */
export type StreamTimings = {
  headers?: number;
  /** First chunk with text, reasoning, a refusal or a tool call. */
  firstToken?: number;
  /** Latest such chunk. */
  lastToken?: number;
  reasoningStart?: number;
  /** First chunk of visible content after reasoning, or the end of the answer. */
  reasoningEnd?: number;
  end?: number;
};

/** Writes down what a chunk that came at this time has begun or ended. */
export function noteTime(timings: StreamTimings, { content, reasoning }: ChunkEffect, at: number): void {
  if (!content && !reasoning) return;
  timings.firstToken ??= at;
  timings.lastToken = at;
  if (reasoning) timings.reasoningStart ??= at;
  if (content && timings.reasoningStart !== undefined) timings.reasoningEnd ??= at;
}

export type Metrics = {
  timeToFirstToken?: number;
  /** Output tokens over the time from the first to the last of them. */
  tokensPerSecond?: number;
  inputTokens?: number;
  outputTokens?: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  reasoningTokens?: number;
  totalTime?: number;
  /** True while the output count is characters / 4, for want of a count from the wire. */
  estimated: boolean;
};

export function measure(answer: AnswerSnapshot, timings: StreamTimings): Metrics {
  // An upstream that counts nothing may be translated to one that counts zero.
  const counted = answer.usage?.outputTokens || undefined;
  const outputTokens = counted ?? estimateTokens(answer);
  const { firstToken, lastToken } = timings;
  const seconds = firstToken !== undefined && lastToken !== undefined ? (lastToken - firstToken) / 1000 : 0;
  return {
    timeToFirstToken: firstToken,
    // Under 50 ms everything came in one lump: a rate would be noise. A picture's tokens come at once.
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

function estimateTokens(answer: AnswerSnapshot): number | undefined {
  let characters = 0;
  for (const choice of answer.choices) {
    characters += choice.text.length + choice.reasoning.length + choice.refusal.length;
    for (const call of choice.toolCalls) characters += call.name.length + call.arguments.length;
  }
  return characters === 0 ? undefined : Math.ceil(characters / 4);
}

/** "412 ms", "38.9 s", "2 min 5 s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** "Thought for 7 s": whole seconds, never zero. */
export function formatThinkingTime(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** `toLocaleString` would make a new one for each number: rows of events are written by the hundred a second. */
const COUNTS = new Intl.NumberFormat("en");

/** "12,310". */
export function formatCount(count: number): string {
  return COUNTS.format(count);
}

/** "640 B", "12.4 KB", "3.1 MB", "10.7 GB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} KB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
