/** Attributes of the GenAI semantic conventions of OpenTelemetry, version 1.41.0. */
import type { Attributes } from "@opentelemetry/api";
import { LRUCache } from "lru-cache";
import type { Usage } from "#lib/canonical/part.ts";
import type { AttemptFacts } from "#lib/gateway/request/tracing.ts";
import { TELEMETRY_LIMITS } from "../limits.ts";
import type { Series } from "./histograms.ts";

/** Names that the conventions give the vendors, by the hosts of their APIs; the id of the upstream for all others. */
const PROVIDERS: Readonly<Record<string, string>> = {
  "api.openai.com": "openai",
  "api.anthropic.com": "anthropic",
  "generativelanguage.googleapis.com": "gcp.gemini",
  "aiplatform.googleapis.com": "gcp.vertex_ai",
  "api.cohere.com": "cohere",
  "api.deepseek.com": "deepseek",
  "api.groq.com": "groq",
  "api.mistral.ai": "mistral_ai",
  "api.perplexity.ai": "perplexity",
  "api.x.ai": "x_ai",
};
const OPERATIONS: Readonly<Record<string, string>> = {
  "openai-chat": "chat",
  "openai-responses": "chat",
  "anthropic-messages": "chat",
  "openai-embeddings": "embeddings",
  "google-embeddings": "embeddings",
};

/** Attributes of all attempts at one model. */
export type AttemptAttributes = {
  /** Attributes of spans. */
  shared: Attributes;
  /** The same in metrics, without and with the type of the tokens. */
  series: Series;
  inputTokens: Series;
  outputTokens: Series;
};

/** @param redact redacts secrets in the name of the model, which a client may have made up */
export function createAttemptDescriber(redact: (text: string) => string): (facts: AttemptFacts) => AttemptAttributes {
  const known = new LRUCache<string, AttemptAttributes>({ max: TELEMETRY_LIMITS.models });
  /** The next attempt is nearly always at the same model. */
  let last: (AttemptedModel & { attributes: AttemptAttributes }) | undefined;
  return (facts) => {
    if (last && isSameModel(last, facts)) return last.attributes;
    const { dialect, upstream, model } = facts;
    const key = `${dialect} ${upstream}/${model}`;
    let attributes = known.get(key);
    if (!attributes) {
      const shared = describeAttempt({ ...facts, model: redact(model) });
      const series = { key: JSON.stringify(shared), attributes: shared };
      attributes = {
        ...{ shared, series },
        inputTokens: narrowSeries(series, "gen_ai.token.type", "input"),
        outputTokens: narrowSeries(series, "gen_ai.token.type", "output"),
      };
      known.set(key, attributes);
    }
    last = { dialect, upstream, model, attributes };
    return attributes;
  };
}

type AttemptedModel = Pick<AttemptFacts, "dialect" | "upstream" | "model">;

function isSameModel(one: AttemptedModel, other: AttemptedModel): boolean {
  return one.model === other.model && one.upstream === other.upstream && one.dialect === other.dialect;
}

/** Returns the series with one more attribute. */
export function narrowSeries({ key, attributes }: Series, name: string, value: string): Series {
  return { key: `${key} ${name} ${value}`, attributes: { ...attributes, [name]: value } };
}

function describeAttempt({ dialect, upstream, origin, model }: AttemptFacts): Attributes {
  const { hostname, port, protocol } = origin === undefined ? {} : new URL(origin);
  return {
    "gen_ai.operation.name": OPERATIONS[dialect] ?? "generate_content",
    "gen_ai.provider.name": (hostname && PROVIDERS[hostname]) ?? upstream,
    "gen_ai.request.model": model,
    ...(hostname && {
      "server.address": hostname,
      "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
    }),
  };
}

/** Names of each parameter in the APIs: of a field of the request, or of Google's `generationConfig`. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  "gen_ai.request.max_tokens": ["max_completion_tokens", "max_tokens", "max_output_tokens", "maxOutputTokens"],
  "gen_ai.request.temperature": ["temperature"],
  "gen_ai.request.top_p": ["top_p", "topP"],
  "gen_ai.request.top_k": ["top_k", "topK"],
  "gen_ai.request.frequency_penalty": ["frequency_penalty", "frequencyPenalty"],
  "gen_ai.request.presence_penalty": ["presence_penalty", "presencePenalty"],
  "gen_ai.request.seed": ["seed"],
  "gen_ai.request.choice.count": ["n", "candidateCount"],
};

/** Returns the parameters of a request that are numbers. */
export function describeParameters(wire: object): Attributes {
  const { generationConfig, ...fields } = wire as Record<string, unknown> & { generationConfig?: object | null };
  const given: Record<string, unknown> = { ...fields, ...generationConfig };
  const attributes: Attributes = {};
  for (const [attribute, names] of Object.entries(PARAMETERS)) {
    const value = names.map((name) => given[name]).find((one) => typeof one === "number");
    if (value !== undefined && !(attribute === "gen_ai.request.choice.count" && value === 1)) {
      attributes[attribute] = value as number;
    }
  }
  return attributes;
}

export function describeUsage(usage: Usage | undefined): Attributes {
  return {
    "gen_ai.usage.input_tokens": usage?.inputTokens,
    "gen_ai.usage.output_tokens": usage?.outputTokens,
    "gen_ai.usage.cache_read.input_tokens": usage?.cachedInputTokens,
    "gen_ai.usage.cache_creation.input_tokens": usage?.cacheWriteInputTokens,
  };
}
