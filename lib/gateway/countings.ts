/** Counting the tokens of a prompt, in each convention that has a route for it (wire-formats §2.7, §3.7, §4.7). */
import { parseCountTokensRequest } from "#lib/dialects/anthropic-messages/index.ts";
import type { Dialect, RouteParameters, WireRequest } from "#lib/dialects/dialect.ts";
import { parseCountTokens } from "#lib/dialects/google-generate/index.ts";
import { dialects } from "./dialects.ts";

export type Counting = {
  dialect: Dialect;
  /** Appended to an upstream's base URL. */
  upstreamPath(model: string): string;
  /** @throws GatewayError 400 that names the field and what is expected */
  parse(json: unknown, parameters: RouteParameters): WireRequest;
  write(tokens: number): Record<string, unknown>;
};

export const countings = {
  "openai-responses": {
    dialect: dialects["openai-responses"],
    upstreamPath: () => "/responses/input_tokens",
    parse: (json) => dialects["openai-responses"].parseRequest(json),
    write: (tokens) => ({ object: "response.input_tokens", input_tokens: tokens }),
  },
  "anthropic-messages": {
    dialect: dialects["anthropic-messages"],
    upstreamPath: () => "/messages/count_tokens",
    parse: (json) => parseCountTokensRequest(json) as WireRequest,
    write: (tokens) => ({ input_tokens: tokens }),
  },
  "google-generate": {
    dialect: dialects["google-generate"],
    upstreamPath: (model) => `/${/^tunedModels\//.test(model) ? "" : "models/"}${model}:countTokens`,
    parse: (json, parameters) => parseCountTokens(json, parameters),
    write: (tokens) => ({ totalTokens: tokens, promptTokensDetails: [{ modality: "TEXT", tokenCount: tokens }] }),
  },
} satisfies Record<string, Counting>;
