/** Models of each upstream: listed in its config, otherwise read from its `/models`, seldom, and cached. */
import type { ModelPrices } from "#lib/config/model-prices.ts";
import type { ModelRetirement } from "#lib/config/model-retirement.ts";
import { errors } from "#lib/http/errors.ts";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { addFacts } from "./add-facts.ts";
import { fetchJson } from "./fetch-json.ts";
import type { PublishedFacts } from "./find-published-models.ts";
import type { ModelEntry } from "./model-entry.ts";
import { type KnownRetirement, readRetirement, readShutdownDate } from "./model-retirements.ts";
import { type ListedModel, readModelList } from "./read-model-list.ts";
import type { Upstream } from "./upstream.ts";

const FRESH_MS = 5 * 60_000;
/** Time until a failed list is requested again. */
const FAILED_MS = 30_000;
const TIMEOUT_MS = 5_000;

export type Listing = { models: ModelEntry[]; error?: string };

export type Catalogue = {
  /** Returns an upstream's models, and requests them when there are none or they are old. Never rejects. */
  list(upstream: Upstream | Listed): Promise<Listing>;
  /** Returns the known models without a request; empty when there are none. */
  known(upstream: Upstream | Listed): ModelEntry[];
  /** Returns the retirement of a model without a request: of the config, otherwise of the list. */
  findRetirement(upstream: Upstream | Listed, model: string): KnownRetirement | undefined;
  /** Forgets the models of an upstream whose settings have changed. */
  forget(upstreamId: string): void;
};

/** Upstream with its models in the config. */
type Listed = {
  id: string;
  models: string[];
  baseUrl?: string;
  prices?: Record<string, ModelPrices> | undefined;
  retirements?: Record<string, ModelRetirement> | undefined;
};

type Cached = {
  listing: Listing;
  until: number;
  /** Models of the list that have a date of retirement. */
  retiring: ReadonlyMap<string, KnownRetirement>;
};

export function createCatalogue(): Catalogue {
  const cache = new Map<string, Cached>();
  const pending = new Map<string, { upstream: Upstream; listing: Promise<Listing> }>();
  const listed = new Map<string, Promise<ModelEntry[]>>();
  const facts = new Map<string, PublishedFacts>();

  async function discover(upstream: Upstream): Promise<Listing> {
    let listing: Listing;
    try {
      const answer = await fetchJson({ upstream, path: upstream.modelsPath, timeoutMs: TIMEOUT_MS });
      listing = { models: await addFacts(upstream, readModels(upstream, answer), facts) };
    } catch (error) {
      const message = GatewayError.isInstance(error) ? error.message : "Its model list could not be read.";
      // On failure, an older list is better than none.
      listing = { models: cache.get(upstream.id)?.listing.models ?? [], error: message };
    }
    // A list that was requested before a change of the settings is not the list of the changed upstream.
    if (pending.get(upstream.id)?.upstream === upstream) {
      cache.set(upstream.id, {
        listing,
        until: performance.now() + (listing.error ? FAILED_MS : FRESH_MS),
        retiring: indexRetirements(listing.models),
      });
      pending.delete(upstream.id);
    }
    return listing;
  }

  /** Models of the config are the same until it changes, so their facts are looked up once. */
  function complete(upstream: Listed): Promise<ModelEntry[]> {
    const done = listed.get(upstream.id) ?? addFacts(upstream, listFixedModels(upstream), facts);
    listed.set(upstream.id, done);
    return done;
  }

  return {
    async list(upstream) {
      if (isListed(upstream)) return { models: await complete(upstream) };
      const cached = cache.get(upstream.id);
      if (cached && cached.until > performance.now()) return cached.listing;
      const asking = pending.get(upstream.id);
      if (asking?.upstream === upstream) return asking.listing;
      const listing = discover(upstream);
      pending.set(upstream.id, { upstream, listing });
      return listing;
    },
    known: (upstream) =>
      isListed(upstream) ? listFixedModels(upstream) : (cache.get(upstream.id)?.listing.models ?? []),
    findRetirement: (upstream, model) =>
      readRetirement(upstream.retirements, model) ?? cache.get(upstream.id)?.retiring.get(`${upstream.id}/${model}`),
    forget(upstreamId) {
      for (const map of [cache, pending, listed]) map.delete(upstreamId);
      for (const id of facts.keys()) if (id.startsWith(`${upstreamId}/`)) facts.delete(id);
    },
  };
}

function indexRetirements(models: readonly ModelEntry[]): Map<string, KnownRetirement> {
  return new Map(models.flatMap(({ id, retiresAt }) => (retiresAt === undefined ? [] : [[id, { retiresAt }]])));
}

function isListed(upstream: Upstream | Listed): upstream is Listed {
  return upstream.models !== undefined;
}

function listFixedModels({ id, models }: Listed): ModelEntry[] {
  return models.map((model) => ({
    id: `${id}/${model}`,
    upstream: id,
    created: 0,
    displayName: model,
  }));
}

/** Keeps the context sizes that vLLM, Groq, OpenRouter and Google add, and Anthropic's and Google's display names. */
function readModels(upstream: Upstream, json: unknown): ModelEntry[] {
  const list = readModelList(json);
  if (!list) throw errors.upstreamListEmpty({ provider: upstream.id });
  return list.map((model) => readModel(upstream, model));
}

function readModel(upstream: Upstream, { id, entry }: ListedModel): ModelEntry {
  const description = text(entry.description);
  const contextWindow = count(entry.context_length, entry.context_window, entry.max_model_len, entry.inputTokenLimit);
  const maxOutputTokens = count(entry.outputTokenLimit);
  const retiresAt = readShutdownDate(entry.shutdown_date);
  const created = Date.parse(String(entry.created_at)) / 1000;
  return {
    id: `${upstream.id}/${id}`,
    upstream: upstream.id,
    created: count(entry.created) ?? (Number.isNaN(created) ? 0 : created),
    displayName: text(entry.display_name) ?? text(entry.displayName) ?? text(entry.name) ?? id,
    ...(description !== undefined ? { description } : {}),
    ...(contextWindow !== undefined ? { contextWindow } : {}),
    ...(maxOutputTokens !== undefined ? { maxOutputTokens } : {}),
    ...(retiresAt !== undefined ? { retiresAt } : {}),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function count(...values: unknown[]): number | undefined {
  return values.find((value) => typeof value === "number");
}
