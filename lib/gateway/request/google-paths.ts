/**
 * Paths of Google's dialect: the `/v1beta` family, which newer SDKs call under `/v1` (wire-formats §4.1). An action
 * comes after the last colon; a model's name may have slashes, plain or percent-encoded.
 */

import { errors } from "#lib/http/errors.ts";
import type { PathParameters } from "./context.ts";

export type ApiVersion = "v1beta" | "v1";

export const API_VERSIONS: readonly ApiVersion[] = ["v1beta", "v1"];

/** Actions of a model. */
export const MODEL_ACTIONS = [
  "generateContent",
  "streamGenerateContent",
  "countTokens",
  "embedContent",
  "batchEmbedContents",
  "predictLongRunning",
] as const;

const SAME_UNDER_V1 = "The same as under `/v1beta`, where newer clients call it.";

/** Returns an operation's id for the OpenAPI document, distinct for each version. */
export function named(id: string, version: ApiVersion): string {
  return version === "v1" ? `${id}V1` : id;
}

export function describe(text: string, version: ApiVersion): string {
  return version === "v1" ? `${SAME_UNDER_V1} ${text}` : text;
}

/** Under `/v1beta` the collection may be missing: the AI SDK omits it for a name with a slash. */
const CALLED: Record<ApiVersion, RegExp> = {
  v1: /^\/v1\/((?:models|tunedModels)\/.+)$/s,
  v1beta: /^\/v1beta\/(.+)$/s,
};

/** Returns path and matcher of an action of a model. */
export function createActionPath(version: ApiVersion, action: (typeof MODEL_ACTIONS)[number]) {
  const ending = new RegExp(`(?::|%3A)${action}$`, "i");
  return {
    path: `/${version}/models/{model}:${action}`,
    match(path: string): PathParameters | undefined {
      // Most paths have another ending, and need no decoding to be ruled out.
      if (!ending.test(path)) return undefined;
      const resource = CALLED[version].exec(decode(path) ?? path)?.[1];
      const suffix = `:${action}`;
      return resource?.endsWith(suffix) ? { model: stripCollection(resource.slice(0, -suffix.length)) } : undefined;
    },
  };
}

/**
 * Returns the model in a path.
 * @param pattern pattern whose first group is the resource
 * @throws GatewayError 400 for invalid percent-encoding
 */
export function readModelName(path: string, pattern: RegExp): PathParameters | undefined {
  const resource = pattern.exec(path)?.[1];
  if (resource === undefined) return undefined;
  const decoded = decode(resource);
  if (decoded !== undefined) return { model: stripCollection(decoded) };
  throw errors.modelNameEncodingInvalid();
}

/** Removes `models/`, the collection; tuned models have their own prefix. */
function stripCollection(resource: string): string {
  return resource.replace(/^models\//, "");
}

/** Returns undefined for invalid percent-encoding. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
