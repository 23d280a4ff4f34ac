/** Which models each upstream offers: as its config lists them, else as it answers `/models`, asked seldom and kept. */
import { GatewayError } from "#lib/http/gateway-error.ts";
import { fetchJson } from "./fetch-json.ts";
import type { ModelEntry } from "./model-entry.ts";
import type { Upstream } from "./upstream.ts";

const FRESH_MS = 5 * 60_000;
/** A list that could not be had is asked for again after this. */
const FAILED_MS = 30_000;
const TIMEOUT_MS = 5_000;

export type Listing = { models: ModelEntry[]; error?: string };

export type Catalogue = {
  /** What is known of an upstream's models now, asking it when that is nothing or old. Never rejects. */
  list(upstream: Upstream): Promise<Listing>;
  /** What is known without asking; empty when nothing is. */
  known(upstream: Upstream): ModelEntry[];
};

type Cached = { listing: Listing; until: number };

export function createCatalogue(): Catalogue {
  const cache = new Map<string, Cached>();
  const pending = new Map<string, Promise<Listing>>();

  async function discover(upstream: Upstream): Promise<Listing> {
    let listing: Listing;
    try {
      listing = { models: readModels(upstream, await fetchJson({ upstream, path: "/models", timeoutMs: TIMEOUT_MS })) };
    } catch (error) {
      const message = GatewayError.isInstance(error) ? error.message : "Its model list could not be read.";
      // An older list is better than none.
      listing = { models: cache.get(upstream.id)?.listing.models ?? [], error: message };
    }
    cache.set(upstream.id, { listing, until: Date.now() + (listing.error ? FAILED_MS : FRESH_MS) });
    pending.delete(upstream.id);
    return listing;
  }

  return {
    async list(upstream) {
      if (upstream.models) return { models: fixedModels(upstream, upstream.models) };
      const cached = cache.get(upstream.id);
      if (cached && cached.until > Date.now()) return cached.listing;
      let asking = pending.get(upstream.id);
      if (!asking) {
        asking = discover(upstream);
        pending.set(upstream.id, asking);
      }
      return asking;
    },
    known: (upstream) =>
      upstream.models ? fixedModels(upstream, upstream.models) : (cache.get(upstream.id)?.listing.models ?? []),
  };
}

function fixedModels(upstream: Upstream, models: string[]): ModelEntry[] {
  return models.map((model) => ({
    id: `${upstream.id}/${model}`,
    upstream: upstream.id,
    created: 0,
    displayName: model,
  }));
}

/** Reads `{data: [{id, created?, …}]}`, with the context sizes that vLLM, Groq and OpenRouter add. */
function readModels(upstream: Upstream, json: unknown): ModelEntry[] {
  const data = (json as { data?: unknown } | null)?.data;
  if (!Array.isArray(data))
    throw new GatewayError({ status: 502, message: `The upstream "${upstream.id}" sent a model list without data.` });
  return data.flatMap((entry: Record<string, unknown> | null) => {
    if (typeof entry?.id !== "string") return [];
    const contextWindow = [entry.context_length, entry.context_window, entry.max_model_len].find(
      (size) => typeof size === "number",
    );
    return {
      id: `${upstream.id}/${entry.id}`,
      upstream: upstream.id,
      created: typeof entry.created === "number" ? entry.created : 0,
      displayName: typeof entry.name === "string" ? entry.name : entry.id,
      ...(typeof entry.description === "string" ? { description: entry.description } : {}),
      ...(contextWindow !== undefined ? { contextWindow } : {}),
    };
  });
}
