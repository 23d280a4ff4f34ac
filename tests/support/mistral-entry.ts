/** The config entry of a package from npm, whose provider calls the stub. Its key is in `BRIDGE_KEY`. */
import type { StubUpstream } from "./stub-upstream.ts";

export function mistralEntry({ url }: Pick<StubUpstream, "url">) {
  return { package: "@ai-sdk/mistral", apiKeyEnv: "BRIDGE_KEY", options: { baseURL: url }, models: ["m"] };
}
