import type { Principal } from "./key-ring.ts";
import type { Services } from "./services.ts";

type Rules = Pick<NonNullable<Principal["policy"]>, "models" | "budget" | "limits">;

/**
 * Returns true for a key that it or its group limits in models, tokens or money: such limits do not hold for calls that
 * the gateway does not see.
 */
export function hasCallLimits(
  { policy, group }: Pick<Principal, "policy" | "group">,
  { settings }: Pick<Services, "settings">,
): boolean {
  const { groups } = settings.keys;
  const ofGroup = group !== undefined && Object.hasOwn(groups, group) ? groups[group] : undefined;
  return [policy, ofGroup].some((rules) => rules && limitsCalls(rules));
}

function limitsCalls({ models, budget, limits }: Rules): boolean {
  const amounts = [...Object.values(budget), limits.tokens_per_minute];
  return models !== null || amounts.some((amount) => amount !== null && amount !== undefined);
}
