/** `If-None-Match` (RFC 9110 §13.1.2). */

/**
 * Returns true when the client's cached content is current. A cache in between may have weakened the tag.
 * @param etag tag with its quotes
 */
export function isKnownTag(ifNoneMatch: string | string[] | undefined, etag: string): boolean {
  const known = String(ifNoneMatch ?? "").split(",");
  return known.some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");
}
