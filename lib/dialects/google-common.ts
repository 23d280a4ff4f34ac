/** Shared parts of Google's two text APIs: how a server is called, and the fields of a Call that neither has. */
import type { Call } from "#lib/canonical/call.ts";
import { omitVendor } from "#lib/canonical/opaque.ts";
import type { Dialect } from "./dialect.ts";
import { writeGoogleErrorBody } from "./google-error-bodies.ts";

export const googleCommon = {
  writeUpstreamHeaders: (apiKey): Record<string, string> => (apiKey ? { "x-goog-api-key": apiKey } : {}),
  modelsPath: "/models?pageSize=1000",
  ping: ": ping\n\n",
  holdsFile: () => true,
  writeErrorBody: writeGoogleErrorBody,
} satisfies Partial<Dialect>;

export const GOOGLE_SERVICE_TIERS: Record<string, string> = {
  default: "standard",
  standard: "standard",
  flex: "flex",
  priority: "priority",
  fast: "priority",
};

/**
 * Adds the names of dropped fields to `call.dropped`.
 * @param dialect id of the API
 * @param missing further fields that it lacks, with their values in the call
 */
export function dropForGoogle(call: Call, dialect: string, missing: readonly (readonly [string, unknown])[]): void {
  const all: (readonly [string, unknown])[] = [
    ...missing,
    ["logit_bias", call.logitBias],
    ["verbosity", call.verbosity],
    ["metadata", call.metadata],
    ["user", call.user],
    ["safety_identifier", call.safetyIdentifier],
    ["prompt_cache_key", call.promptCacheKey],
    ["parallel_tool_calls", call.parallelToolCalls === false ? false : undefined],
  ];
  for (const [name, value] of all) if (value !== undefined) call.dropped.push(name);
  for (const fields of Object.values(omitVendor(call.vendor, dialect) ?? {})) {
    // `max_tokens` is the older name of a field that is carried, so it is not reported as dropped.
    for (const name of Object.keys(fields)) if (name !== "max_tokens") call.dropped.push(name);
  }
}
