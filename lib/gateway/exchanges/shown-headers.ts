/** Headers and addresses as they may be shown: without what proves who somebody is. */
import type { KeptHeaders } from "./kept-exchange.ts";

/** By what names say, whoever invented them; it is better to leave out one too many. */
const SECRET =
  /auth|cookie|secret|credential|password|signature|organization|project|(?:^|[-_])(?:api)?(?:key|token|session)(?:$|[-_])/i;

type Headers = { readonly [name: string]: string | string[] | undefined };

/**
 * @param hidden lower-cased names of headers that are left out too
 * @param secret no header that holds it is shown
 */
export function shownHeaders(
  headers: Headers,
  { hidden, secret }: { hidden?: ReadonlySet<string>; secret?: string | undefined } = {},
): KeptHeaders["headers"] {
  const shown: KeptHeaders["headers"] = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || SECRET.test(name) || hidden?.has(name.toLowerCase())) continue;
    const text = Array.isArray(value) ? value.join(", ") : value;
    if (!secret || !text.includes(secret)) shown[name.toLowerCase()] = text;
  }
  return shown;
}

/** A path or URL whose query has no key. */
export function shownAddress(address: string): string {
  const [path = "", query] = address.split("?", 2);
  if (!query) return path;
  const kept = query.split("&").filter((pair) => !SECRET.test(pair.split("=", 1)[0] ?? ""));
  return kept.length > 0 ? `${path}?${kept.join("&")}` : path;
}
