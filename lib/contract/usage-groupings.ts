export const USAGE_GROUPINGS = ["model", "upstream", "key", "dialect"] as const;

export type UsageGrouping = (typeof USAGE_GROUPINGS)[number];
