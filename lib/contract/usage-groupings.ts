export const USAGE_GROUPINGS = ["model", "upstream", "key", "dialect", "group", "tag", "route"] as const;

export type UsageGrouping = (typeof USAGE_GROUPINGS)[number];
