/** Resolves a model's name, `<upstream>/<model>` or an alias, to its upstream. */

import { distance } from "fastest-levenshtein";
import type { BuiltInUpstream } from "#lib/canonical/built-in-upstream.ts";
import type { RouteSettings } from "#lib/config/model-routes.ts";
import { findKeyVariable } from "#lib/config/read-environment-upstreams.ts";
import type { Services } from "#lib/gateway/request/services.ts";
import { errors } from "#lib/http/errors.ts";
import type { GatewayError } from "#lib/http/gateway-error.ts";
import type { Bridge } from "#lib/upstreams/ai-sdk/bridge.ts";
import type { ModelEntry } from "#lib/upstreams/model-entry.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import { requireNotRetired } from "./find-retirement.ts";
import { listTargets } from "./route-targets.ts";
import { SANDBOX } from "./sandbox-upstream.ts";

/** Alias of the configured default model. */
export const DEFAULT_ALIAS = "default";
const DEFAULT_MODEL = `${SANDBOX}/guide`;

export type ResolvedModel =
  | { kind: "sandbox"; builtIn: BuiltInUpstream; model: string }
  /** `model` is the name without the upstream's prefix. */
  | { kind: "upstream"; upstream: Upstream; model: string }
  | { kind: "bridge"; bridge: Bridge; model: string };

type Models = Pick<Services, "settings" | "builtIns" | "upstreams" | "bridges" | "catalogue">;

/** @returns undefined when none is configured and the sandbox is disabled */
export function findDefaultModel({ settings }: Pick<Services, "settings">): string | undefined {
  return settings.defaultModel ?? (settings.sandbox.enabled ? DEFAULT_MODEL : undefined);
}

/** Returns the model of an alias, and every other name unchanged. */
export function resolveAlias(name: string, models: Pick<Services, "settings">): string {
  if (name === DEFAULT_ALIAS) return findDefaultModel(models) ?? name;
  const { aliases } = models.settings;
  return (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name;
}

/** Returns the route that a name or its alias stands for; undefined for every other name. */
export function findRoute(name: string, models: Pick<Services, "settings">): RouteSettings | undefined {
  const { routes } = models.settings;
  const target = resolveAlias(name, models);
  return Object.hasOwn(routes, target) ? routes[target] : undefined;
}

/** @throws GatewayError 404 with similar names for an unknown name, and with the successor of a retired model */
export function resolveModel(name: string, models: Models): ResolvedModel {
  const target = resolveAlias(name, models);
  const bare = models.builtIns.get(target);
  if (bare) return { kind: "sandbox", builtIn: bare, model: bare.defaultModel };
  const slash = target.indexOf("/");
  const upstreamId = slash < 0 ? undefined : target.slice(0, slash);
  const builtIn = upstreamId === undefined ? undefined : models.builtIns.get(upstreamId);
  if (builtIn) {
    const model = target.slice(slash + 1);
    if (builtIn.findModel(model)) return { kind: "sandbox", builtIn, model };
    throw modelNotFoundError(name, models);
  }
  // The list may be old or partial: only the upstream itself knows its models.
  const named = upstreamId === undefined ? undefined : findIn(upstreamId, target.slice(slash + 1), models);
  const found = named ?? findOnlyUpstream(target, models);
  if (found) return found;
  throw modelNotFoundError(name, models);
}

/** Resolves a model, an alias, or a route to one of its targets: for work that any of them can do. */
export function resolveAnyTarget(name: string, models: Models): ResolvedModel {
  const route = findRoute(name, models);
  if (!route) return resolveModel(name, models);
  const [first = name, ...others] = listTargets(route);
  const target = [first, ...others].find((model) => tryResolve(model, models)) ?? first;
  return resolveModel(target, models);
}

/** Returns undefined for an unknown or a retired model. */
export function tryResolve(name: string, models: Models): ResolvedModel | undefined {
  try {
    return resolveModel(name, models);
  } catch {
    return undefined;
  }
}

export function getUpstreamId(resolved: ResolvedModel): string {
  if (resolved.kind === "sandbox") return resolved.builtIn.id;
  return resolved.kind === "bridge" ? resolved.bridge.id : resolved.upstream.id;
}

/**
 * Returns the name whose published rules a request has to meet: a built-in model's own, also behind an alias, otherwise
 * the client's.
 */
export function getNameForRules(resolved: ResolvedModel, name: string): string {
  return resolved.kind === "sandbox" ? resolved.model : name;
}

/** A bare name that exactly one upstream lists means that upstream, so that an SDK's usual model names work. */
function findOnlyUpstream(model: string, models: Models): ResolvedModel | undefined {
  const [only, ...others] = listKnownModels(models).filter(({ id, upstream }) => id === `${upstream}/${model}`);
  return only && others.length === 0 ? findIn(only.upstream, model, models) : undefined;
}

function findIn(upstreamId: string, model: string, { upstreams, bridges }: Models): ResolvedModel | undefined {
  const upstream = upstreams.get(upstreamId);
  const bridge = upstream ? undefined : bridges.get(upstreamId);
  if (upstream ?? bridge) requireNotRetired(upstream ?? (bridge as Bridge), model);
  if (upstream) return { kind: "upstream", upstream, model };
  return bridge && { kind: "bridge", bridge, model };
}

/** Returns the models of every upstream that are known without a request. */
export function listKnownModels({
  upstreams,
  bridges,
  catalogue,
}: Pick<Services, "upstreams" | "bridges" | "catalogue">): ModelEntry[] {
  return [...upstreams.values(), ...bridges.values()].flatMap((upstream) => catalogue.known(upstream));
}

const NEAR_NAMES = 3;

function modelNotFoundError(name: string, models: Models): GatewayError {
  const names = [
    ...(findDefaultModel(models) === undefined ? [] : [DEFAULT_ALIAS]),
    ...Object.keys(models.settings.aliases),
    ...Object.keys(models.settings.routes),
    ...[...models.builtIns.values()].flatMap((builtIn) => builtIn.models.map(({ id }) => `${builtIn.id}/${id}`)),
    ...listKnownModels(models).map(({ id }) => id),
  ];
  const near = findNearest(name.slice(0, 200), names);
  const target = resolveAlias(name, models);
  const slash = target.indexOf("/");
  if (slash < 0) return toBareNameError(name, { near, models });
  const provider = target.slice(0, slash);
  if (models.builtIns.has(provider)) {
    return errors.modelNotFound({ provider, model: target.slice(slash + 1), near });
  }
  return errors.providerNotFound({ model: name, provider, near, keyVariable: findKeyVariable(provider) });
}

/** Error of a name without a provider: no provider lists it, or several do. */
function toBareNameError(model: string, { near, models }: { near: string[]; models: Models }): GatewayError {
  const owners = listKnownModels(models).filter(({ id, upstream }) => id === `${upstream}/${model}`);
  return owners.length > 1
    ? errors.modelNameAmbiguous({ model, near: owners.map(({ id }) => id).slice(0, NEAR_NAMES) })
    : errors.modelNameNotFound({ model, near });
}

function findNearest(name: string, names: string[]): string[] {
  const reach = Math.max(3, Math.ceil(name.length / 3));
  return names
    .map((other) => ({ other, far: other.endsWith(`/${name}`) ? 0 : distance(name, other) }))
    .filter(({ far: edits }) => edits <= reach)
    .sort((a, b) => a.far - b.far)
    .slice(0, NEAR_NAMES)
    .map(({ other }) => other);
}
