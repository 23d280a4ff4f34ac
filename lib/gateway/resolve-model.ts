/** Which upstream a model's name means (contract: `<upstream>/<model>` or an alias). */
import { distance } from "fastest-levenshtein";
import { GatewayError } from "#lib/http/gateway-error.ts";
import { findSandboxModel, sandboxModels } from "#lib/sandbox/models.ts";
import type { Upstream } from "#lib/upstreams/upstream.ts";
import type { Runtime } from "./runtime.ts";

export const SANDBOX = "sandbox";
/** The name that always means the configured default model. */
export const DEFAULT_ALIAS = "default";
const DEFAULT_MODEL = `${SANDBOX}/guide`;

export type ResolvedModel =
  | { kind: "sandbox"; model: string }
  /** `model` is the name without the upstream's prefix. */
  | { kind: "upstream"; upstream: Upstream; model: string };

type Models = Pick<Runtime, "settings" | "upstreams" | "catalogue">;

export function defaultModel({ settings }: Pick<Runtime, "settings">): string {
  return settings.defaultModel ?? DEFAULT_MODEL;
}

/** @throws GatewayError 404 with near names when the name means nothing */
export function resolveModel(name: string, models: Models): ResolvedModel {
  const { settings, upstreams } = models;
  const alias = Object.hasOwn(settings.aliases, name) ? settings.aliases[name] : undefined;
  const target = name === DEFAULT_ALIAS ? defaultModel(models) : (alias ?? name);
  if (target === SANDBOX) return { kind: "sandbox", model: "guide" };
  const slash = target.indexOf("/");
  const upstreamId = slash < 0 ? undefined : target.slice(0, slash);
  if (upstreamId === SANDBOX) {
    const model = target.slice(slash + 1);
    if (findSandboxModel(model)) return { kind: "sandbox", model };
    throw unknownModel(name, models);
  }
  const upstream = upstreamId === undefined ? undefined : upstreams.get(upstreamId);
  // Its list may be old or partial: the upstream itself knows best what it has.
  if (upstream) return { kind: "upstream", upstream, model: target.slice(slash + 1) };
  const only = onlyUpstreamWith(target, models);
  if (only) return { kind: "upstream", upstream: only, model: target };
  throw unknownModel(name, models);
}

/** A bare name that exactly one upstream lists means that upstream, so that an SDK's usual model names work. */
function onlyUpstreamWith(model: string, { upstreams, catalogue }: Models): Upstream | undefined {
  const found = [...upstreams.values()].filter((upstream) =>
    catalogue.known(upstream).some(({ id }) => id === `${upstream.id}/${model}`),
  );
  return found.length === 1 ? found[0] : undefined;
}

const NEAR_NAMES = 3;

function unknownModel(name: string, { settings, upstreams, catalogue }: Models): GatewayError {
  const names = [
    DEFAULT_ALIAS,
    ...Object.keys(settings.aliases),
    ...sandboxModels.map(({ id }) => `${SANDBOX}/${id}`),
    ...[...upstreams.values()].flatMap((upstream) => catalogue.known(upstream).map(({ id }) => id)),
  ];
  const near = nearest(name.slice(0, 200), names);
  return new GatewayError({
    status: 404,
    message: `The model "${name.slice(0, 200)}" does not exist. ${near.length > 0 ? `Did you mean ${near.join(" or ")}? ` : ""}A model is named <upstream>/<model> or by an alias; GET /v1/models lists them.`,
    param: "model",
    code: "model_not_found",
  });
}

function nearest(name: string, names: string[]): string[] {
  const reach = Math.max(3, Math.ceil(name.length / 3));
  return names
    .map((other) => ({ other, far: other.endsWith(`/${name}`) ? 0 : distance(name, other) }))
    .filter(({ far }) => far <= reach)
    .sort((a, b) => a.far - b.far)
    .slice(0, NEAR_NAMES)
    .map(({ other }) => other);
}
