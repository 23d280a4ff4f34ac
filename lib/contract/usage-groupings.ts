export const USAGE_GROUPINGS = ["model", "upstream", "key", "dialect", "group", "tag", "route"] as const;

export type UsageGrouping = (typeof USAGE_GROUPINGS)[number];

/** Groups that are told apart when a request for usage names no number. */
export const DEFAULT_GROUPS = 20;
