/** What of an upstream's response headers reaches the client. */
import type { ResponseHeaders } from "./receiver.ts";
import { readRetryAfter } from "./retry-rule.ts";

/** Headers that SDKs act on. Everything else (cookies, server names, caching) stays behind. */
const PASSED = /^(retry-after(-ms)?|x-should-retry|x-ratelimit-[a-z0-9-]+|openai-(processing-ms|version|model))$/;

export function passedHeaders(headers: ResponseHeaders): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (typeof value !== "string") continue;
    if (name === "retry-after") passed[name] = inSeconds(value, headers);
    else if (PASSED.test(name)) passed[name] = value;
    else if (name === "x-request-id") passed["x-upstream-request-id"] = value;
  }
  return passed;
}

/** A date is by the upstream's clock, and the `date` that the client sees is by ours. */
function inSeconds(value: string, headers: ResponseHeaders): string {
  const wait = Number.isFinite(Number(value)) ? undefined : readRetryAfter({ ...headers, "retry-after-ms": undefined });
  return wait === undefined ? value : String(Math.ceil(wait / 1000));
}
