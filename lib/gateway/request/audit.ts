/** Audit: writes administrative actions and sign-ins to the audit log. */
import { isDeepStrictEqual } from "node:util";
import type { AuditAction, AuditActorId, AuditChange } from "#lib/contract/audit.ts";
import { describeReason } from "#lib/http/storage-fault.ts";
import type { AuditStore } from "#lib/store/audit-record.ts";
import type { RequestOrigin } from "./client-address.ts";
import type { Principal } from "./key-ring.ts";

export type AuditEvent = {
  action: AuditAction;
  target?: { id: string; name?: string | null };
  /** Changed fields, without secrets. */
  changes?: AuditChange[];
};

/** Part of a request's context that tells who acted. */
export type AuditedRequest = {
  request: RequestOrigin;
  principal: Pick<Principal, "keyId" | "name">;
  log: { readonly id: string };
};

export type Audit = {
  /** Writes what a request did, before its response is sent. @throws the error of the store */
  record(of: AuditedRequest, event: AuditEvent): Promise<void>;
  /** Writes what the gateway did by itself. Never rejects. */
  note(event: AuditEvent): Promise<void>;
};

/** Limit on a name or a changed value, in characters. */
const LONGEST = 500;

export function createAudit({
  store,
  addressOf,
  redact,
  log,
}: {
  store: Pick<AuditStore, "append">;
  addressOf: (request: RequestOrigin) => string | undefined;
  redact: (text: string) => string;
  log: (line: string) => void;
}): Audit {
  const clean = (text: string) => redact(text).slice(0, LONGEST);

  async function append(
    { action, target, changes = [] }: AuditEvent,
    actor: { id: string; name: string },
    { address, requestId }: { address: string | undefined; requestId: string | undefined },
  ): Promise<void> {
    await store.append({
      actorId: actor.id,
      actorName: clean(actor.name),
      action,
      targetId: target ? clean(target.id) : null,
      targetName: target?.name ? clean(target.name) : null,
      changes: changes.map(({ field, from, to }) => ({ field, from: cleanValue(from), to: cleanValue(to) })),
      address: address ?? null,
      requestId: requestId ?? null,
    });
  }

  function cleanValue(value: unknown): unknown {
    if (value === undefined || value === null || typeof value === "boolean" || typeof value === "number") {
      return value ?? null;
    }
    const text = typeof value === "string" ? value : JSON.stringify(value);
    const cleaned = clean(text);
    return cleaned === text && typeof value === "object" ? value : cleaned;
  }

  return {
    async record({ request, principal: { keyId, name }, log: { id: requestId } }, event) {
      const actor = keyId === "" ? { id: "anonymous" satisfies AuditActorId, name: "Unknown" } : { id: keyId, name };
      await append(event, actor, { address: addressOf(request), requestId });
    },
    async note(event) {
      const actor = { id: "gateway" satisfies AuditActorId, name: "Gateway" };
      await append(event, actor, { address: undefined, requestId: undefined }).catch((error) =>
        log(`An entry of the audit log could not be written: ${describeReason(error)}`),
      );
    },
  };
}

/**
 * Returns the fields whose values differ; without `before` those of a new object that are set.
 * @param secret fields whose values are not written, only that they changed
 */
export function listChanges(
  before: object | undefined,
  after: object,
  { secret = [] }: { secret?: readonly string[] } = {},
): AuditChange[] {
  const [old, now] = [before ?? {}, after] as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((field) => {
    const [from, to] = [old[field] ?? null, now[field] ?? null];
    if (isDeepStrictEqual(from, to) || (before === undefined && isEmpty(to))) return [];
    const show = (value: unknown) => (value !== null && secret.includes(field) ? "(not shown)" : value);
    return [{ field, from: show(from), to: show(to) }];
  });
}

/** Returns the entry for a config file that was read again: the names of changed fields, whose values may be secrets. */
export function describeReload(
  path: string,
  { changed, problem }: { changed: readonly string[]; problem: string | undefined },
): AuditEvent {
  const target = { id: path };
  if (problem !== undefined) {
    return { action: "config.reject", target, changes: [{ field: "problem", from: null, to: problem }] };
  }
  return { action: "config.reload", target, changes: changed.map((field) => ({ field, from: null, to: null })) };
}

/** Returns true for a list or an object without content. */
function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
