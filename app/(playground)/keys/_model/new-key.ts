/** Draft of a new key: from the fields of the form to the body of the request. */

export type KeyLifetime = "never" | "30d" | "90d" | "date";

/** Access level of a key. `publish` and `admin` are in addition to inference. */
export type KeyAccess = "inference" | "publish" | "admin";

export type KeyDraft = {
  name: string;
  access: KeyAccess;
  lifetime: KeyLifetime;
  /** Value of the date field, such as `2027-01-01`. Used when the lifetime is a date. */
  date: string;
};

export type NewKey = {
  name: string;
  scopes: ("admin" | "inference" | "publish")[];
  expires_in?: string;
  expires_at?: number;
};

export const EMPTY_DRAFT: KeyDraft = { name: "", access: "inference", lifetime: "90d", date: "" };

export type DraftProblem = { field: "name" | "date"; message: string };

/** Returns the problem to show beside a field; undefined when the draft can be sent. */
export function findDraftProblem(draft: KeyDraft, now: number): DraftProblem | undefined {
  if (draft.name.trim() === "") return { field: "name", message: "Enter a name." };
  if (draft.lifetime !== "date") return undefined;
  const end = endOfDay(draft.date);
  if (end === undefined) return { field: "date", message: "Choose an expiry date." };
  return end > now ? undefined : { field: "date", message: "Choose today or a later day." };
}

export function toNewKey({ name, access, lifetime, date }: KeyDraft): NewKey {
  return {
    name: name.trim(),
    scopes: access === "inference" ? ["inference"] : ["inference", access],
    ...(lifetime === "30d" || lifetime === "90d" ? { expires_in: lifetime } : {}),
    ...(lifetime === "date" ? { expires_at: endOfDay(date) } : {}),
  };
}

/** Returns the end of the expiry date in local time: a key is valid through its last day. */
function endOfDay(date: string): number | undefined {
  const [, year, month, day] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (day === undefined) return undefined;
  const time = new Date(Number(year), Number(month) - 1, Number(day) + 1).getTime();
  return Number.isNaN(time) ? undefined : time;
}
