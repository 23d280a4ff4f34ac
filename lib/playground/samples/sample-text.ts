/** What the code samples of all pages have in common. */

const LANGUAGES = ["curl", "python", "javascript"] as const;
export type SampleLanguage = (typeof LANGUAGES)[number];
export const SAMPLE_LANGUAGE_NAMES: Record<SampleLanguage, string> = {
  curl: "curl",
  python: "Python",
  javascript: "JavaScript",
};
/** As a switch offers them. */
export const SAMPLE_LANGUAGES = LANGUAGES.map((value) => ({ value, label: SAMPLE_LANGUAGE_NAMES[value] }));

/** What the samples read the key from: it is never in them. */
export const KEY_VARIABLE = "PARLANCE_API_KEY";

/**
 * A JSON value as Python writes it, over several lines where it holds others.
 * @param indent spaces before the line that it begins on
 */
export function pythonLiteral(value: unknown, indent = 0): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = " ".repeat(indent + 4);
  const lines = Array.isArray(value)
    ? value.map((entry) => `${inner}${pythonLiteral(entry, indent + 4)},\n`)
    : Object.entries(value).map(
        ([name, entry]) => `${inner}${JSON.stringify(name)}: ${pythonLiteral(entry, indent + 4)},\n`,
      );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join("")}${" ".repeat(indent)}${close}`;
}

export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
