/** Attempts of a request to a route: each is one request to one of its models. */

export type RouteAttempt = {
  /** Model as the route names it. */
  model: string;
  status: number;
  /** Milliseconds until its response began, or until it failed. */
  ms: number;
  /** Fields of the request that it did not get. */
  lost: readonly string[];
  /** Reason of its failure, where it is known: the header has the status only. */
  error?: string | null;
};

/** Reads the header `x-gateway-route`; empty for a request of one model. A header that was cut loses its last entry. */
export function readRouteAttempts(header: string | null | undefined): RouteAttempt[] {
  return (header ?? "").split(",").flatMap((entry) => {
    const [, model, status, ms, lost] = ENTRY.exec(entry.trim()) ?? [];
    if (model === undefined) return [];
    return [
      { model: decode(model), status: Number(status), ms: Number(ms), lost: lost ? lost.split("+").map(decode) : [] },
    ];
  });
}

const ENTRY = /^(\S+) (\d{3}) (\d+)ms(?: lost=(.+))?$/;

function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Returns the model that responded for a route, else the requested one: it sets the price. */
export function findServingModel({ model, route }: { model: string; route: { attempts?: RouteAttempt[] } }): string {
  return route.attempts?.at(-1)?.model ?? model;
}

export const hasFailed = ({ status }: Pick<RouteAttempt, "status">): boolean => status >= 400;

/** Describes a switch: "sandbox/fault-503 failed (503), so sandbox/guide answered."; undefined without one. */
export function describeSwitch(attempts: readonly RouteAttempt[]): string | undefined {
  const last = attempts.at(-1);
  const failed = attempts.slice(0, -1);
  if (!last || failed.length === 0) return undefined;
  const names = failed.map(({ model, status }) => `${model} (${status})`);
  const list = new Intl.ListFormat("en").format(names);
  if (hasFailed(last)) return `${list} failed, and ${last.model} failed too (${last.status}).`;
  return `${list} failed, so ${last.model} responded.`;
}
