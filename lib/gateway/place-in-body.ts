/** Where a text stands in a client's body: errors about what a codec has read name the client's own field. */
import { toPath } from "#lib/http/validate.ts";

/** The path of the first field whose whole value is `text`, for example `input[0].content[1].file_id`. */
export function placeInBody(body: unknown, text: string): string | undefined {
  const path = find(body, text);
  return path && toPath(path);
}

function find(value: unknown, text: string): PropertyKey[] | undefined {
  if (value === text) return [];
  if (typeof value !== "object" || value === null) return undefined;
  const entries: Iterable<[PropertyKey, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, inner] of entries) {
    const path = find(inner, text);
    if (path) return [key, ...path];
  }
  return undefined;
}
