/** The model list of GET /v1/models (wire-formats §0.1), with its grouping and search. */

import { readErrorResponse } from "../gateway/errors.ts";
import type { Price, UnitPrices } from "./cost.ts";

export type ModelCapability =
  | "vision"
  | "images"
  | "videos"
  | "embeddings"
  | "speech"
  | "transcription"
  | "files"
  | "tools"
  | "jsonSchema"
  | "reasoning"
  | "logprobs";

export type Model = {
  /** `<upstream>/<model>`, or an alias. */
  id: string;
  name: string;
  upstream: string;
  description?: string;
  contextWindow?: number;
  maximumOutputTokens?: number;
  /** Absent when the upstream does not report them: unknown. */
  capabilities?: Partial<Record<ModelCapability, boolean>>;
  /** Absent when unknown. */
  price?: Price;
  /** Absent for a model that is priced by tokens alone. */
  unitPrices?: UnitPrices;
  /** Model that an alias names. */
  aliasOf?: string;
  /** APIs that its provider speaks, where it is a server. */
  apiFormats?: string[];
  /** ISO date and time at which it is retired. */
  retiresAt?: string;
  /** Model to use instead of a retiring one. */
  replacedBy?: string;
};

/** An upstream whose models could not be listed, with the gateway's message. */
export type UnavailableUpstream = { upstream: string; message: string };

export type ModelCatalogue = { models: Model[]; defaultModel?: string; unavailable: UnavailableUpstream[] };

export async function fetchModels(signal?: AbortSignal): Promise<ModelCatalogue> {
  const response = await fetch("/v1/models", { credentials: "same-origin", signal });
  if (!response.ok) {
    const failure = readErrorResponse({
      status: response.status,
      headers: response.headers,
      body: await response.text(),
    });
    throw new Error(failure.message);
  }
  return readModels(await response.json());
}

type Entry = {
  id?: unknown;
  owned_by?: unknown;
  display_name?: unknown;
  description?: unknown;
  context_window?: unknown;
  max_output_tokens?: unknown;
  capabilities?: Model["capabilities"];
  alias_of?: unknown;
  api_formats?: unknown;
  retires_at?: unknown;
  replaced_by?: unknown;
  pricing?: {
    input?: number;
    output?: number;
    cached_input?: number;
    cache_write?: number;
    up_to_input_tokens?: number;
    per_image?: number;
    per_second?: number;
    per_character?: number;
    per_request?: number;
  };
};

export function readModels(body: unknown): ModelCatalogue {
  const {
    data,
    default: defaultModel,
    unavailable,
  } = body as Record<"default" | "unavailable", unknown> & { data?: Entry[] };
  const models = (Array.isArray(data) ? data : []).flatMap((entry): Model[] => {
    if (typeof entry.id !== "string") return [];
    const slash = entry.id.indexOf("/");
    return [
      {
        id: entry.id,
        name: typeof entry.display_name === "string" ? entry.display_name : entry.id,
        upstream: slash > 0 ? entry.id.slice(0, slash) : String(entry.owned_by ?? "other"),
        description: typeof entry.description === "string" ? entry.description : undefined,
        contextWindow: typeof entry.context_window === "number" ? entry.context_window : undefined,
        maximumOutputTokens: typeof entry.max_output_tokens === "number" ? entry.max_output_tokens : undefined,
        capabilities: entry.capabilities ?? undefined,
        price: readPrice(entry.pricing),
        ...readUnitPrices(entry.pricing),
        ...(typeof entry.alias_of === "string" ? { aliasOf: entry.alias_of } : {}),
        ...(Array.isArray(entry.api_formats) ? { apiFormats: entry.api_formats.map(String) } : {}),
        ...(typeof entry.retires_at === "string" ? { retiresAt: entry.retires_at } : {}),
        ...(typeof entry.replaced_by === "string" ? { replacedBy: entry.replaced_by } : {}),
      },
    ];
  });
  return {
    models,
    defaultModel: typeof defaultModel === "string" ? defaultModel : models[0]?.id,
    unavailable: (Array.isArray(unavailable) ? unavailable : []).map(({ upstream, message }) => ({
      upstream: String(upstream),
      message: String(message),
    })),
  };
}

function readUnitPrices(pricing: Entry["pricing"] = {}): Pick<Model, "unitPrices"> {
  const { per_image, per_second, per_character, per_request } = pricing;
  const unitPrices = {
    ...(per_image === undefined ? {} : { perImage: per_image }),
    ...(per_second === undefined ? {} : { perSecond: per_second }),
    ...(per_character === undefined ? {} : { perCharacter: per_character }),
    ...(per_request === undefined ? {} : { perRequest: per_request }),
  };
  return Object.keys(unitPrices).length > 0 ? { unitPrices } : {};
}

function readPrice(pricing: Entry["pricing"]): Price | undefined {
  if (!pricing) return undefined;
  const { input, output, cached_input, cache_write, up_to_input_tokens } = pricing;
  // A model may be priced by image or second alone.
  if (input === undefined || output === undefined) return undefined;
  return {
    input,
    output,
    cachedInput: cached_input,
    cacheWrite: cache_write,
    upToInputTokens: up_to_input_tokens,
    perRequest: pricing.per_request,
  };
}

const indexes = new WeakMap<readonly Model[], Map<string, Model>>();

/** Finds a model by id. Every response on a page looks its model up, so the list is indexed once. */
export function findModel(models: readonly Model[], id: string): Model | undefined {
  const index = indexes.get(models) ?? new Map(models.map((model) => [model.id, model]));
  indexes.set(models, index);
  return index.get(id);
}

