/**
 * A setting that cannot be used. The message names where it was set, the value and what is expected, and stops the start.
 * Values of secrets are never in it.
 */
export class SettingsError extends Error {
  constructor({ field, value, expected }: { field: string; value?: unknown; expected: string }) {
    const shown = value === undefined ? "" : ` is ${clip(JSON.stringify(value) ?? String(value))}, which does not fit`;
    super(`${field}${shown}: expected ${expected}.`);
    this.name = "SettingsError";
  }
}

function clip(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
