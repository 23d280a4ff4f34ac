import type { KeyRules } from "#lib/config/key-rules.ts";
import type { KeyPolicy } from "#lib/contract/key-policy.ts";
import { matchesWildcard } from "#lib/contract/wildcard.ts";
import type { Principal } from "#lib/gateway/request/key-ring.ts";
import { errors } from "#lib/http/errors.ts";
import type { Store } from "#lib/store/store.ts";

/** A key or a group of keys whose limits apply to a request. */
export type LimitOwner = {
  id: string;
  /** As errors name it. */
  title: string;
  policy: KeyPolicy;
  /** Ids of its keys. */
  listKeys(): Promise<string[]>;
};

/** Returns the key of a request, and its group where the config has it, as far as they have limits. */
export function listLimitOwners(
  { keyId, policy, group }: Pick<Principal, "keyId" | "policy" | "group">,
  { rules, store }: { rules: KeyRules; store: Pick<Store, "keys" | "people"> },
): LimitOwner[] {
  const owners: LimitOwner[] = [];
  if (policy) owners.push({ id: `key:${keyId}`, title: "This key", policy, listKeys: async () => [keyId] });
  const shared = group !== undefined && Object.hasOwn(rules.groups, group) ? rules.groups[group] : undefined;
  if (group !== undefined && shared) {
    owners.push({
      id: `group:${group}`,
      title: `The group "${group}"`,
      policy: shared,
      listKeys: async () => {
        const keys = (await store.keys.list()).filter((key) => key.group === group);
        return [...keys.map(({ id }) => id), ...(await store.people.listTeam(group))];
      },
    });
  }
  return owners;
}

/** @throws GatewayError 403 unless one of these names of the model is allowed */
export function requireAllowedModel({ title, policy: { models } }: LimitOwner, names: readonly string[]): void {
  if (!models || names.some((name) => models.some((pattern) => matchesWildcard(pattern, name)))) return;
  throw errors.modelNotAllowed({ model: names[0] ?? "", owner: title, allowed: models });
}
