/** The only file that reads the process environment. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the current process environment. */
export function getProcessEnvironment(): Environment {
  return process.env;
}

/** Returns a variable's value; an empty one counts as unset, as in `.env` files and container manifests. */
export function readVariable(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === "" ? undefined : value;
}

/** Returns true when pages are served as deployed; `npm run dev` adds the scripts of its tools. */
export function isProduction(): boolean {
  return process.env.NODE_ENV === "production";
}