/**
 * Returns the models that match every word of the query, by id, name, description or capability, by the price of a
 * million input tokens ("<$1") or by context length (">100k"); grouped by upstream. Models whose own name matches come
 * first: a route's description has the names of others.
 */
export function searchModels(models: readonly Model[], query: string): { upstream: string; models: Model[] }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = models.filter((model) => {
    const haystack = writeSearchText(model);
    return words.every((word) => haystack.includes(word) || isCheaper(model, word) || isLonger(model, word));
  });
  const isNamed = ({ id, name }: Model) => {
    const own = `${id} ${name}`.toLowerCase();
    return words.every((word) => own.includes(word));
  };
  const groups = new Map<string, Model[]>();
  for (const model of [...found.filter(isNamed), ...found.filter((model) => !isNamed(model))]) {
    groups.set(model.upstream, [...(groups.get(model.upstream) ?? []), model]);
  }
  return [...groups].map(([upstream, members]) => ({ upstream, models: members }));
}

function isCheaper({ price }: Model, word: string): boolean {
  const limit = /^<\$(\d+(?:\.\d+)?)$/.exec(word)?.[1];
  return limit !== undefined && price !== undefined && price.input < Number(limit);
}

function isLonger({ contextWindow = 0 }: Model, word: string): boolean {
  const [, count, unit] = /^>(\d+(?:\.\d+)?)([km])$/.exec(word) ?? [];
  return count !== undefined && contextWindow > Number(count) * (unit === "m" ? 1_000_000 : 1000);
}

function writeSearchText(model: Model): string {
  const capabilities = Object.entries(model.capabilities ?? {}).flatMap(([name, has]) => (has ? [name] : []));
  if (writesText(model)) capabilities.push("text");
  return [model.id, model.name, model.description ?? "", ...capabilities].join(" ").toLowerCase();
}

/** Returns true for a model that makes images and has no text conversations. Unknown is false. */
export function isImageModel({ capabilities }: Model): boolean {
  return capabilities?.images === true;
}

/** Returns true for a model that only makes videos. Unknown is false. */
export function isVideoModel({ capabilities }: Model): boolean {
  return capabilities?.videos === true;
}

/** Returns true for models of the conversation pages. Unknown is true. */
export function isTextModel(model: Model): boolean {
  const { embeddings, speech, transcription } = model.capabilities ?? {};
  return !isImageModel(model) && !isVideoModel(model) && !embeddings && !speech && !transcription;
}

/** Returns true for a model that is known to write text: its capabilities are reported, and are not only media. */
function writesText(model: Model): boolean {
  return model.capabilities !== undefined && isTextModel(model);
}

/** Returns the id of the provider that serves a model, also behind an alias. */
export function getProviderId({ upstream, aliasOf }: Model): string {
  return aliasOf?.includes("/") ? aliasOf.slice(0, aliasOf.indexOf("/")) : upstream;
}

/** Words for what a model can do, the most important first. */
export const CAPABILITY_WORDS: readonly [ModelCapability, string][] = [
  ["images", "Images"],
  ["videos", "Videos"],
  ["embeddings", "Embeddings"],
  ["speech", "Speech"],
  ["transcription", "Transcription"],
  ["vision", "Vision"],
  ["tools", "Tools"],
  ["jsonSchema", "JSON"],
  ["reasoning", "Reasoning"],
  ["files", "Files"],
  ["logprobs", "Logprobs"],
];

/** Returns words for what a model can do; empty when unknown. */
export function describeCapabilities({ capabilities }: Model): string[] {
  return CAPABILITY_WORDS.flatMap(([name, word]) => (capabilities?.[name] ? [word] : []));
}

/** Returns true when any of the models can be called: an alias or a route alone may name a missing model. */
export function hasCallableModel(models: readonly Model[]): boolean {
  return models.some(isOfProvider);
}

/** Returns false for an alias and a route: names for models of providers. */
function isOfProvider({ upstream }: Pick<Model, "upstream">): boolean {
  return upstream !== "alias" && upstream !== "route";
}

export type UpstreamState = {
  upstream: string;
  count: number;
  /** Why its models could not be listed. */
  problem?: string;
};

/** Returns each upstream with the number of its models, aliases and routes excluded. Upstreams with a problem come last. */
export function listUpstreams({
  models,
  unavailable,
}: {
  models: readonly Model[];
  unavailable: readonly UnavailableUpstream[];
}): UpstreamState[] {
  const groups = searchModels(models, "").filter(isOfProvider);
  const problems = new Map(unavailable.map(({ upstream, message }) => [upstream, message]));
  const listed = groups.map(({ upstream, models: members }) => ({
    upstream,
    count: members.length,
    ...(problems.has(upstream) ? { problem: problems.get(upstream) } : {}),
  }));
  const silent = [...problems].filter(([upstream]) => !groups.some((group) => group.upstream === upstream));
  return [...listed, ...silent.map(([upstream, problem]) => ({ upstream, count: 0, problem }))].sort(
    (a, b) => Number(a.problem !== undefined) - Number(b.problem !== undefined),
  );
}

/** Returns true when only the built-in models are available. */
export function isOffline(upstreams: readonly UpstreamState[]): boolean {
  return upstreams.length > 0 && upstreams.every(({ upstream }) => upstream === "sandbox");
}

/** Formats "128K", "1M". */
export function formatContext(tokens: number): string {
  return tokens >= 1_000_000 ? `${+(tokens / 1_000_000).toFixed(1)}M` : `${Math.round(tokens / 1000)}K`;
}
