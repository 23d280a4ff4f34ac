import { cacheByObject } from "#lib/http/cache-by-object.ts";
import { hideKnownSecrets } from "#lib/http/secret-patterns.ts";
import type { RequestContext } from "./context.ts";
import { LogEntry } from "./log-entry.ts";

/**
 * Opens the log entry of a request, or of work that outlives one. Until it is finished, the work counts as in flight
 * and holds the memory of the request's body.
 */
export function openLogEntry(
  id: string,
  { request: { body }, services }: Pick<RequestContext, "request" | "services">,
): LogEntry {
  const { inFlight, store, redact, redactName, metrics, logRequest } = services;
  inFlight.begin();
  const onFinish = () => {
    inFlight.finish();
    body.release();
    if (!entry.logged) return;
    metrics.record(entry);
    logRequest?.(entry);
  };
  const entry = new LogEntry({ id, log: store.requestLog, onFinish, redact: hideAlso(redact), redactName });
  return entry;
}

type Redact = (text: string) => string;

/** Returns the redactor that also hides texts that look like secrets; one for all requests. */
const hideAlso = cacheByObject(
  (redact: Redact): Redact =>
    (text) =>
      hideKnownSecrets(redact(text)),
);
