/** Words for a provider's source, status and API formats. */
import type { Provider, ProviderSource } from "#lib/contract/provider.ts";

export const SOURCES: Record<ProviderSource, string> = {
  stored: "Connected here",
  file: "From the config file",
  environment: "From the environment",
  "built-in": "Built in",
};

export const STATUSES: Record<Provider["status"], string> = {
  ready: "Ready",
  failing: "Not responding",
  locked: "Key needed",
  overridden: "Not used",
};

/** Returns "62 models"; undefined where the number is unknown. */
export function describeModelCount(count: number | null): string | undefined {
  if (count === null) return undefined;
  return count === 1 ? "1 model" : `${count.toLocaleString("en")} models`;
}
