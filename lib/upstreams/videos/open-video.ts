/** Requests a video's bytes and follows redirects. The upstream's credential never leaves its own origin. */
import type { Dispatcher } from "undici";
import { errors } from "#lib/http/errors.ts";
import type { Storage } from "./storage.ts";
import type { VideoTarget } from "./video-target.ts";

const MOST_REDIRECTS = 5;

export type Opening = {
  url: URL;
  /** Headers for the upstream only, including its credential. */
  headers: Record<string, string>;
  /** Headers for every host that serves the bytes. */
  range: Record<string, string>;
  signal: AbortSignal;
  /** Opens the storage client when another host has the bytes. */
  storage: () => Promise<Storage>;
};

/** @throws GatewayError 502 for too many redirects, or a redirect to a forbidden address */
export async function openVideo(
  { id, origin, pool }: VideoTarget["upstream"],
  { url, headers, range, signal, storage }: Opening,
): Promise<Dispatcher.ResponseData> {
  const plain = { accept: "*/*", "accept-encoding": "identity", "user-agent": "parlance", ...range };
  const own: Record<string, string> = { ...headers, ...plain };
  delete own["content-type"];
  let at = url;
  let atHome = true;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    // A redirect to another origin drops the credential for good, even when a later one leads back.
    atHome &&= at.origin === origin;
    const response =
      pool && atHome
        ? await pool.request({ method: "GET", path: at.pathname + at.search, headers: own, signal })
        : await (await storage()).get(at, { headers: plain, signal });
    if (response.statusCode < 300 || response.statusCode >= 400) return response;
    const { location } = response.headers;
    await response.body.dump();
    if (typeof location !== "string" || !URL.canParse(location, at.href)) {
      throw errors.upstreamVideoRedirectInvalid({ provider: id });
    }
    at = new URL(location, at.href);
    if (!/^https?:$/.test(at.protocol)) throw errors.upstreamVideoRedirectForbidden({ provider: id });
  }
  throw errors.upstreamVideoRedirects({ provider: id, limit: MOST_REDIRECTS });
}
