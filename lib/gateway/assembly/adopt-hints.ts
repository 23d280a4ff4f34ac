/** Puts into effect what other instances have found: failing targets, refused keys, conversations, wrong credentials. */
import type { Services } from "#lib/gateway/request/services.ts";
import type { Bus } from "#lib/store/bus/bus.ts";
import { listTargets } from "../routing/route-targets.ts";

export function adoptHints(
  bus: Bus,
  {
    settings,
    targets,
    upstreams,
    credentialThrottle,
  }: Pick<Services, "settings" | "targets" | "upstreams" | "credentialThrottle">,
): void {
  bus.handle("target", ({ model, openMs }) => {
    // An instance with another config file may know other models.
    if (Object.values(settings.routes).some((route) => listTargets(route).includes(model))) {
      targets.adopt(model, openMs);
    }
  });
  bus.handle("conversation", ({ route, session, model }) => {
    targets.rememberSession(route, session, model, { isNews: false });
  });
  bus.handle("provider-key", ({ upstream, ...aside }) => upstreams.get(upstream)?.keys?.adopt(aside));
  bus.handle("wrong-credential", (source) => credentialThrottle.adopt(source));
}
