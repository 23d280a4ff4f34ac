import type { LogEntry } from "#lib/gateway/request/log-entry.ts";
import { CLIENT_DISCONNECTED_STATUS } from "#lib/http/client-presence.ts";

export type HeldLog = {
  /** The entry for the lanes: it does not finish, counts no bytes, and records nothing that was not checked. */
  log: LogEntry;
  /** Status and error with which the lane has ended. */
  outcome(): { status: number; error?: string | null } | undefined;
  /** Called when the client has left, after which the lane's body says nothing more. */
  onLeave: (() => void) | undefined;
};

/** Holds a log entry open while a response is checked: what the lane sends is not what the client gets. */
export function holdLog(log: LogEntry): HeldLog {
  let outcome: ReturnType<HeldLog["outcome"]>;
  const own = {
    sent() {},
    finish(end: { status: number; error?: string | null }) {
      outcome ??= end;
      if (end.status === CLIENT_DISCONNECTED_STATUS) held.onLeave?.();
    },
    trace: undefined,
    recorder: undefined,
  };
  const held: HeldLog = {
    log: new Proxy(log, {
      get: (target, name) =>
        Object.hasOwn(own, name) ? own[name as keyof typeof own] : Reflect.get(target, name, target),
    }),
    outcome: () => outcome,
    onLeave: undefined,
  };
  return held;
}
