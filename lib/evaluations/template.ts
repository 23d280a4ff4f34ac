/** Templates of evaluations: `{{field}}` stands for a value of the row. */

/** A name in double braces, with dots as in `{{item.question}}`; `\{{` stays as it is. */
const VARIABLE = /(\\)?\{\{\s*([\w][\w .-]{0,199}?)\s*\}\}/g;

export type Values = Readonly<Record<string, string>>;

/** Fills in the values of a row; a field that it lacks becomes empty. */
export function fillTemplate(template: string, values: Values): string {
  if (!template.includes("{{")) return template;
  return template.replace(VARIABLE, (whole, escaped: string | undefined, name: string) =>
    escaped === undefined ? (getValue(values, name) ?? "") : whole.slice(1),
  );
}

/** Fills in all texts of a JSON value. */
export function fillJson(value: unknown, values: Values): unknown {
  if (typeof value === "string") return fillTemplate(value, values);
  if (Array.isArray(value)) return value.map((item) => fillJson(item, values));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillJson(item, values)]));
  }
  return value;
}

/** Returns the names of the fields that a template uses. */
export function listFields(template: string): string[] {
  return [...template.matchAll(VARIABLE)].flatMap(([, escaped, name]) =>
    escaped === undefined && name !== undefined ? [name] : [],
  );
}

function getValue(values: Values, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
