/** Upstream: the source of a response, as data (architecture.md, Words). Nothing branches on its name. */
import { Pool } from "undici";
import { collectUpstreamSecrets, type UpstreamSettings } from "#lib/config/upstream-settings.ts";
import { KeyPool } from "./key-pool.ts";
import { createRedactor, type Redact } from "./redactor.ts";

export type Upstream = UpstreamSettings & {
  /** Scheme, host and port: the only origin that gets its credential. */
  origin: string;
  /** Path prefix of the base URL, without a trailing slash. */
  basePath: string;
  /** Path of its model list, appended to its base URL. */
  modelsPath: string;
  /** Headers of every request by dialect, including the credential. Created once. */
  requestHeaders: Record<string, RequestHeaders>;
  /** Redacts secrets in text of this upstream: its credential, its headers' values, and those of the whole process. */
  redact: Redact;
  pool: Pool;
  /** Its API keys, when it has several. */
  keys: KeyPool | undefined;
};

/** Headers of a request for one reply, and of one for a stream. */
export type RequestHeaders = { reply: Record<string, string>; stream: Record<string, string> };

/**
 * @param dialectHeaders headers in which a dialect sends the credential, and those that it always requires
 * @param redact redacts all secrets of the process; only those of this upstream when absent
 */
export function createUpstream(
  settings: UpstreamSettings,
  dialectHeaders: (dialect: string, apiKey: string | undefined) => Record<string, string>,
  modelsPath: string,
  redact: Redact = createRedactor(collectUpstreamSecrets(settings)),
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
    keys: settings.apiKeys && new KeyPool(settings.apiKeys),
    pool: new Pool(url.origin, {
      connectTimeout: connectMs,
      headersTimeout: firstByteMs,
      bodyTimeout: idleMs,
      keepAliveTimeout: 30_000,
      // Requests of one connection must not wait for each other's responses.
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
