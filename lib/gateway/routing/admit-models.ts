import type { ModelPrices } from "#lib/config/model-prices.ts";
import type { RouteSettings } from "#lib/config/model-routes.ts";
import type { UsagePrices } from "#lib/contract/usage-cost.ts";
import type { AdmittedRequest, ExpectedUnits } from "#lib/gateway/request/admission.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { cacheByObject } from "#lib/http/cache-by-object.ts";
import { openPrices, type PriceSource } from "#lib/upstreams/add-facts.ts";
import { FREE, toUsagePrices } from "./price-list.ts";
import { getUpstreamId, type ResolvedModel, tryResolve } from "./resolve-model.ts";
import { listTargets } from "./route-targets.ts";

/**
 * Checks that the key may call a model, and reserves what the call is expected to use. Only a key with limits needs it.
 * @param name model as the client named it
 * @param resolved models that may answer: one, or the targets of a route
 * @throws GatewayError 403, 402 or 429; see `Admission`
 */
export function admitModels(
  { log, services }: { log: AdmittedRequest; services: Pick<Services, "admission"> },
  {
    name,
    resolved,
    maxTokens,
    units,
  }: {
    name: string;
    resolved: readonly ResolvedModel[];
    maxTokens?: number | undefined;
    /** Amounts that images or a video are expected to use; absent for text. */
    units?: ExpectedUnits | undefined;
  },
): Promise<void> | void {
  const [only] = resolved;
  // A route is allowed by its own name: which of its models answers is not the client's choice.
  const names = resolved.length === 1 && only ? [name, getTargetName(only)] : [name];
  return services.admission.admitCall(log, { names, maxTokens, units, openPrices: () => openTargetPrices(resolved) });
}

function getTargetName(resolved: ResolvedModel): string {
  return `${getUpstreamId(resolved)}/${resolved.model}`;
}

type TargetPrices = ReadonlyMap<string, UsagePrices | undefined>;

/** Prices of the model of a provider that was called last: the next call is nearly always of the same one. */
const lastPrices = new WeakMap<object, { model: string; prices: TargetPrices }>();

/** Returns a promise only where the prices of a provider are read for the first time. */
function openTargetPrices(resolved: readonly ResolvedModel[]): Promise<TargetPrices> | TargetPrices {
  const [only] = resolved;
  const source = only && findSource(only);
  if (resolved.length !== 1 || !source) return findAllPrices(resolved);
  const { model } = only;
  const last = lastPrices.get(source);
  if (last?.model === model) return last.prices;
  const prices = findAllPrices(resolved);
  if (!(prices instanceof Promise)) lastPrices.set(source, { model, prices });
  return prices;
}

function findAllPrices(resolved: readonly ResolvedModel[]): Promise<TargetPrices> | TargetPrices {
  const prices = new Map<string, UsagePrices | undefined>();
  for (const target of resolved) {
    const known = findTargetPrices(target);
    if (known instanceof Promise) return readTargetPrices(resolved);
    prices.set(getTargetName(target), known);
  }
  return prices;
}

async function readTargetPrices(resolved: readonly ResolvedModel[]): Promise<TargetPrices> {
  const prices = new Map<string, UsagePrices | undefined>();
  for (const target of resolved) prices.set(getTargetName(target), await findTargetPrices(target));
  return prices;
}

/** Returns the prices of a model, undefined when they are unknown; a promise where they are to be read first. */
export function findTargetPrices(target: ResolvedModel): Promise<UsagePrices | undefined> | UsagePrices | undefined {
  const source = findSource(target);
  if (!source) return FREE_OF_CHARGE;
  const { prices } = source;
  // Nothing is looked up in the published table for a price of the config.
  if (prices && Object.hasOwn(prices, target.model)) return readUsagePrices(prices[target.model] as ModelPrices);
  const find = openPrices(source);
  const read = (known: ModelPrices | undefined) => known && readUsagePrices(known);
  return find instanceof Promise ? find.then((opened) => read(opened(target.model))) : read(find(target.model));
}

const FREE_OF_CHARGE = toUsagePrices(FREE);

/** Returns what has the prices of a model, an object that lives until its settings change; the sandbox has none. */
function findSource(target: ResolvedModel): PriceSource | undefined {
  if (target.kind === "sandbox") return undefined;
  return target.kind === "bridge" ? target.bridge : target.upstream;
}

/** Prices of a model are one object until they change. */
const readUsagePrices = cacheByObject((known: ModelPrices): UsagePrices => toUsagePrices(known));

/** Returns the models of a route that exist, for what must be known of all that may answer. */
export function resolveTargets(route: RouteSettings, models: Parameters<typeof tryResolve>[1]): ResolvedModel[] {
  const resolved: ResolvedModel[] = [];
  for (const model of listTargets(route)) {
    const target = tryResolve(model, models);
    if (target) resolved.push(target);
  }
  return resolved;
}

/** Returns the longest response of a model in tokens, as its upstream lists it; undefined when it is unknown. */
export function findOutputLimit(target: ResolvedModel, { catalogue }: Pick<Services, "catalogue">): number | undefined {
  if (target.kind === "sandbox") return target.builtIn.findModel(target.model)?.maxOutputTokens;
  const listed = catalogue.known(target.kind === "bridge" ? target.bridge : target.upstream);
  return listed.find(({ id }) => id === getTargetName(target))?.maxOutputTokens;
}
