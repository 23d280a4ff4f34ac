import { MOST_TAGS, TAG } from "#lib/contract/request-tags.ts";
import { errors } from "#lib/http/errors.ts";
import type { HttpRequest } from "#lib/http/http-message.ts";
import type { Principal } from "./key-ring.ts";

const NO_TAGS: readonly string[] = [];

/**
 * Returns the labels of a request: those of its key, and those of its header `x-gateway-tags`.
 * @throws GatewayError 400 for more labels than allowed, or one with another form
 */
export function listRequestTags(
  { headers }: Pick<HttpRequest, "headers">,
  { tags: ofKey = NO_TAGS }: Pick<Principal, "tags">,
): readonly string[] {
  const header = headers["x-gateway-tags"];
  if (header === undefined) return ofKey;
  const value = String(header);
  const own = value
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
  if (own.length > MOST_TAGS || !own.every((tag) => TAG.test(tag))) {
    throw errors.headerInvalid({
      param: "x-gateway-tags",
      expected: `up to ${MOST_TAGS} labels of 1 to 64 letters, digits and . : / @ _ -, separated by commas`,
      value,
    });
  }
  return [...new Set([...ofKey, ...own])];
}
