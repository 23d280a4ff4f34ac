/** Keys whose requests and usage a principal may read. */
import { errors } from "#lib/http/errors.ts";
import type { Store } from "#lib/store/store.ts";
import type { Principal } from "./key-ring.ts";

export type VisibleKeys = { keyId?: string | undefined; keyIds?: readonly string[] };

/**
 * Returns the filter of the log: none for an admin, otherwise the key itself, and for a person the person's keys too.
 * @throws GatewayError 403 for another key
 */
export async function findVisibleKeys(
  { keyId, scopes, person }: Principal,
  requested: string | undefined,
  { store, data }: { store: Pick<Store, "keys">; data: "requests" | "the usage" },
): Promise<VisibleKeys> {
  if (scopes.includes("admin")) return { keyId: requested };
  if (requested === keyId) return { keyId };
  if (person?.isSession) {
    const keys = (await store.keys.listOfPerson(person.id)).map(({ id }) => id);
    if (requested !== undefined && keys.includes(requested)) return { keyId: requested };
    if (requested === undefined) return keys.length === 0 ? { keyId } : { keyIds: [keyId, ...keys] };
  } else if (requested === undefined) return { keyId };
  throw errors.otherKeysNeedAdmin({ data });
}
