/** A file's name from a conversation's title: words that every file system takes. */
export function fileNameOf(title: string, ending: string): string {
  const words = title
    .normalize("NFKC")
    .replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase()
    .slice(0, 60);
  return `${words || "conversation"}.${ending}`;
}
