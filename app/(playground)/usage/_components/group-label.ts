import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";
import type { UsageReply } from "#lib/contract/usage-reply.ts";

const NONE: Record<UsageGrouping, string> = {
  model: "Unknown models",
  upstream: "Unknown provider",
  key: "Unknown key",
  dialect: "Unknown API",
};

/** Returns the label of a group: a key's name, or a text for requests without a value. */
export function groupLabel({ group, name }: Pick<UsageReply["groups"][number], "group" | "name">, by: UsageGrouping) {
  return name ?? group ?? NONE[by];
}
