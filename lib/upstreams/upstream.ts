/** An upstream: where an answer comes from, as data (architecture.md, Words). Nothing branches on its name. */
import { Pool } from "undici";
import type { UpstreamSettings } from "#lib/config/load-settings.ts";

export type Upstream = UpstreamSettings & {
  /** Scheme, host and port: the only place that its credential is ever sent to. */
  origin: string;
  /** Path prefix of the base URL, without a trailing slash. */
  basePath: string;
  /** Sent with every request to it; the credential is among them. */
  requestHeaders: Record<string, string>;
  pool: Pool;
};

export function createUpstream(settings: UpstreamSettings): Upstream {
  const url = new URL(settings.baseUrl);
  const { connectMs, firstByteMs, idleMs } = settings.timeouts;
  return {
    ...settings,
    origin: url.origin,
    basePath: url.pathname.replace(/\/+$/, ""),
    requestHeaders: {
      // A compressed body could not be relayed event by event.
      "accept-encoding": "identity",
      "user-agent": "parlance",
      ...(settings.apiKey ? { authorization: `Bearer ${settings.apiKey}` } : {}),
      ...settings.headers,
    },
    pool: new Pool(url.origin, {
      connectTimeout: connectMs,
      headersTimeout: firstByteMs,
      bodyTimeout: idleMs,
      keepAliveTimeout: 30_000,
      // Requests of one connection must not wait for each other's answers.
      pipelining: 1,
      allowH2: false,
    }),
  };
}
