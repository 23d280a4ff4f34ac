/** Headers and URLs of a trace, without credentials. */
import type { TraceHeaders } from "#lib/contract/response-trace.ts";
import type { Redact } from "./redactor.ts";

/** Matches names that look like a credential, in any API. Hiding a harmless header is better than showing a key. */
const SECRET =
  /auth|cookie|secret|credential|password|signature|organization|project|(?:^|[-_])(?:api)?(?:key|token|session)(?:$|[-_])/i;

type Headers = { readonly [name: string]: string | string[] | undefined };

/**
 * @param hidden lower-case names of other headers to drop
 * @param redact finds secrets; a header with one is dropped
 */
export function redactHeaders(
  headers: Headers,
  { hidden, redact }: { hidden?: ReadonlySet<string>; redact?: Redact | undefined } = {},
): TraceHeaders["headers"] {
  const shown: TraceHeaders["headers"] = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || SECRET.test(name) || hidden?.has(name.toLowerCase())) continue;
    const text = Array.isArray(value) ? value.join(", ") : value;
    if (!redact || redact(text) === text) shown[name.toLowerCase()] = text;
  }
  return shown;
}

/** Returns a path or URL without the credentials of its query. */
export function redactAddress(address: string): string {
  const [path = "", query] = address.split("?", 2);
  if (!query) return path;
  const shown = query.split("&").filter((pair) => !SECRET.test(pair.split("=", 1)[0] ?? ""));
  return shown.length > 0 ? `${path}?${shown.join("&")}` : path;
}
