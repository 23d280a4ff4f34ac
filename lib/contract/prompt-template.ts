/** Placeholders in the texts of prompts: `{{name}}`, with spaces allowed inside; `\{{` stands for plain braces. */

export type TemplatePart = { text: string } | { name: string };

const PLACEHOLDER = /(\\?)\{\{\s*([A-Za-z_][A-Za-z0-9_]{0,63})\s*\}\}/g;

/** Splits a text at its placeholders. */
export function parseTemplate(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let text = "";
  let end = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    text += template.slice(end, match.index);
    end = match.index + match[0].length;
    if (match[1]) {
      text += match[0].slice(1);
      continue;
    }
    if (text) parts.push({ text });
    text = "";
    parts.push({ name: match[2] ?? "" });
  }
  text += template.slice(end);
  if (text) parts.push({ text });
  return parts;
}

/** Returns the distinct names of the placeholders in these texts, in their order. */
export function listPlaceholders(texts: readonly string[]): string[] {
  return [
    ...new Set(texts.flatMap((text) => parseTemplate(text).flatMap((part) => ("name" in part ? [part.name] : [])))),
  ];
}
