/** JSON as a person would write it: what fits on a line stands on one. */

const LINE = 80;

/** @param indent spaces before the line that the value begins on */
export function formatJson(value: unknown, indent = 0): string {
  const line = onOneLine(value);
  if (typeof value !== "object" || value === null || indent + line.length <= LINE) return line;
  const inner = " ".repeat(indent + 2);
  const members = Array.isArray(value)
    ? value.map((entry) => inner + formatJson(entry, indent + 2))
    : entriesOf(value).map(([name, entry]) => `${inner}${JSON.stringify(name)}: ${formatJson(entry, indent + 2)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (members.length === 0) return `${open}${close}`;
  return `${open}\n${members.join(",\n")}\n${" ".repeat(indent)}${close}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = entriesOf(value).map(([name, entry]) => `${JSON.stringify(name)}: ${onOneLine(entry)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

const entriesOf = (value: object) => Object.entries(value).filter(([, entry]) => entry !== undefined);
