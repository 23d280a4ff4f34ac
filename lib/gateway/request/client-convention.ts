/** Reads a client's dialect from its own headers, where a path serves several (wire-formats §0.1, §7.2). */
import { dialects } from "#lib/dialects/all-dialects.ts";
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";

export type Convention = "openai" | "anthropic" | "google";

const DIALECTS: Record<Convention, Dialect> = {
  openai: dialects["openai-chat"],
  anthropic: dialects["anthropic-messages"],
  google: dialects["google-generate"],
};
const GOOGLE_MARKS = ["x-goog-api-key", "x-provider-api-key", "x-goog-api-client"];

export function detectConvention({ path, headers, query }: HttpRequest): Convention {
  if (/^\/(?:v1beta|upload)\//.test(path)) return "google";
  if (headers["anthropic-version"] !== undefined || headers["provider-version"] !== undefined) return "anthropic";
  const isGoogle = GOOGLE_MARKS.some((name) => headers[name] !== undefined) || /(?:^|&)key=/.test(query);
  return isGoogle ? "google" : "openai";
}

/** Returns the dialect whose error envelope the client reads. */
export function detectClientDialect(request: HttpRequest): Dialect {
  return DIALECTS[detectConvention(request)];
}
