/** An upstream: where an answer comes from, as data (architecture.md, Words). Nothing branches on its name. */
import { Pool } from "undici";
import { secretsOfUpstream, type UpstreamSettings } from "#lib/config/upstream-settings.ts";
import { createRedactor, type Redact } from "./redactor.ts";

export type Upstream = UpstreamSettings & {
  /** Scheme, host and port: the only place that its credential is ever sent to. */
  origin: string;
  /** Path prefix of the base URL, without a trailing slash. */
  basePath: string;
  /** Appended to its base URL: where it lists its models. */
  modelsPath: string;
  /** By dialect: what is sent with every request to it, the credential among them. Made once. */
  requestHeaders: Record<string, RequestHeaders>;
  /** Takes secrets out of what this upstream wrote: its credential, its headers' values, and those of the whole process. */
  redact: Redact;
  pool: Pool;
};

/** For a call that wants one reply, and for one that wants a stream. */
export type RequestHeaders = { reply: Record<string, string>; stream: Record<string, string> };

/**
 * @param dialectHeaders the headers in which a dialect carries the credential, and those that it always wants
 * @param redact of all secrets of the process, its own among them; of its own alone when absent
 */
export function createUpstream(
  settings: UpstreamSettings,
  dialectHeaders: (dialect: string, apiKey: string | undefined) => Record<string, string>,
  modelsPath: string,
  redact: Redact = createRedactor(secretsOfUpstream(settings)),
): Upstream {
  const url = new URL(settings.baseUrl);
  const { connectMs, firstByteMs, idleMs } = settings.timeouts;
  return {
    ...settings,
    origin: url.origin,
    basePath: url.pathname.replace(/\/+$/, ""),
    modelsPath,
    requestHeaders: Object.fromEntries(
      [...settings.dialects, ...settings.media].map((dialect) => [
        dialect,
        toRequestHeaders(settings, dialectHeaders(dialect, settings.apiKey)),
      ]),
    ),
    redact,
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

function toRequestHeaders({ headers }: UpstreamSettings, dialectHeaders: Record<string, string>): RequestHeaders {
  const shared = {
    "content-type": "application/json",
    // A compressed body could not be relayed event by event.
    "accept-encoding": "identity",
    "user-agent": "parlance",
    ...dialectHeaders,
    ...headers,
  };
  return { reply: { accept: "application/json", ...shared }, stream: { accept: "text/event-stream", ...shared } };
}
