/** Finds the ids of models, `<upstream>/<model>`, by the names that requests used. */
import type { Services } from "#lib/gateway/request/services.ts";
import { listKnownModels, resolveAlias } from "./resolve-model.ts";

/**
 * Names are resolved as `resolveModel` does today; a name of no model, or of several, is left out. Makes no request.
 */
export function findModelIds(
  names: readonly string[],
  models: Pick<Services, "settings" | "builtIns" | "upstreams" | "bridges" | "catalogue">,
): Map<string, string> {
  let byBareName: Map<string, string | undefined> | undefined;
  const find = (name: string): string | undefined => {
    const target = resolveAlias(name, models);
    const builtIn = models.builtIns.get(target);
    if (builtIn) return `${builtIn.id}/${builtIn.defaultModel}`;
    const prefix = target.slice(0, Math.max(0, target.indexOf("/")));
    if ([models.builtIns, models.upstreams, models.bridges].some((upstreams) => upstreams.has(prefix))) return target;
    byBareName ??= indexBareNames(models);
    return byBareName.get(target);
  };
  return new Map(
    names.flatMap((name) => {
      const id = find(name);
      return id === undefined ? [] : [[name, id] as const];
    }),
  );
}

/** Ambiguous names have no id. */
function indexBareNames(models: Parameters<typeof listKnownModels>[0]): Map<string, string | undefined> {
  const index = new Map<string, string | undefined>();
  for (const { id, upstream } of listKnownModels(models)) {
    const name = id.slice(upstream.length + 1);
    index.set(name, index.has(name) ? undefined : id);
  }
  return index;
}
