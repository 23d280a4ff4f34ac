/** A browser without a screen: cookies by host, port and path, redirects one by one. */
import { randomInt } from "node:crypto";
import { request } from "undici";

type Cookie = { name: string; value: string; path: string; host: string; attributes: string };

export type BrowserResponse = { status: number; headers: Record<string, string | string[] | undefined>; text: string };

export class CookieBrowser {
  cookies: Cookie[] = [];
  /** Address as a trusted proxy reports it, so that the failures of one test slow no other. */
  address = `198.51.${randomInt(256)}.${randomInt(256)}`;
  /** Addresses that were opened, in order. */
  readonly opened: string[] = [];

  async send(
    url: string,
    {
      method = "GET",
      headers = {},
      body,
    }: { method?: "GET" | "POST" | "PATCH" | "DELETE"; headers?: Record<string, string>; body?: string } = {},
  ): Promise<BrowserResponse> {
    const { host, pathname } = new URL(url);
    const cookie = this.cookies
      .filter((known) => known.host === host && isBelow(pathname, known.path))
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
    this.opened.push(url);
    const response = await request(url, {
      method,
      headers: {
        ...(cookie ? { cookie } : {}),
        "user-agent": "Test Browser",
        "x-forwarded-for": this.address,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const line of [response.headers["set-cookie"] ?? []].flat()) this.keep(line, host, pathname);
    return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
  }

  /** Calls the gateway as one of its pages does. */
  call(url: string, { method = "GET", body }: { method?: "GET" | "POST" | "PATCH" | "DELETE"; body?: unknown } = {}) {
    const headers = {
      "sec-fetch-site": "same-origin",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    return this.send(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  }

  /** Follows redirects until `isEnd` is true of an address, which is not opened, or a page is shown. */
  async follow(url: string, isEnd: (url: string) => boolean = () => false): Promise<string> {
    let next = url;
    for (let step = 0; step < 20; step += 1) {
      if (isEnd(next)) return next;
      const { status, headers } = await this.send(next);
      if (status < 300 || status > 399) return next;
      next = new URL(String(headers.location), next).href;
    }
    throw new Error(`Too many redirects from ${url}`);
  }

  private keep(line: string, host: string, pathname: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", value = ""] = pair.split("=", 2);
    const read = (wanted: string) =>
      attributes.find((attribute) => attribute.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const path = read("path") ?? pathname;
    this.cookies = this.cookies.filter((known) => known.name !== name || known.host !== host || known.path !== path);
    const isGone = read("max-age") === "0" || Date.parse(read("expires") ?? "9999-01-01") < Date.now() || value === "";
    if (!isGone) this.cookies.push({ name, value, path, host, attributes: attributes.join("; ") });
  }
}

function isBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`);
}
