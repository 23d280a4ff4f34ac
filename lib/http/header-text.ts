/** Text as it may stand in a header or a reason phrase: printable ASCII on one line, at most `limit` characters. */
export function toHeaderText(text: string, limit: number): string {
  const ascii = text.replace(/[^\x20-\x7e]+/g, " ").trim();
  return ascii.length > limit ? `${ascii.slice(0, limit - 3)}...` : ascii;
}
