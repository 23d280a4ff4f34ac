/** The audit log as `/api/audit` returns it: administrative actions and sign-ins. Times are Unix milliseconds. */

export const AUDIT_ACTIONS = [
  "key.create",
  "key.update",
  "key.rotate",
  "key.revoke",
  "provider.create",
  "provider.update",
  "provider.delete",
  "storage.clear",
  "config.reload",
  "config.reject",
  "session.sign_in",
  "session.refuse",
  "session.sign_out",
  "session.revoke",
  "session.link",
  "person.create",
  "person.update",
  "person.end",
] as const;

/**
 * `session.refuse` is a sign-in that failed; `session.link` the creation of a sign-in link, `person.end` that the provider
 * has refused to renew the sign-in of a person.
 */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A changed field; `from` and `to` are null where there is no value, and never hold a secret. */
export type AuditChange = { field: string; from: unknown; to: unknown };

/** Principal that is not a key: the gateway itself, its command line, or a client without a credential. */
export type AuditActorId = "gateway" | "command-line" | "anonymous";

export type AuditEntry = {
  object: "audit_entry";
  id: string;
  time: number;
  actor: { id: string; name: string };
  action: AuditAction;
  /** Object of the action; null where the action says all. */
  target: { id: string; name: string | null } | null;
  changes: AuditChange[];
  /** Network address of the client, an IPv6 one as its /64; null when it is unknown. */
  address: string | null;
  /** Its `x-request-id`; null for an action without a request. */
  request_id: string | null;
};

export type AuditList = { object: "list"; data: AuditEntry[]; has_more: boolean; next_cursor: string | null };
