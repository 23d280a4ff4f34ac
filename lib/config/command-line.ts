/** True in the repository, where Node runs the TypeScript sources; the package and the image have them compiled. */
export const runsFromSources = import.meta.url.endsWith(".ts");

/**
 * Returns what a person types for a command of Parlance here: `npm run keys -- list` in the repository, and
 * `parlance keys list` where the package is installed.
 * @param command such as "keys list"
 */
export function toCommandLine(command: string): string {
  if (!runsFromSources) return `parlance ${command}`;
  const [name, ...rest] = command.split(" ");
  return [name === "start" ? "npm" : "npm run", name, ...(rest.length > 0 ? ["--", ...rest] : [])].join(" ");
}
