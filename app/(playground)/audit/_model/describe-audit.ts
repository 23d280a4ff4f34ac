/** Words of the audit log on screen. */
import type { AuditAction, AuditChange } from "#lib/contract/audit.ts";

export const ACTION_WORDS: Record<AuditAction, string> = {
  "key.create": "Created a key",
  "key.update": "Changed a key",
  "key.rotate": "Rotated a key",
  "key.revoke": "Revoked a key",
  "provider.create": "Connected a provider",
  "provider.update": "Changed a provider",
  "provider.delete": "Removed a provider",
  "storage.clear": "Cleared storage",
  "config.reload": "Read the config file",
  "config.reject": "Refused the config file",
  "session.sign_in": "Signed in",
  "session.refuse": "Sign-in refused",
  "session.sign_out": "Signed out",
  "session.revoke": "Ended a session",
  "session.link": "Created a sign-in link",
  "person.create": "First sign-in",
  "person.update": "Changed a person",
  "person.end": "Ended by the provider",
};

function show(value: unknown): string {
  if (Array.isArray(value)) return value.map(show).join(" + ") || "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Writes a change as `name: a → b`; without a value before only the new one, and the name alone without both. */
export function describeChange({ field, from, to }: AuditChange): string {
  if (from === null && to === null) return field;
  if (from === null) return `${field}: ${show(to)}`;
  return `${field}: ${show(from)} → ${to === null ? "none" : show(to)}`;
}
