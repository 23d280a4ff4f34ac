import type { Bus } from "#lib/store/bus/bus.ts";
import type { Store } from "#lib/store/store.ts";
import { createRouteTargets } from "../routing/route-targets.ts";
import type { AllServices } from "./services.ts";

/** Least time between two alerts of a model, in milliseconds: a probe that fails opens its breaker again. */
const ALERT_MS = 600_000;

/** Opens the targets of routes; the other instances hear of each breaker that opens and of conversations' models. */
export function openRouteTargets({
  bus,
  alerts,
  store,
}: {
  bus: Bus;
  alerts: AllServices["alerts"];
  store: Pick<Store, "now">;
}): AllServices["targets"] {
  return createRouteTargets({
    onBreaker(model, openMs) {
      bus.publish("target", { model, openMs });
      const occasion = `${model} ${Math.floor(store.now() / ALERT_MS)}`;
      if (openMs > 0) void alerts.raise({ type: "breaker.open", occasion, data: { model, open_ms: openMs } });
    },
    onConversation: (route, session, model) => bus.publish("conversation", { route, session, model }),
  });
}
