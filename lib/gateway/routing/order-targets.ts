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
  // A weighted draw without replacement in one pass (Efraimidis and Spirakis, 2006), sorted by insertion: targets are few.
  const order: string[] = [];
  const ranks: number[] = [];
  for (const { model, weight } of targets) {
    if (weight <= 0) continue;
    const rank = -Math.log(1 - random()) / weight;
    let at = order.length;
    for (; at > 0 && (ranks[at - 1] as number) > rank; at--) {
      ranks[at] = ranks[at - 1] as number;
      order[at] = order[at - 1] as string;
    }
    ranks[at] = rank;
    order[at] = model;
  }
  for (const model of fallback) order.push(model);
  return first !== undefined && order.includes(first) ? [first, ...order.filter((model) => model !== first)] : order;
}
