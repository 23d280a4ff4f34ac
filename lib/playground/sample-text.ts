/** What the code samples of all pages have in common. */

export const SAMPLE_LANGUAGES = ["curl", "python", "javascript"] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

/** What the samples read the key from: it is never in them. */
export const KEY_VARIABLE = "PARLANCE_API_KEY";

export function pythonLiteral(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return JSON.stringify(value);
}

export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
