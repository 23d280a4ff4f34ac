/** Paths of values in a client's body, so that errors of a codec name the client's own field. */
import { readDataUrl } from "#lib/canonical/file-url.ts";
import { toPath } from "#lib/http/validate.ts";

/**
 * Returns the path of the first field with this text or object, or a `data:` URL of this base64, for example
 * `input[0].content[1].file_id`.
 */
export function findInBody(body: unknown, value: string | object): string | undefined {
  const path = find(body, value);
  return path && toPath(path);
}

function find(value: unknown, wanted: string | object): PropertyKey[] | undefined {
  if (value === wanted || isDataUrlOf(value, wanted)) return [];
  if (typeof value !== "object" || value === null) return undefined;
  const entries: Iterable<[PropertyKey, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, inner] of entries) {
    const path = find(inner, wanted);
    if (path) return [key, ...path];
  }
  return undefined;
}

function isDataUrlOf(value: unknown, wanted: string | object): boolean {
  if (typeof value !== "string" || typeof wanted !== "string" || !/^data:/i.test(value)) return false;
  return readDataUrl(value)?.base64 === wanted;
}
