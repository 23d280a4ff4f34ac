/** Prompts and their versions as `/api/prompts` returns them. */
import type { PromptDefinition, PromptVersion, PromptVersionEntry, StoredPrompt } from "#lib/contract/stored-prompt.ts";
import { ADMIN, type Principal } from "#lib/gateway/request/key-ring.ts";
import { getOwner } from "#lib/gateway/request/principal.ts";
import type { LabelledPrompt, PromptVersionRecord } from "#lib/store/prompts/prompt-record.ts";
import type { Store } from "#lib/store/store.ts";

/** @param names names of owners by their ids */
export function describePrompt(
  prompt: LabelledPrompt,
  principal: Principal,
  names: ReadonlyMap<string, string>,
): StoredPrompt {
  const { keyId, id, name, description, visibility, team, latestVersion, labels, createdAt, updatedAt } = prompt;
  return {
    object: "prompt",
    ...{ id, name, description, visibility, team },
    owner: { id: keyId, name: names.get(keyId) ?? null },
    editable: canEdit(prompt, principal),
    owned: isOwner(prompt, principal),
    latest_version: latestVersion,
    labels: { ...labels },
    ...{ created_at: createdAt, updated_at: updatedAt },
  };
}

/** Returns the names of the keys and people that own prompts of others; one's own name is known already. */
export async function readOwnerNames(
  prompts: readonly LabelledPrompt[],
  principal: Principal,
  { keys, people }: Pick<Store, "keys" | "people">,
): Promise<Map<string, string>> {
  const own = getOwner(principal);
  const names = new Map([
    [ADMIN.keyId, ADMIN.name],
    [own, principal.name],
  ]);
  if (prompts.every(({ keyId }) => names.has(keyId))) return names;
  for (const { id, name } of [...(await keys.list()), ...(await people.listNames())]) names.set(id, name);
  return names;
}

/** True for the owner, and for admins. */
export function isOwner({ keyId }: Pick<LabelledPrompt, "keyId">, principal: Principal): boolean {
  return keyId === getOwner(principal) || principal.scopes.includes("admin");
}

/** True also for the group that it is shared with. */
export function canEdit(prompt: Pick<LabelledPrompt, "keyId" | "visibility">, principal: Principal): boolean {
  const { scopes } = principal;
  if (!scopes.includes("inference") && !scopes.includes("admin")) return false;
  return isOwner(prompt, principal) || prompt.visibility === "team";
}

export function describeVersion(
  row: Omit<PromptVersionRecord, "definition">,
  { labels }: Pick<LabelledPrompt, "labels">,
): PromptVersionEntry {
  const { version, note, authorId, authorName, createdAt } = row;
  return {
    ...{ version, note, author: { id: authorId, name: authorName } },
    labels: Object.keys(labels).filter((label) => labels[label] === version),
    created_at: createdAt,
  };
}

export function describeWholeVersion(row: PromptVersionRecord, prompt: LabelledPrompt): PromptVersion {
  return {
    object: "prompt_version",
    prompt: { id: prompt.id, name: prompt.name },
    ...describeVersion(row, prompt),
    definition: JSON.parse(row.definition) as PromptDefinition,
  };
}
