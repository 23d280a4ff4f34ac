/** Labels of a request in one column. */

/** Writes labels so that each one can be found in the text: `,a,b,`. */
export function writeTags(tags: readonly string[]): string | null {
  return tags.length === 0 ? null : `,${tags.join(",")},`;
}

export function readTags(tags: string | null): string[] {
  return tags === null ? [] : tags.slice(1, -1).split(",");
}
