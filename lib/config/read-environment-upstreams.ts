/** Upstreams that are configured by environment variables alone (contract). */
import { type Environment, readVariable } from "./environment.ts";
import { findBaseUrlProblem } from "./find-base-url-problem.ts";
import { SettingsError } from "./settings-error.ts";
import type { ServerEntry } from "./upstream-entry.ts";

type DialectId = NonNullable<ServerEntry["dialects"]>[number];

type Vendor = {
  id: string;
  /** Prefix of the variables `…_API_KEY` and `…_BASE_URL`. */
  prefix: string;
  baseUrl: string;
  /** Dialects of the vendor's own server. */
  dialects: DialectId[];
  /** Dialects of another server behind the same variable: those that every server of that kind speaks. */
  elsewhere: DialectId[];
  /** Last path segment that SDKs omit from a base URL and requests need (wire-formats §7.6). */
  version?: string;
};

const VENDORS: Vendor[] = [
  {
    id: "openai",
    prefix: "OPENAI",
    baseUrl: "https://api.openai.com/v1",
    dialects: ["openai-chat", "openai-responses", "openai-images"],
    elsewhere: ["openai-chat", "openai-images"],
  },
  {
    id: "anthropic",
    prefix: "ANTHROPIC",
    baseUrl: "https://api.anthropic.com/v1",
    dialects: ["anthropic-messages"],
    elsewhere: ["anthropic-messages"],
    version: "v1",
  },
  {
    id: "gemini",
    prefix: "GEMINI",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    dialects: ["google-generate", "google-interactions", "google-operations"],
    elsewhere: ["google-generate", "google-operations"],
    version: "v1beta",
  },
];

/** A base URL without a key is enough: some servers need no key. */
export function readEnvironmentUpstreams(environment: Environment): Record<string, ServerEntry> {
  const entries: Record<string, ServerEntry> = {};
  for (const { id, prefix, baseUrl, dialects, elsewhere, version } of VENDORS) {
    const keyVariable = `${prefix}_API_KEY`;
    const hasKey = readVariable(environment, keyVariable) !== undefined;
    const url = readVariable(environment, `${prefix}_BASE_URL`);
    if (!hasKey && !url) continue;
    if (url) checkUrl(`${prefix}_BASE_URL`, url);
    entries[id] = {
      baseUrl: url ? withVersion(url, version) : baseUrl,
      dialects: url && withVersion(url, version) !== baseUrl ? elsewhere : dialects,
      ...(hasKey ? { apiKeyEnv: keyVariable } : {}),
    };
  }
  return entries;
}

/** Returns the environment variable whose key connects this upstream; undefined when it needs a config entry. */
export function findKeyVariable(id: string): string | undefined {
  const vendor = VENDORS.find((candidate) => candidate.id === id);
  return vendor && `${vendor.prefix}_API_KEY`;
}

function checkUrl(field: string, url: string): void {
  const problem = findBaseUrlProblem(url);
  if (!problem) return;
  throw new SettingsError({ field, value: problem.includes("not shown") ? undefined : url, expected: problem });
}

function withVersion(url: string, version: string | undefined): string {
  const base = url.replace(/\/+$/, "");
  return version === undefined || /\/v\d+(beta|alpha)?$/.test(base) ? base : `${base}/${version}`;
}
