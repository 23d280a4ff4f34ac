/** Filters of the request log: read from the page's address, and sent to the gateway. */

/** Filters, named as in the page's address, so that other pages can link to the requests behind their numbers. */
export type RequestFilters = {
  /** A key's ID; "admin" is the admin key. */
  key?: string;
  /** A status or a class of statuses: "429", "5xx". */
  status?: string;
  model?: string;
  upstream?: string;
  dialect?: string;
  lane?: string;
  /** Group of the key at that time. */
  group?: string;
  /** A label of the key or of the request. */
  tag?: string;
  /** A request's ID. */
  id?: string;
  /** Unix milliseconds, or a time ago: "15m", "24h", "7d". */
  since?: string;
  /** End of the time range in Unix milliseconds. */
  until?: string;
  /** "true": only failed requests. */
  errors?: string;
  /** "true": also requests without a model: lists, files, sessions. */
  all?: string;
};

export type FilterName = keyof RequestFilters;

const NAMES = [
  "key",
  "status",
  "model",
  "upstream",
  "dialect",
  "lane",
  "group",
  "tag",
  "id",
  "since",
  "until",
  "errors",
  "all",
] as const satisfies readonly FilterName[];

/** Reads the known filters of an address and ignores the rest. */
export function readFilters(search: string): RequestFilters {
  const parameters = new URLSearchParams(search);
  const filters: RequestFilters = {};
  for (const name of NAMES) {
    const value = parameters.get(name)?.trim();
    if (value) filters[name] = value;
  }
  return filters;
}

/** Returns the address's query with its question mark; empty without filters. */
export function writeFilters(filters: RequestFilters): string {
  const parameters = new URLSearchParams();
  for (const name of NAMES) {
    const value = filters[name];
    if (value) parameters.set(name, value);
  }
  const query = parameters.toString();
  return query && `?${query}`;
}

/** Converts filters to the gateway's query. @param now Unix milliseconds, from which "24h" counts back */
export function toQuery(filters: RequestFilters, now: number): URLSearchParams {
  const { key, since, all, id, ...same } = filters;
  const query = new URLSearchParams(Object.entries(same).filter(([, value]) => value));
  if (key) query.set("key_id", key);
  if (since) query.set("since", String(toTime(since, now)));
  if (id) query.set("id", id);
  // A search for one request must find it whatever its route.
  else if (all !== "true") query.set("calls", "true");
  return query;
}

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Passes an invalid time to the gateway unchanged, which responds with the error. */
function toTime(since: string, now: number): number | string {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(since) ?? [];
  return count === undefined || unit === undefined ? since : now - Number(count) * (UNITS[unit] ?? 0);
}

/** Returns whether any filter besides `all` is active. */
export function isFiltered({ all: _all, ...filters }: RequestFilters): boolean {
  return Object.values(filters).some(Boolean);
}
