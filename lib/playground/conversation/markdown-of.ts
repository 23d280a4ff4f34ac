/** An answer's text as Markdown. Structured output is JSON and nothing else: it is shown as code, indented once it is whole. */
export function markdownOf(text: string): string {
  if (!text.trimStart().startsWith("{")) return text;
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Still growing: as it comes.
  }
  return `\`\`\`json\n${shown}\n\`\`\``;
}
