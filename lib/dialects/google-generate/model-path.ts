/** Paths of models below the base URL of an upstream that speaks Google's API. */
import { invalidValue } from "#lib/http/gateway-error.ts";
import { encodePath } from "#lib/http/url-path.ts";

/** Collections that a name may begin with; `publishers/…` is how Vertex names the models of others. */
const IN_COLLECTION = /^(?:publishers\/[^/]+\/)?(?:models|tunedModels)\//;

/**
 * Returns the path of a model. `models/` stands before a bare name; slashes in a name stay.
 * @throws GatewayError 400 for a name that would lead to another path
 */
export function modelPath(model: string): string {
  const path = encodePath(model);
  if (path === undefined) {
    throw invalidValue("model", "expected a name without control characters, and without . and .. between its slashes");
  }
  return IN_COLLECTION.test(path) ? `/${path}` : `/models/${path}`;
}
