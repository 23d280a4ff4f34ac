/** Opens the key ring of a process: keys, sessions, and people where they sign in through a provider. */
import type { Settings } from "#lib/config/load-settings.ts";
import { describeReason } from "#lib/http/storage-fault.ts";
import type { SessionRecord, Store } from "#lib/store/store.ts";
import type { AdminKey } from "../request/admin-key.ts";
import { createKeyRing, type KeyRing } from "../request/key-ring.ts";
import { createPersonFinder, isPersonId } from "../request/people.ts";

/** Age of a session's last recorded use after which it is written again: often enough for a page, and no load. */
const STALE_MS = 60_000;

export function openKeyRing({
  store,
  adminKey,
  settings,
  onChange,
  log,
}: {
  store: Store;
  adminKey: AdminKey;
  settings: Settings;
  onChange: () => void;
  log: (line: string) => void;
}): KeyRing {
  const { oidc } = settings;
  return createKeyRing({
    ...{ store, adminKey, now: store.now, onChange },
    findPerson: oidc && createPersonFinder({ store: store.people, oidc, readDefaults: () => settings.keys.defaults }),
    onSession: createSessionToucher(store, log),
  });
}

/** Returns a function that records the use of a session, and of the person who has it, and returns at once. */
function createSessionToucher(
  { sessions, people, now }: Pick<Store, "sessions" | "people" | "now">,
  log: (line: string) => void,
): (session: SessionRecord) => void {
  return ({ hash, keyId, lastSeenAt }) => {
    if (now() - (lastSeenAt ?? 0) < STALE_MS) return;
    const written = [sessions.touch(hash), ...(isPersonId(keyId) ? [people.touch(keyId)] : [])];
    Promise.all(written).catch((error) => log(`The use of a session was not recorded: ${describeReason(error)}`));
  };
}
