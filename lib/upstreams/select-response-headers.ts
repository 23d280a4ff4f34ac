/** Response headers of an upstream that reach the client. */
import type { ResponseHeaders } from "./receiver.ts";
import type { Redact } from "./redactor.ts";
import { readRetryAfter } from "./retry-rule.ts";

/** Headers that SDKs act on, beside the retry headers. All others (cookies, server names, caching) are dropped. */
const PASSED = /^(x-should-retry|x-ratelimit-[a-z0-9-]+|openai-(processing-ms|version|model))$/;

export function selectResponseHeaders(headers: ResponseHeaders, redact: Redact): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (typeof value !== "string") continue;
    if (name === "retry-after") Object.assign(passed, retryAfter(headers));
    else if (name === "retry-after-ms") Object.assign(passed, retryAfterMs(value));
    else if (PASSED.test(name)) passed[name] = redact(value);
    else if (name === "x-request-id") passed["x-upstream-request-id"] = redact(value);
  }
  return passed;
}

/**
 * Returns whole seconds, as RFC 9110 requires, also for a date: a date is by the upstream's clock, and the `date` that
 * the client sees is by ours. Unreadable values, such as "-5" or "soon", are dropped.
 */
function retryAfter(headers: ResponseHeaders): Record<string, string> {
  const wait = readRetryAfter({ ...headers, "retry-after-ms": undefined });
  return wait === undefined ? {} : { "retry-after": String(Math.ceil(wait / 1000)) };
}

function retryAfterMs(value: string): Record<string, string> {
  const wait = readRetryAfter({ "retry-after-ms": value });
  return wait === undefined ? {} : { "retry-after-ms": String(wait) };
}
