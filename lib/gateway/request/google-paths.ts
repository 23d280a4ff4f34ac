/**
 * Paths of Google's convention: the `/v1beta` family, which newer SDKs call under `/v1` (wire-formats §4.1). An action
 * stands behind the last colon; a model's name may have slashes, plain or percent-encoded.
 */
import { GatewayError } from "#lib/http/gateway-error.ts";
import type { PathParameters } from "./context.ts";

export type ApiVersion = "v1beta" | "v1";

export const API_VERSIONS: readonly ApiVersion[] = ["v1beta", "v1"];

/** Actions of a model. */
export const MODEL_ACTIONS = ["generateContent", "streamGenerateContent", "countTokens", "predictLongRunning"] as const;

const SAME_UNDER_V1 = "The same as under `/v1beta`, where newer clients call it.";

/** Ids of operations in the OpenAPI document that are the same under both versions. */
export function named(id: string, version: ApiVersion): string {
  return version === "v1" ? `${id}V1` : id;
}

export function describe(text: string, version: ApiVersion): string {
  return version === "v1" ? `${SAME_UNDER_V1} ${text}` : text;
}

/** Under `/v1beta` the collection may be missing: the AI SDK leaves it out of a name with a slash. */
const CALLED: Record<ApiVersion, RegExp> = {
  v1: /^\/v1\/((?:models|tunedModels)\/.+)$/s,
  v1beta: /^\/v1beta\/(.+)$/s,
};

/** Path and matcher of an action of a model. */
export function actionPath(version: ApiVersion, action: (typeof MODEL_ACTIONS)[number]) {
  const ending = new RegExp(`(?::|%3A)${action}$`, "i");
  return {
    path: `/${version}/models/{model}:${action}`,
    match(path: string): PathParameters | undefined {
      // Most paths end otherwise, and need no decoding to be ruled out.
      if (!ending.test(path)) return undefined;
      const resource = CALLED[version].exec(decode(path) ?? path)?.[1];
      const suffix = `:${action}`;
      return resource?.endsWith(suffix) ? { model: bareName(resource.slice(0, -suffix.length)) } : undefined;
    },
  };
}

/**
 * The model in a path.
 * @param pattern its first group is the resource
 * @throws GatewayError 400 for a path that is not well percent-encoded
 */
export function modelOf(path: string, pattern: RegExp): PathParameters | undefined {
  const resource = pattern.exec(path)?.[1];
  if (resource === undefined) return undefined;
  const decoded = decode(resource);
  if (decoded !== undefined) return { model: bareName(decoded) };
  throw new GatewayError({
    status: 400,
    message: "The model id in the path is not well percent-encoded.",
    param: "model",
  });
}

/** `models/` is the collection, not a part of the name; tuned models have their prefix. */
function bareName(resource: string): string {
  return resource.replace(/^models\//, "");
}

/** Undefined for text that is not well percent-encoded. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
