/** Finds the route of a path in the table of all routes. */
import type { PathParameters, Route, RouteEntry } from "./route.ts";

type Matcher = (path: string) => PathParameters | undefined;

/** Fixed paths are looked up; those with parameters are tried in the table's order. */
export function createRouter(entries: readonly RouteEntry[]): (path: string) => Route | undefined {
  const fixed = new Map<string, Route>();
  const open: { entry: RouteEntry; match: Matcher }[] = [];
  for (const entry of entries) {
    // As an exchange has it.
    const path = entry.path.replace(/^\/api\//, "/");
    if (path.includes("{")) open.push({ entry, match: entry.match ?? matcherOf(path) });
    else fixed.set(path, { ...entry, parameters: {} });
  }
  return (path) => {
    const found = fixed.get(path);
    if (found) return found;
    for (const { entry, match } of open) {
      const parameters = match(path);
      if (parameters) return { ...entry, parameters };
    }
    return undefined;
  };
}

/** Each parameter is one segment of the path, or what of it stands before a colon. */
function matcherOf(template: string): Matcher {
  const source = template.replace(/[.]/g, "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const pattern = new RegExp(`^${source}$`);
  return (path) => pattern.exec(path)?.groups;
}
