/** People as they are stored. Times are Unix milliseconds. */
import type { PersonRole } from "#lib/contract/person.ts";

export type PersonRecord = {
  /** `person_` and random digits; also the owner of the person's requests, files and sessions. */
  id: string;
  /** Identity provider, and its id of the person: together they are the identity. */
  issuer: string;
  subject: string;
  name: string;
  email: string | null;
  /** Role and team by the provider's claims. */
  role: PersonRole;
  team: string | null;
  /** Role and team that an admin has set in their place. */
  fixedRole: PersonRole | null;
  fixedTeam: string | null;
  createdAt: number;
  lastSeenAt: number | null;
  disabledAt: number | null;
  /** Time when the provider refused to renew the sign-in. */
  endedAt: number | null;
  verifiedAt: number;
  /** Refresh token, sealed; null when the provider issues none. */
  sealedRefresh: string | null;
  /** Time of the last attempt to renew the sign-in. */
  checkedAt: number;
};

/** Facts of a sign-in, by the provider's claims. */
export type PersonClaims = Pick<PersonRecord, "name" | "email" | "role" | "team">;

/** Fields that an admin changes. */
export type PersonChanges = Partial<Pick<PersonRecord, "fixedRole" | "fixedTeam" | "disabledAt">>;

export type PersonPosition = Pick<PersonRecord, "createdAt" | "id">;

export type PeopleStore = {
  find(id: string): Promise<PersonRecord | undefined>;
  findBySubject(of: Pick<PersonRecord, "issuer" | "subject">): Promise<PersonRecord | undefined>;
  /** Returns people, those who came last first. */
  list(query: { limit: number; after?: PersonPosition | undefined }): Promise<PersonRecord[]>;
  listNames(): Promise<Pick<PersonRecord, "id" | "name">[]>;
  /** Returns the ids of a team's people. */
  listTeam(team: string): Promise<string[]>;
  /** Counts the sessions, and the keys that are not revoked, of these people. */
  count(ids: readonly string[]): Promise<Map<string, { sessions: number; keys: number }>>;
  /** Adds or updates the person of a sign-in; one who is disabled does not change. */
  signIn(
    of: Pick<PersonRecord, "issuer" | "subject" | "sealedRefresh"> & PersonClaims,
  ): Promise<{ person: PersonRecord; before: PersonRecord | undefined }>;
  /** Ends the sessions of a person who is disabled. @returns "last-admin" when no other admin would be left */
  change(id: string, changes: PersonChanges): Promise<PersonRecord | "last-admin" | undefined>;
  /** Takes up to `limit` active people whose sign-in is due to be renewed; of several instances, one gets each. */
  takeDue(of: { checkedBefore: number; limit: number }): Promise<PersonRecord[]>;
  /** Makes the renewal of a person due at once. */
  makeDue(id: string): Promise<void>;
  /** Writes a renewed sign-in, unless the person has signed in meanwhile. */
  renew(
    before: PersonRecord,
    renewed: PersonClaims & Pick<PersonRecord, "sealedRefresh">,
  ): Promise<PersonRecord | undefined>;
  /** Ends a person's sessions and keys, unless they have signed in meanwhile. @returns whether it did */
  end(before: Pick<PersonRecord, "id" | "sealedRefresh">): Promise<boolean>;
  touch(id: string): Promise<void>;
};

export const getRole = ({ fixedRole, role }: Pick<PersonRecord, "fixedRole" | "role">): PersonRole => fixedRole ?? role;

export const getTeam = ({ fixedTeam, team }: Pick<PersonRecord, "fixedTeam" | "team">): string | null =>
  fixedTeam ?? team;
