/** Rows of the page: models with their last hour, filtered and sorted. */
import type { ModelHealth } from "#lib/contract/model-health.ts";
import { getProviderId, type Model, type ModelCapability, searchModels } from "#lib/playground/models/models.ts";

export type ModelRow = { model: Model; provider: string; health: ModelHealth | undefined };

export type ModelFilters = {
  /** Words of the picker's search: names, capabilities, "<$1", ">100k". */
  text: string;
  /** Empty for all. */
  provider: string;
  capability: ModelCapability | "";
};

export const SORTS = {
  name: "Name",
  price: "Price",
  context: "Context",
  latency: "Latency",
  errors: "Errors",
  retirement: "Retirement",
} as const;
export type Sort = keyof typeof SORTS;

export function arrangeModels(
  models: readonly Model[],
  { health, filters, sort }: { health: readonly ModelHealth[]; filters: ModelFilters; sort: Sort },
): ModelRow[] {
  const byModel = new Map(health.map((entry) => [entry.model, entry]));
  return searchModels(models, filters.text)
    .flatMap((group) => group.models)
    .map((model) => ({ model, provider: getProviderId(model), health: byModel.get(model.aliasOf ?? model.id) }))
    .filter(({ model, provider }) => {
      if (filters.provider !== "" && provider !== filters.provider) return false;
      return filters.capability === "" || model.capabilities?.[filters.capability] === true;
    })
    .sort((a, b) => compare(KEYS[sort](a), KEYS[sort](b)) || a.model.id.localeCompare(b.model.id, "en"));
}

/** Returns the providers of the models, by name. */
export function listProviderIds(models: readonly Model[]): string[] {
  return [...new Set(models.map(getProviderId))].sort((a, b) => a.localeCompare(b, "en"));
}

/** Returns the share of failed requests in the last hour; undefined without requests. */
export function getErrorRate(health: ModelHealth | undefined): number | undefined {
  return health && health.requests > 0 ? health.errors / health.requests : undefined;
}

/** Smaller keys come first; rows without one come last. */
const KEYS: Record<Sort, (row: ModelRow) => number | undefined> = {
  name: () => 0,
  price: ({ model }) => model.price?.input,
  context: ({ model }) => (model.contextWindow === undefined ? undefined : -model.contextWindow),
  latency: ({ health }) => health?.total_p50_ms ?? undefined,
  errors: ({ health }) => {
    const rate = getErrorRate(health);
    return rate === undefined ? undefined : -rate;
  },
  retirement: ({ model }) => (model.retiresAt === undefined ? undefined : Date.parse(model.retiresAt)),
};

function compare(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a - b;
}
