/** The entries of the config file under which the gateway of the page tests finds the scripted upstream. */
import type { DialectId } from "../matrix/dialects.ts";

/** Under which id each dialect's page relays; the other pages reach it by translation. */
export const STUB_OF: Record<DialectId, string> = {
  "openai-chat": "stub-chat",
  "openai-responses": "stub-responses",
  "anthropic-messages": "stub-messages",
  "google-generate": "stub-generate-content",
};

/** No list is shown of them, and nothing is tried twice: what a test scripts is what its request meets. */
const QUIET = { models: [], retries: { attempts: 0 } };

export function scriptedUpstreams(url: string): Record<string, object> {
  const entry = (dialect: string) => ({ baseUrl: `${url}/v1`, dialects: [dialect], ...QUIET });
  return {
    ...Object.fromEntries(Object.entries(STUB_OF).map(([dialect, id]) => [id, entry(dialect)])),
    /** Chat with a price, also for cached tokens. */
    "stub-priced": { ...entry("openai-chat"), prices: { cached: { input: 10, cached_input: 1, output: 20 } } },
    "stub-images": entry("openai-images"),
    /** Port 1 takes no connection. */
    "stub-refused": { ...entry("openai-chat"), baseUrl: "http://127.0.0.1:1/v1" },
  };
}
