import type { RouteSettings } from "#lib/config/model-routes.ts";
import type { UsagePrices } from "#lib/contract/usage-cost.ts";
import type { ExpectedUnits } from "#lib/gateway/request/admission.ts";
import type { LogEntry } from "#lib/gateway/request/log-entry.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { openPrices } from "#lib/upstreams/add-facts.ts";
import { FREE, toUsagePrices } from "./price-list.ts";
import { getUpstreamId, type ResolvedModel, tryResolve } from "./resolve-model.ts";
import { listTargets } from "./route-targets.ts";

/**
 * Checks that the key may call a model, and reserves what the call is expected to use. Only a key with limits needs it.
 * @param name model as the client named it
 * @param resolved models that may answer: one, or the targets of a route
 * @throws GatewayError 403, 402 or 429; see `Admission`
 */
export async function admitModels(
  { log, services }: { log: LogEntry; services: Pick<Services, "admission"> },
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
): Promise<void> {
  const [only] = resolved;
  // A route is allowed by its own name: which of its models answers is not the client's choice.
  const names = resolved.length === 1 && only ? [name, getTargetName(only)] : [name];
  await services.admission.admitCall(log, { names, maxTokens, units, openPrices: () => openTargetPrices(resolved) });
}

function getTargetName(resolved: ResolvedModel): string {
  return `${getUpstreamId(resolved)}/${resolved.model}`;
}

async function openTargetPrices(resolved: readonly ResolvedModel[]): Promise<Map<string, UsagePrices | undefined>> {
  const prices = new Map<string, UsagePrices | undefined>();
  for (const target of resolved) prices.set(getTargetName(target), await findTargetPrices(target));
  return prices;
}

/** Returns the prices of a model; undefined when they are unknown. */
export async function findTargetPrices(target: ResolvedModel): Promise<UsagePrices | undefined> {
  if (target.kind === "sandbox") return toUsagePrices(FREE);
  const known = (await openPrices(target.kind === "bridge" ? target.bridge : target.upstream))(target.model);
  return known && toUsagePrices(known);
}

/** Returns the models of a route that exist, for what must be known of all that may answer. */
export function resolveTargets(route: RouteSettings, models: Parameters<typeof tryResolve>[1]): ResolvedModel[] {
  return listTargets(route).flatMap((model) => tryResolve(model, models) ?? []);
}

/** Returns the longest response of a model in tokens, as its upstream lists it; undefined when it is unknown. */
export function findOutputLimit(target: ResolvedModel, { catalogue }: Pick<Services, "catalogue">): number | undefined {
  if (target.kind === "sandbox") return target.builtIn.findModel(target.model)?.maxOutputTokens;
  const listed = catalogue.known(target.kind === "bridge" ? target.bridge : target.upstream);
  return listed.find(({ id }) => id === getTargetName(target))?.maxOutputTokens;
}
