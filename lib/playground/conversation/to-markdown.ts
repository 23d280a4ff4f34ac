/**
 * Returns a response's text as Markdown. Structured output is JSON only: it is shown as code, indented once complete.
 */
export function toMarkdown(text: string): string {
  if (!text.trimStart().startsWith("{")) return text;
  let shown = text;
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Incomplete JSON is shown as received.
  }
  return `\`\`\`json\n${shown}\n\`\`\``;
}
