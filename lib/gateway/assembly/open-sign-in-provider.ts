/** Opens the sign-in through an identity provider, where one is configured. */
import type { Settings } from "#lib/config/load-settings.ts";
import type { Sealer } from "#lib/store/sealer.ts";
import type { Store } from "#lib/store/store.ts";
import type { SignInProvider } from "../endpoints/session/provider/sign-in-provider.ts";
import type { Audit } from "../request/audit.ts";
import type { KeyRing } from "../request/key-ring.ts";
import type { Log } from "../request/log.ts";

/** Loaded on demand: a gateway with keys alone needs none of it. */
export async function openSignInProvider({
  settings: { oidc },
  ...services
}: {
  settings: Pick<Settings, "oidc">;
  store: Store;
  sealer: Sealer;
  keyRing: KeyRing;
  audit: Audit;
  log: Log;
}): Promise<SignInProvider | undefined> {
  if (!oidc) return undefined;
  const { createSignInProvider } = await import("../endpoints/session/provider/sign-in-provider.ts");
  return createSignInProvider({ settings: oidc, ...services });
}
