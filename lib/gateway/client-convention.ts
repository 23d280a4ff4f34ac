/** Which convention a client speaks where a path serves several: told by its own headers (wire-formats §0.1, §7.2). */
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { ExchangeRequest } from "#lib/http/exchange.ts";
import { dialects } from "./dialects.ts";

export type Convention = "openai" | "anthropic" | "google";

const DIALECTS: Record<Convention, Dialect> = {
  openai: dialects["openai-chat"],
  anthropic: dialects["anthropic-messages"],
  google: dialects["google-generate"],
};
const GOOGLE_MARKS = ["x-goog-api-key", "x-provider-api-key", "x-goog-api-client"];

export function conventionOf({ path, headers, query }: ExchangeRequest): Convention {
  if (/^\/(?:v1beta|upload)\//.test(path)) return "google";
  if (headers["anthropic-version"] !== undefined || headers["provider-version"] !== undefined) return "anthropic";
  const isGoogle = GOOGLE_MARKS.some((name) => headers[name] !== undefined) || /(?:^|&)key=/.test(query);
  return isGoogle ? "google" : "openai";
}

/** Whose envelope the client reads errors from. */
export function clientDialect(exchange: ExchangeRequest): Dialect {
  return DIALECTS[conventionOf(exchange)];
}
