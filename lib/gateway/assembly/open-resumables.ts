/** Opens the registry of resumable responses and the watchers of their live links, and connects both to other instances. */
import type { Bus } from "#lib/store/bus/bus.ts";
import type { ResumableResponse } from "../bodies/resumable/resumable-response.ts";
import { MemoryBudget, Resumables } from "../bodies/resumable/resumables.ts";
import { LiveWatchers } from "../endpoints/live-links/live-watchers.ts";
import { RESUMABLE_LIMITS } from "../limits.ts";
import type { InFlight } from "../request/in-flight.ts";
import type { KeyRing } from "../request/key-ring.ts";

export function openResumables({ bus, inFlight, keyRing }: { bus: Bus; inFlight: InFlight; keyRing: KeyRing }) {
  const resumableMemory = new MemoryBudget(RESUMABLE_LIMITS.totalBytes);
  const resumables = new Resumables<ResumableResponse>({ limits: RESUMABLE_LIMITS, budget: resumableMemory, inFlight });
  const liveWatchers = new LiveWatchers({
    inFlight,
    isKeyActive: async (keyId) => (await keyRing.findById(keyId)) !== undefined,
  });
  bus.handle("stop-resumable", (of) => {
    const resumable = resumables.find(of);
    resumable?.stop();
    return resumable !== undefined;
  });
  bus.handle("reading-resumable", (of) => resumables.find(of)?.noteRemoteReader());
  bus.handle("live-link-revoked", ({ id }) => liveWatchers.revoke(id));
  return { resumableMemory, resumables, liveWatchers };
}
