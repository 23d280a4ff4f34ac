/** Log of the process: what the gateway reports of itself, and its failed requests. */
import type { LogLevel } from "#lib/config/log-settings.ts";
import { CLIENT_DISCONNECTED_STATUS } from "#lib/http/client-presence.ts";
import type { LogEntry } from "./log-entry.ts";

/** Fields beside the text of a line; `level` is `error` when absent. */
export type LogFields = { level?: LogLevel; request_id?: string } & Record<string, string | number | undefined>;

/** Writes one line, without the secrets in it. */
export type Log = (line: string, fields?: LogFields) => void;

/** Writes the line of a finished request: of a failed one always, of all others at the level `debug`. */
export type LogRequest = (entry: LogEntry) => void;

export function createRequestLogger(log: Log, isWritten: (level: LogLevel) => boolean): LogRequest {
  return (entry) => {
    const { status, error } = entry.outcome ?? { status: 0, error: null };
    const level = getLevel(status);
    if (!isWritten(level)) return;
    const { method, path, failure, upstream, model, keyId } = entry;
    const reason = error === null || entry.level?.hidesText ? "" : `: ${error}`;
    log(`${method ?? "Unknown method"} ${path ?? "unknown path"} ${status}${reason}`, {
      level,
      request_id: entry.id,
      trace_id: entry.span?.isSampled ? entry.span.traceId : undefined,
      status,
      ms: Math.round(entry.elapsed()),
      code: failure?.code,
      source: failure?.source,
      provider: upstream ?? undefined,
      model: model ?? undefined,
      key_id: keyId ?? undefined,
      attempts: entry.attempts?.length,
    });
  };
}

/** A client that leaves is no failure. */
function getLevel(status: number): LogLevel {
  if (status < 400 || status === CLIENT_DISCONNECTED_STATUS) return "debug";
  return status < 500 ? "warn" : "error";
}
