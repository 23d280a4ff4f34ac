/** People who sign in through an identity provider, and sessions of browsers. Times are Unix milliseconds. */

/** Roles, each with the rights of those before it. */
export const PERSON_ROLES = ["viewer", "member", "admin"] as const;
export type PersonRole = (typeof PERSON_ROLES)[number];

/** `ended`: the provider has refused to renew the sign-in, until the person signs in again. */
export type PersonState = "active" | "disabled" | "ended";

/** Person as `/api/people` returns it. */
export type Person = {
  object: "person";
  id: string;
  name: string;
  /** Null when the provider sends none. */
  email: string | null;
  role: PersonRole;
  /** Group of keys whose limits the person shares. */
  team: string | null;
  /** Role and team that an admin has set here, in place of the provider's; null for the provider's. */
  fixed_role: PersonRole | null;
  fixed_team: string | null;
  state: PersonState;
  created_at: number;
  last_seen_at: number | null;
  /** Time of the last sign-in, or of the last time that the provider renewed it. */
  verified_at: number;
  sessions: number;
  keys: number;
};

export type PersonList = {
  object: "list";
  data: Person[];
  has_more: boolean;
  next_cursor: string | null;
  /** Groups of the config file that a person may be in. */
  teams: string[];
};

/** Signed-in browser as `/api/sessions` returns it. */
export type BrowserSession = {
  object: "session";
  id: string;
  /** True for the session of the request. */
  current: boolean;
  /** Person or key that is signed in. */
  owner: { id: string; name: string };
  created_at: number;
  last_seen_at: number | null;
  expires_at: number;
  address: string | null;
  user_agent: string | null;
};

export type BrowserSessionList = {
  object: "list";
  data: BrowserSession[];
  has_more: boolean;
  next_cursor: string | null;
};

/** Reasons why a sign-in through the provider failed, in the address of the sign-in page. */
export const SIGN_IN_PROBLEMS = [
  "provider_unavailable",
  "cancelled",
  "expired",
  "rejected",
  "no_role",
  "domain",
  "no_email",
  "unverified_email",
  "disabled",
  "too_many",
] as const;
export type SignInProblem = (typeof SIGN_IN_PROBLEMS)[number];
