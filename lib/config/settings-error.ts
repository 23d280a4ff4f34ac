/**
 * Invalid setting. The message names its source, the value and the expected value, and stops the start. It never
 * contains the value of a secret.
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
