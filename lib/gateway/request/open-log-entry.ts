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

const hiding = new WeakMap<Redact, Redact>();

/** Returns the redactor that also hides texts that look like secrets; one for all requests. */
function hideAlso(redact: Redact): Redact {
  let both = hiding.get(redact);
  if (!both) {
    both = (text) => hideKnownSecrets(redact(text));
    hiding.set(redact, both);
  }
  return both;
}
