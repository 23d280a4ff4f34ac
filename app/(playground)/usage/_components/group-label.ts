import type { UsageGrouping } from "#lib/contract/usage-groupings.ts";
import type { UsageReply } from "#lib/contract/usage-reply.ts";

/** Names of the ways to group, as filters and columns show them. */
export const GROUPING_NAMES: Record<UsageGrouping, string> = {
  model: "Model",
  upstream: "Provider",
  key: "Key",
  dialect: "API",
  group: "Group",
  tag: "Tag",
  route: "Route",
};

const NONE: Record<UsageGrouping, string> = {
  model: "Unknown models",
  upstream: "Unknown provider",
  key: "Unknown key",
  dialect: "Unknown API",
  group: "Without a group",
  tag: "Without a tag",
  route: "Without a route",
};

/** Returns the label of a group: a key's name, or a text for requests without a value. */
export function groupLabel({ group, name }: Pick<UsageReply["groups"][number], "group" | "name">, by: UsageGrouping) {
  return name ?? group ?? NONE[by];
}
