import type { RouteSettings } from "#lib/config/model-routes.ts";

/**
 * Returns the models of a route in the order in which one request tries them: targets in a random order by their
 * weights, then the fallbacks.
 * @param first model to try before all others, that of the conversation; ignored when the route has no such model
 */
export function orderTargets(
  { targets, fallback }: Pick<RouteSettings, "targets" | "fallback">,
  { first, random = Math.random }: { first?: string | undefined; random?: () => number } = {},
): string[] {
  // A weighted draw without replacement in one pass (Efraimidis and Spirakis, 2006).
  const ranked: { model: string; rank: number }[] = [];
  for (const { model, weight } of targets) {
    if (weight > 0) ranked.push({ model, rank: -Math.log(1 - random()) / weight });
  }
  const drawn = ranked.length > 1 ? ranked.sort((a, b) => a.rank - b.rank) : ranked;
  const order = [...drawn.map(({ model }) => model), ...fallback];
  return first !== undefined && order.includes(first) ? [first, ...order.filter((model) => model !== first)] : order;
}
