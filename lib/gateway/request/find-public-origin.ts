/** Returns scheme and host of the gateway as the client called them, through any proxy. */
import type { HttpRequest } from "#lib/http/http-message.ts";

const HOST = /^[A-Za-z0-9.-]+(?::\d{1,5})?$|^\[[0-9A-Fa-f:.]+\](?::\d{1,5})?$/;

export function findPublicOrigin({ headers }: Pick<HttpRequest, "headers">): string {
  const readFirst = (name: string) =>
    String(headers[name] ?? "")
      .split(",")[0]
      ?.trim() ?? "";
  const host =
    [readFirst("x-forwarded-host"), readFirst("host")].find((candidate) => HOST.test(candidate)) ?? "localhost";
  const scheme = readFirst("x-forwarded-proto") === "https" ? "https" : "http";
  return `${scheme}://${host}`;
}
