/** Helpers that the code samples of all pages share. */

const LANGUAGES = ["curl", "python", "javascript"] as const;
export type SampleLanguage = (typeof LANGUAGES)[number];
export const SAMPLE_LANGUAGE_NAMES: Record<SampleLanguage, string> = {
  curl: "curl",
  python: "Python",
  javascript: "JavaScript",
};
/** Languages as options of a switch. */
export const SAMPLE_LANGUAGES = LANGUAGES.map((value) => ({ value, label: SAMPLE_LANGUAGE_NAMES[value] }));

/** Environment variable from which samples read the key; a sample never contains the key. */
export const KEY_VARIABLE = "PARLANCE_API_KEY";

/**
 * Returns a JSON value as a Python literal, over several lines when it contains others.
 * @param indent spaces before the line on which it begins
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
