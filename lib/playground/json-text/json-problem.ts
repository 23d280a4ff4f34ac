/** Describes why `text` is not the JSON that a field needs; undefined when it is. */
export function describeJsonProblem(text: string, expected: "object" | "array"): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `Not valid JSON: ${error instanceof Error ? error.message : "it cannot be read"}.`;
  }
  if (expected === "array") return Array.isArray(value) ? undefined : "Must be a JSON array.";
  return typeof value === "object" && value !== null && !Array.isArray(value) ? undefined : "Must be a JSON object.";
}
