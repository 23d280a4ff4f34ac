import type { KeyPolicy, LimitUse } from "./key-policy.ts";

/** An API key as `/api/keys` shows it: never its hash, and its secret once. Times are Unix milliseconds. */
export type ApiKey = {
  id: string;
  name: string;
  /** The beginning of its secret, enough to recognise it. */
  prefix: string;
  scopes: ("admin" | "inference" | "publish" | "metrics")[];
  created_at: number;
  expires_at: number | null;
  last_used_at: number | null;
  revoked_at: number | null;
  /** A disabled key works again once it is enabled. */
  disabled_at: number | null;
  /** Group whose limits it shares. */
  group: string | null;
  tags: string[];
  /** Person whose key it is; null for a key of the gateway. */
  person_id: string | null;
  /** Until when the secret before the last rotation works. */
  previous_secret_expires_at: number | null;
  /** State of its limits and of its group's; empty without limits, and for a revoked key. */
  use: LimitUse[];
} & KeyPolicy;

/** Response to the creation of a key. */
export type CreatedApiKey = ApiKey & { secret: string };

export type ApiKeyList = {
  object: "list";
  data: ApiKey[];
  /** Groups of the config file, by name. */
  groups: Readonly<Record<string, KeyPolicy>>;
  /** Limits of the config file that new keys get, unless they are given others. */
  defaults: KeyPolicy;
};
