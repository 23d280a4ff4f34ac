/** Paths of models below the base URL of an upstream with Google's API. */

import { errors } from "#lib/http/errors.ts";
import { encodePath } from "#lib/http/url-path.ts";

/** Collections that a name may begin with; Vertex names other vendors' models `publishers/…`. */
const IN_COLLECTION = /^(?:publishers\/[^/]+\/)?(?:models|tunedModels)\//;

/**
 * Returns the path of a model, with `models/` before a bare name. Slashes in a name remain.
 * @throws GatewayError 400 for a name that would lead to another path
 */
export function formatModelPath(model: string): string {
  const path = encodePath(model);
  if (path === undefined) {
    throw errors.modelNameUnsafe();
  }
  return IN_COLLECTION.test(path) ? `/${path}` : `/models/${path}`;
}
