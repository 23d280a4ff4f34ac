/** `If-None-Match` (RFC 9110 §13.1.2). */

/**
 * Whether a client has this very content. A cache in between may have weakened the tag.
 * @param etag with its quotes
 */
export function isKnownTag(ifNoneMatch: string | string[] | undefined, etag: string): boolean {
  const known = String(ifNoneMatch ?? "").split(",");
  return known.some((tag) => tag.trim().replace(/^W\//, "") === etag || tag.trim() === "*");
}
