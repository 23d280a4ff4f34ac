/** Rights of people who signed in through the identity provider, by their role. */
import type { OidcSettings } from "#lib/config/oidc-settings.ts";
import { isUnlimited, type KeyPolicy } from "#lib/contract/key-policy.ts";
import type { PersonRole } from "#lib/contract/person.ts";
import { getRole, getTeam, type PeopleStore, type PersonRecord } from "#lib/store/people/person-record.ts";
import type { Principal, Scope } from "./principal.ts";

const DAY_MS = 86_400_000;

/** `view` reads what the pages show, and calls no model. */
const ROLE_SCOPES: Readonly<Record<PersonRole, readonly Scope[]>> = {
  viewer: ["view"],
  member: ["inference"],
  admin: ["admin", "inference"],
};

/** Person with rights, and the time in Unix milliseconds when they end unless the sign-in is renewed. */
export type FoundPerson = { principal: Principal & { person: NonNullable<Principal["person"]> }; expiresAt: number };

/** Returns undefined for a person who is unknown or disabled, or whose sign-in has ended. */
export type FindPerson = (id: string) => Promise<FoundPerson | undefined>;

const PERSON_MARK = "person_";

export const isPersonId = (id: string): boolean => id.startsWith(PERSON_MARK);

export function createPersonFinder({
  store,
  oidc,
  readDefaults,
}: {
  store: Pick<PeopleStore, "find">;
  oidc: OidcSettings;
  /** Returns the limits of new keys, which are those of each person too. */
  readDefaults: () => KeyPolicy;
}): FindPerson {
  return async (id) => {
    const person = await store.find(id);
    if (!person || person.issuer !== oidc.issuer || person.disabledAt !== null || person.endedAt !== null) {
      return undefined;
    }
    return {
      principal: toPrincipal(person, readDefaults()),
      expiresAt: person.verifiedAt + oidc.lapseDays * DAY_MS,
    };
  };
}

function toPrincipal(person: PersonRecord, policy: KeyPolicy): FoundPerson["principal"] {
  const { id, name, email } = person;
  const [role, team] = [getRole(person), getTeam(person)];
  return {
    ...{ keyId: id, name, scopes: [...ROLE_SCOPES[role]], person: { id, email, role, isSession: true } },
    ...(isUnlimited(policy) ? {} : { policy }),
    ...(team === null ? {} : { group: team }),
  };
}

/** Returns the scopes of a person's key: those of the key that the person's role still has. */
export function limitScopes(scopes: readonly Scope[], role: PersonRole): Scope[] {
  if (role === "admin") return [...scopes];
  return role === "member" ? scopes.filter((scope) => scope === "inference") : ["view"];
}
