/** Formats JSON compactly: a value that fits within `LINE` characters is written on one line. */

const LINE = 76;

/**
 * @param place `indent`: spaces before the line on which the value begins; `taken`: characters before it on that line
 */
export function formatJson(value: unknown, { indent = 0, taken = 0 } = {}): string {
  const line = onOneLine(value);
  if (typeof value !== "object" || value === null || taken + line.length <= LINE) return line;
  const inner = " ".repeat(indent + 2);
  const member = (entry: unknown, name = "") =>
    `${inner}${name}${formatJson(entry, { indent: indent + 2, taken: indent + 2 + name.length })}`;
  const members = Array.isArray(value)
    ? value.map((entry) => member(entry))
    : listEntries(value).map(([name, entry]) => member(entry, `${JSON.stringify(name)}: `));
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${members.join(",\n")}\n${" ".repeat(indent)}${close}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const members = listEntries(value).map(([name, entry]) => `${JSON.stringify(name)}: ${onOneLine(entry)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

const listEntries = (value: object) => Object.entries(value).filter(([, entry]) => entry !== undefined);
