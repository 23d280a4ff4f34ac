/** Asks the gateway what a recorded request would become now; nothing is sent to a provider. */
import type { PreflightReply } from "#lib/contract/preflight.ts";
import { readErrorResponse } from "../gateway/errors.ts";
import { readRequestHeaders, readRequestLine, type Trace } from "./trace.ts";

/** Paths that can describe a request. */
const DESCRIBED =
  /\/(?:chat\/completions|responses|messages|images\/generations|videos)$|:(?:generateContent|streamGenerateContent|predictLongRunning)(?:\?|$)/;
/** Headers of the request that decide what it becomes. */
const KEPT = /^(?:content-type|provider-version|anthropic-|x-gateway-(?:route|on-loss|tags)$|x-session-id$)/;

export function canPreflight(trace: Trace): boolean {
  const { method, path } = readRequestLine(trace);
  // A form with files is recorded as text and cannot be sent again.
  return method === "POST" && DESCRIBED.test(path) && trace.request.startsWith("{");
}

/** @throws Error with the gateway's message when the request would be refused, or the gateway cannot be reached */
export function loadPreflight(trace: Trace, send: typeof fetch = fetch): Promise<PreflightReply> {
  const { path } = readRequestLine(trace);
  const headers = readRequestHeaders(trace).filter(([name]) => KEPT.test(name.toLowerCase()));
  return askPreflight({ path, headers: Object.fromEntries(headers), body: trace.request, send });
}

/** @throws Error as `loadPreflight` does, and when `signal` is aborted */
export async function askPreflight({
  path,
  headers,
  body,
  signal,
  send = fetch,
}: {
  path: string;
  headers: Record<string, string>;
  body: string;
  signal?: AbortSignal;
  send?: typeof fetch;
}): Promise<PreflightReply> {
  const response = await send(path, {
    method: "POST",
    credentials: "same-origin",
    headers: { "content-type": "application/json", ...headers, "x-gateway-dry-run": "true" },
    body,
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  if (!response.ok)
    throw new Error(readErrorResponse({ status: response.status, headers: response.headers, body: text }).message);
  return JSON.parse(text) as PreflightReply;
}
