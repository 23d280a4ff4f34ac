/**
 * Returns a function that names headings as GitHub does, so that a link works there and here: lower case, without
 * punctuation, spaces as hyphens. The second heading of a name gets `-1`.
 */
export function createSlugger(): (heading: string) => string {
  const uses = new Map<string, number>();
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(/\s/g, "-");
    const count = uses.get(slug) ?? 0;
    uses.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}
