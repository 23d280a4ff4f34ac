/** The two APIs of batches: their paths, their states and the usage in their results (wire-formats §13). */
import type { Usage } from "#lib/canonical/part.ts";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { findOpenAiDialect } from "#lib/gateway/lanes/find-openai-headers.ts";
import type { ErrorReader } from "#lib/http/error-reading.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";

export type BatchApi = {
  id: "openai" | "anthropic";
  /** Dialect in the request log. */
  dialect: string;
  /** Route, for errors. */
  route: string;
  idPrefix: string;
  /** Path below an upstream's base URL. */
  path: string;
  readError: ErrorReader;
  /** Returns the dialect whose headers the upstream takes; undefined when it has no such API. */
  headersOf(upstream: Pick<Upstream, "dialects" | "media">): string | undefined;
  hasEnded(object: Record<string, unknown>): boolean;
  /** Returns the path of the results of a batch that has ended; undefined when it has none. */
  findResults(object: Record<string, unknown>): string | undefined;
  /** Reads the usage in one line of the results. */
  readLineUsage(line: Record<string, unknown>): Usage | undefined;
  /** Reads the usage of all requests, where the description of a batch has it. */
  readTotal?(object: Record<string, unknown>): Usage | undefined;
};

const OPENAI_ENDS = new Set(["completed", "failed", "expired", "cancelled"]);
const messages = dialects["anthropic-messages"];

/** Returns the usage of a reply of any OpenAI API. */
function readOpenAiUsage(body: unknown): Usage | undefined {
  const usage = (body as { usage?: Record<string, unknown> } | undefined)?.usage;
  if (typeof usage !== "object" || usage === null) return undefined;
  const input = usage.prompt_tokens ?? usage.input_tokens;
  const output = usage.completion_tokens ?? usage.output_tokens;
  const details = (usage.prompt_tokens_details ?? usage.input_tokens_details) as
    | { cached_tokens?: unknown }
    | undefined;
  return {
    inputTokens: toCount(input),
    outputTokens: toCount(output),
    cachedInputTokens: toCount(details?.cached_tokens),
  };
}

export const openAiBatches: BatchApi = {
  ...{ id: "openai", dialect: "openai-batches", route: "/v1/batches", idPrefix: "batch_", path: "/batches" },
  readError: dialects["openai-chat"].readError,
  headersOf: findOpenAiDialect,
  hasEnded: ({ status }) => OPENAI_ENDS.has(String(status)),
  findResults: ({ output_file_id: file }) =>
    typeof file === "string" ? `/files/${encodeURIComponent(file)}/content` : undefined,
  readLineUsage: ({ response }) => readOpenAiUsage((response as { body?: unknown } | null)?.body),
  readTotal: (object) => readOpenAiUsage(object),
};

export const anthropicBatches: BatchApi = {
  ...{ id: "anthropic", dialect: "anthropic-batches", route: "/v1/messages/batches", idPrefix: "msgbatch_" },
  path: "/messages/batches",
  readError: messages.readError,
  headersOf: ({ dialects: spoken }) => (spoken.includes(messages.id) ? messages.id : undefined),
  hasEnded: ({ processing_status: status }) => status === "ended",
  findResults: ({ id, results_url: url }) =>
    typeof url === "string" ? `/messages/batches/${encodeURIComponent(String(id))}/results` : undefined,
  readLineUsage({ result }) {
    const usage = (result as { message?: { usage?: Record<string, unknown> } } | null)?.message?.usage;
    if (!usage) return undefined;
    const cached = toCount(usage.cache_read_input_tokens);
    const written = toCount(usage.cache_creation_input_tokens);
    return {
      inputTokens: toCount(usage.input_tokens) + cached + written,
      outputTokens: toCount(usage.output_tokens),
      cachedInputTokens: cached,
      cacheWriteInputTokens: written,
    };
  },
};

export const batchApis = { openai: openAiBatches, anthropic: anthropicBatches };

const toCount = (value: unknown): number => (typeof value === "number" && Number.isFinite(value) ? value : 0);
