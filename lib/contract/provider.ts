/** A provider as `/api/providers` shows it: never its API key. Times are Unix milliseconds. */
import type { ApiFormat } from "./provider-presets.ts";

export type ProviderSource = "built-in" | "environment" | "file" | "stored";

export type Provider = {
  /** Prefix of its models' names. */
  id: string;
  name: string;
  /** Preset that it was made from; null for others. */
  preset: string | null;
  source: ProviderSource;
  /** Null for a package of the AI SDK and the sandbox. */
  base_url: string | null;
  api_formats: ApiFormat[];
  has_key: boolean;
  /**
   * `failing`: its model list cannot be read. `locked`: its API key cannot be decrypted. `overridden`: the config file
   * or the environment has another of the same id.
   */
  status: "ready" | "failing" | "locked" | "overridden";
  /** Reason for any other status than `ready`. */
  problem: string | null;
  /** Number of models in its list; null for the sandbox. */
  model_count: number | null;
  /** Models that were named instead of its list; null when its list is read. */
  models: string[] | null;
  /** Its API keys and their states; empty when it has one or none. */
  keys: ProviderKeyState[];
  /** Models that routes leave out at present, because they fail. */
  out_of_use: { model: string; retry_in_ms: number }[];
  created_at: number | null;
  updated_at: number | null;
};

/** State of one of several API keys of a provider. Milliseconds and status only while it is set aside. */
export type ProviderKeyState = {
  /** Environment variable that it comes from. */
  variable: string;
  state: "active" | "set aside";
  /** Status with which the provider refused it. */
  status?: number;
  /** Time until it is used again. */
  retry_in_ms?: number;
};

export type ProviderList = {
  object: "list";
  data: Provider[];
  config: { path: string; problem: string | null; restart_needed: string[]; loaded_at: number };
};

/** Body that creates, replaces or tests a provider. */
export type ProviderDraft = {
  id?: string;
  name?: string;
  preset?: string;
  base_url: string;
  api_key?: string;
  api_formats?: ApiFormat[];
  /** Empty: its list is read. */
  models?: string[];
};

/** Result of a test. */
export type ProviderTest = {
  /** True when models are listed, or named in the draft, and one answers a call. */
  ok: boolean;
  /** Base URL that works: the given one, cleaned, with a version where one was missing. */
  base_url: string;
  api_formats: ApiFormat[];
  /** Ids of its models, at most 500. */
  models: string[];
  model_count: number;
  /** Model that responded to the test call; null when none did. */
  model: string | null;
  steps: ProviderTestStep[];
};

export type ProviderTestStep = {
  name: "connect" | "models" | "call";
  ok: boolean;
  /** A sentence for people: what was found, or what failed and what to do. */
  message: string;
  /** Duration in milliseconds. */
  ms: number;
};

/** Local server that answers on its usual port. */
export type LocalServer = { preset: string; name: string; base_url: string; model_count: number };
