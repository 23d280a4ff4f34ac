/** Places of a key (spec, Authentication): every route accepts all of them. */
import type { Operation } from "./operation.ts";

const apiKey = (place: "header" | "query" | "cookie", name: string, description: string) => ({
  type: "apiKey",
  in: place,
  name,
  description,
});

export const securitySchemes = {
  bearer: {
    type: "http",
    scheme: "bearer",
    description: "`Authorization: Bearer <key>`, as OpenAI's clients send it.",
  },
  apiKey: apiKey("header", "x-api-key", "As Anthropic's clients send it."),
  providerApiKey: apiKey("header", "x-provider-api-key", "The key header of the `/v1beta` family."),
  googleApiKey: apiKey("header", "x-goog-api-key", "As Google's clients send it."),
  queryKey: apiKey("query", "key", "In the query, where a client can set no header. Queries end up in logs: avoid it."),
  session: apiKey(
    "cookie",
    "parlance_session",
    "Set by `POST /api/session` for a signed-in browser; it counts for requests from the gateway's own pages only.",
  ),
};

/** Any one of them is enough; the route's own place comes first. */
export function createSecurityRequirement(key: Operation["key"]): Record<string, string[]>[] {
  if (key === "none") return [];
  const others = Object.keys(securitySchemes).filter((name) => name !== key);
  return [key, ...others].map((name) => ({ [name]: [] }));
}
