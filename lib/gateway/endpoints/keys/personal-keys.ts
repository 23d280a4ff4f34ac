/** Keys that people make for themselves: whose they are, how many, and which fields their owner may set. */
import type { KeyPolicy } from "#lib/contract/key-policy.ts";
import { PERSONAL_KEYS } from "#lib/gateway/limits.ts";
import { scopeError } from "#lib/gateway/request/authenticate.ts";
import type { RequestContext } from "#lib/gateway/request/context.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
import { errors } from "#lib/http/errors.ts";
import type { KeyRecord } from "#lib/store/store.ts";

/** Fields that a person without the role `admin` may set; limits no higher than they would be without them. */
const OWN_FIELDS = new Set(["name", "expires_in", "expires_at", "tags", "limits", "budget", "personal"]);

/**
 * Returns the person whose keys alone the principal may manage; undefined for an admin, who manages all.
 * @throws GatewayError 403 for a key that is neither
 */
export function findKeyOwner(principal: Principal): string | undefined {
  if (principal.scopes.includes("admin")) return undefined;
  const { person } = principal;
  if (!person?.isSession || !principal.scopes.includes("inference")) throw scopeError(principal, "admin");
  return person.id;
}

/** @throws GatewayError 404 for a key that is unknown, revoked, or of somebody else */
export async function findManagedKey(id: string, { services, principal }: RequestContext): Promise<KeyRecord> {
  const owner = findKeyOwner(principal);
  const record = await services.store.keys.findById(id);
  if (!record || record.revokedAt !== null || (owner !== undefined && record.personId !== owner)) {
    throw errors.keyNotFound({ id });
  }
  return record;
}

/**
 * Checks the fields of a person's own key.
 * @param most limits that the key has without these fields
 * @throws GatewayError 403 for a field that only admins set, or a limit above `most`
 */
export function requireOwnFields(fields: object, most: KeyPolicy): void {
  for (const [name, value] of Object.entries(fields)) {
    if (OWN_FIELDS.has(name) || (name === "scopes" && String(value) === "inference")) continue;
    throw errors.personalKeyField({ param: name });
  }
  const { limits, budget } = fields as Partial<KeyPolicy>;
  for (const [group, wanted, allowed] of [
    ["limits", limits, most.limits],
    ["budget", budget, most.budget],
  ] as const) {
    for (const [name, value] of Object.entries(wanted ?? {})) {
      const bound = (allowed as Record<string, number | null | undefined>)[name] ?? null;
      if (bound !== null && (value === null || (value as number) > bound)) {
        throw errors.personalKeyField({ param: `${group}.${name}` });
      }
    }
  }
}

/** @throws GatewayError 409 for a person with too many keys */
export async function requireRoomForKey(personId: string, { services }: RequestContext): Promise<void> {
  const keys = await services.store.keys.listOfPerson(personId);
  const active = keys.filter(({ revokedAt }) => revokedAt === null);
  if (active.length >= PERSONAL_KEYS.active) throw errors.personalKeyLimit({ limit: PERSONAL_KEYS.active });
}
