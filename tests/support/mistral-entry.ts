/** The config entry of a package from npm, whose provider calls the stub. Its key is in `BRIDGE_KEY`. */
import type { MistralProviderSettings } from "@ai-sdk/mistral";
import type { StubUpstream } from "./stub-upstream.ts";

export function mistralEntry({ url }: Pick<StubUpstream, "url">) {
  const options: MistralProviderSettings = { baseURL: url };
  return { package: "@ai-sdk/mistral", apiKeyEnv: "BRIDGE_KEY", options, models: ["m"] };
}
