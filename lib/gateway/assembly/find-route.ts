/** Finds the route of a path among all endpoints. */
import type { Dialect } from "#lib/dialects/dialect.ts";
import type { PathParameters } from "../request/context.ts";
import type { Endpoint } from "../request/endpoint.ts";
import type { AllServices } from "./services.ts";

type AnyEndpoint = Endpoint<AllServices>;

/** The endpoints of one path. */
export type Route = {
  /** Path as the OpenAPI document names it. */
  path: string;
  dialect: Dialect | undefined;
  /** Endpoints by method. */
  endpoints: ReadonlyMap<string, AnyEndpoint>;
  refuse: AnyEndpoint["refuse"];
  params: PathParameters;
};

type OpenRoute = { route: Omit<Route, "params">; match: (path: string) => PathParameters | undefined };

/**
 * Fixed paths are looked up; those with parameters are tried in the table's order.
 * @returns a function that finds the route of a path without its `/api`; it throws GatewayError 400 for invalid
 * percent-encoding
 */
export function createRouter(endpoints: readonly AnyEndpoint[]): (path: string) => Route | undefined {
  const fixed = new Map<string, Route>();
  const open: OpenRoute[] = [];
  for (const [path, ofPath] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const [first] = ofPath as [AnyEndpoint];
    const route = {
      path,
      dialect: first.dialect,
      endpoints: new Map(ofPath.map((endpoint) => [endpoint.method as string, endpoint])),
      refuse: first.refuse,
    };
    const corePath = path.replace(/^\/api\//, "/");
    if (corePath.includes("{")) open.push({ route, match: first.match ?? createMatcher(corePath) });
    else fixed.set(corePath, { ...route, params: {} });
  }
  return (path) => {
    const found = fixed.get(path);
    if (found) return found;
    for (const { route, match } of open) {
      const params = match(path);
      if (params) return { ...route, params };
    }
    return undefined;
  };
}

/** Each parameter is one segment of the path, or its part before a colon. */
function createMatcher(template: string): (path: string) => PathParameters | undefined {
  const source = template.replace(/[.]/g, "\\.").replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  const pattern = new RegExp(`^${source}$`);
  return (path) => pattern.exec(path)?.groups;
}
