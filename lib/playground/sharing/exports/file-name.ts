/** Returns a file name from a conversation's title, valid in every file system. */
export function makeFileName(title: string, ending: string): string {
  const words = title
    .normalize("NFKC")
    .replace(/[^\p{Letter}\p{Mark}\p{Number}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .toLowerCase()
    .slice(0, 60);
  return `${words || "conversation"}.${ending}`;
}
