/** Replaces `${NAME}` in the strings of the config file by environment variables. */
import { type Environment, readVariable } from "./environment.ts";

/** `$${` stands for a literal `${`. */
const REFERENCE = /\$\$\{|\$\{([^}]*)\}/g;

export class UnsetVariable extends Error {
  readonly path: PropertyKey[];
  readonly variable: string;

  constructor(path: PropertyKey[], variable: string) {
    super(`The environment variable "${variable}" is not set.`);
    this.path = path;
    this.variable = variable;
  }
}

/**
 * Expands strings at any depth; names of members stay as they are.
 * @throws UnsetVariable for a variable that is unset or empty
 */
export function expandVariables(value: unknown, environment: Environment, path: PropertyKey[] = []): unknown {
  if (typeof value === "string") {
    return value.replace(REFERENCE, (reference, name?: string) => {
      if (name === undefined) return reference.slice(1);
      const text = readVariable(environment, name);
      if (text === undefined) throw new UnsetVariable(path, name.slice(0, 100));
      return text;
    });
  }
  if (Array.isArray(value)) return value.map((item, index) => expandVariables(item, environment, [...path, index]));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, expandVariables(member, environment, [...path, name])]),
  );
}
