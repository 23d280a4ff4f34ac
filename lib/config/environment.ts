/** The one file that reads the process environment. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** The process environment as it is now. */
export function processEnvironment(): Environment {
  return process.env;
}

/** A variable's value; one that is set to nothing counts as unset, as it does in `.env` files and container manifests. */
export function readVariable(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === "" ? undefined : value;
}

/** Whether pages are as they are deployed, not as `npm run dev` serves them, which come with the scripts of its tools. */
export function isProduction(): boolean {
  return process.env.NODE_ENV === "production";
}
