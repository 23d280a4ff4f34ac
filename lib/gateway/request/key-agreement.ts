/** KeyAgreement: finds out whether all running instances encrypt and sign with the same keys. */
import type { Bus } from "#lib/store/bus/bus.ts";
import { hashSecret } from "#lib/store/hash-secret.ts";
import type { Sealer } from "#lib/store/sealer.ts";
import type { AdminKey } from "./admin-key.ts";

export type KeyAgreement = {
  /** Returns what differs, as sentences for the operator; undefined while nothing does. */
  findProblem(): string | undefined;
  /** Returns true while another instance encrypts with another key. */
  hasOtherSecretKey(): boolean;
  close(): void;
};

/** Milliseconds between two messages, and the time for which one counts. */
const INTERVAL_MS = 5_000;
const VALID_MS = 3 * INTERVAL_MS;

const PROBLEMS = {
  secretKey:
    "Another instance has another PARLANCE_SECRET_KEY: it can't read the API keys of providers that this one stores. Set the same key on all instances.",
  adminKey: "Another instance has another admin key. Set the same PARLANCE_ADMIN_KEY on all instances.",
};

/** @param now milliseconds of a monotonic clock */
export function watchKeyAgreement({
  bus,
  sealer,
  adminKey,
  log,
  now = () => performance.now(),
}: {
  bus: Bus;
  sealer: Sealer;
  adminKey: AdminKey;
  log: (line: string) => void;
  now?: () => number;
}): KeyAgreement {
  /** Time of the last message that showed a difference. */
  const differed = new Map<keyof typeof PROBLEMS, number>();

  const describe = () => ({
    secretKey: sealer.fingerprint() ?? "",
    adminKey: hashSecret(adminKey.hash).slice(0, 8),
  });
  const isRecent = (kind: keyof typeof PROBLEMS) => now() - (differed.get(kind) ?? Number.NEGATIVE_INFINITY) < VALID_MS;
  const announce = () => bus.publish("keys", describe());

  bus.handle("keys", (other) => {
    const own = describe();
    for (const kind of ["secretKey", "adminKey"] as const) {
      // A key file appears with the first secret.
      if (own[kind] === other[kind] || own[kind] === "" || other[kind] === "") continue;
      if (!isRecent(kind)) {
        log(PROBLEMS[kind]);
        // The other one may have started later than the last message of this one.
        announce();
      }
      differed.set(kind, now());
    }
  });
  bus.whenOpen(announce);
  const timer = setInterval(announce, INTERVAL_MS).unref();
  return {
    findProblem() {
      const found = (["secretKey", "adminKey"] as const).filter(isRecent);
      return found.length === 0 ? undefined : found.map((kind) => PROBLEMS[kind]).join(" ");
    },
    hasOtherSecretKey: () => isRecent("secretKey"),
    close: () => clearInterval(timer),
  };
}
