/** Puts text of a client or an upstream into the path of a URL that the gateway requests. */

/** Percent-encoded dot, also encoded several times: each time turns `%` into `%25`. */
const ENCODED_DOT = /%(?:25)*2e/gi;
const ENCODED_SLASH = /%(?:25)*(?:2f|5c)/gi;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused.
const CONTROL = /[\x00-\x1f\x7f]|%(?:25)*(?:[01][0-9a-f]|7f)/i;
/** `.` and `..`; some servers remove text after a semicolon before they resolve them. */
const DOT_SEGMENT = /(?:^|[/\\])\.{1,2}(?:[/\\;]|$)/;

/**
 * Returns true for a path that a client, a proxy or a server may resolve to one outside of its base: by `.` and `..`
 * segments, also after backslashes or percent-encoding, and by control characters.
 */
export function escapesBasePath(path: string): boolean {
  if (CONTROL.test(path)) return true;
  if (!path.includes(".") && !path.includes("%")) return false;
  return DOT_SEGMENT.test(path.replace(ENCODED_DOT, ".").replace(ENCODED_SLASH, "/"));
}

/**
 * Percent-encodes each segment of a path, but not its slashes. Returns undefined for a path that could lead elsewhere.
 */
export function encodePath(path: string): string | undefined {
  return isSafe(path) ? path.split("/").map(encodeURIComponent).join("/") : undefined;
}

/** Percent-encodes text as one segment, slashes too. Returns undefined for text that could lead elsewhere. */
export function encodeSegment(text: string): string | undefined {
  return isSafe(text) ? encodeURIComponent(text) : undefined;
}

/** Half of a surrogate pair cannot be encoded. */
function isSafe(path: string): boolean {
  return path.isWellFormed() && !escapesBasePath(path);
}
