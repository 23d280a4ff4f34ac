/** What the page of the request log shows of it: as its address says it, and as the gateway is asked. */

/** Names as in the page's address, so that other pages can link to what they count. */
export type RequestFilters = {
  /** A key's id; "admin" is the admin key. */
  key?: string;
  /** A status, or a class of them: "429", "5xx". */
  status?: string;
  model?: string;
  upstream?: string;
  dialect?: string;
  lane?: string;
  /** A request's id. */
  id?: string;
  /** Unix milliseconds, or how long ago: "15m", "24h", "7d". */
  since?: string;
  /** Unix milliseconds. */
  until?: string;
  /** "true": only what failed. */
  errors?: string;
  /** "true": also what asked no model: lists, files, sessions. */
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
  "id",
  "since",
  "until",
  "errors",
  "all",
] as const satisfies readonly FilterName[];

/** What is known of an address; what it says beside that stays unread. */
export function readFilters(search: string): RequestFilters {
  const parameters = new URLSearchParams(search);
  const filters: RequestFilters = {};
  for (const name of NAMES) {
    const value = parameters.get(name)?.trim();
    if (value) filters[name] = value;
  }
  return filters;
}

/** The address's query with its question mark; empty for everything. */
export function writeFilters(filters: RequestFilters): string {
  const parameters = new URLSearchParams();
  for (const name of NAMES) {
    const value = filters[name];
    if (value) parameters.set(name, value);
  }
  const query = parameters.toString();
  return query && `?${query}`;
}

/** The same as the gateway takes it. @param now Unix milliseconds, from which "24h" counts back */
export function toQuery(filters: RequestFilters, now: number): URLSearchParams {
  const { key, since, all, id, ...same } = filters;
  const query = new URLSearchParams(Object.entries(same).filter(([, value]) => value));
  if (key) query.set("key_id", key);
  if (since) query.set("since", String(toTime(since, now)));
  if (id) query.set("id", id);
  // Whoever looks for one request wants it whatever it asked.
  else if (all !== "true") query.set("calls", "true");
  return query;
}

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** What is no time goes to the gateway as it is, which says what is wrong with it. */
function toTime(since: string, now: number): number | string {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(since) ?? [];
  return count === undefined || unit === undefined ? since : now - Number(count) * (UNITS[unit] ?? 0);
}

/** Whether anything but the usual is filtered away. */
export function isFiltered({ all: _all, ...filters }: RequestFilters): boolean {
  return Object.values(filters).some(Boolean);
}
