/** Principal: the key or person that sent a request. */
import type { KeyPolicy } from "#lib/contract/key-policy.ts";
import type { PersonRole } from "#lib/contract/person.ts";
import type { KeyScope } from "#lib/store/store.ts";

/** `view` reads what the pages show; a viewer has no more, and whoever calls models has it too. */
export type Scope = KeyScope | "view";

export type Principal = {
  /** Id of the key or the person, or "admin". */
  keyId: string;
  name: string;
  scopes: Scope[];
  /** Person who signed in, or whose key it is. */
  person?: { id: string; email: string | null; role: PersonRole /** False for a key. */; isSession: boolean };
  /** Limits of the key; absent when it has none. */
  policy?: KeyPolicy;
  /** Group whose limits the key shares. */
  group?: string;
  /** Labels of its requests in the log. */
  tags?: readonly string[];
};

/** Returns the owner of what this principal stores: a person's keys share it with the person. */
export function getOwner({ keyId, person }: Pick<Principal, "keyId" | "person">): string {
  return person?.id ?? keyId;
}
