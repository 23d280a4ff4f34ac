/** The HTTP server in front of the gateway and the pages: its time limits, upgrades, and targets in absolute form. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

/** Limits on connections, in milliseconds. */
export const CONNECTION_LIMITS = {
  /**
   * Time for the headers of a request, from its first byte; for the first request, from the start of the connection.
   */
  headersTimeout: 20_000,
  /** Time for a whole request, such as a large file over a slow connection. */
  requestTimeout: 3_600_000,
  /** Longer than the idle time of the usual load balancers, so that they never reuse a connection that is closing. */
  keepAliveTimeout: 75_000,
  /** Time between two checks of the limits for headers and requests. */
  connectionsCheckingInterval: 2_000,
} as const;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * @param takesUpgrade returns true for an upgrade request to leave to the listeners of `upgrade`. Any other is answered
 * as a normal request (RFC 9110 §7.8): Java's HttpClient and `curl --http2` request h2c on every connection.
 */
export function createHttpServer(
  listener: Listener,
  {
    takesUpgrade = () => false,
    limits = CONNECTION_LIMITS,
  }: {
    takesUpgrade?: (request: IncomingMessage) => boolean;
    limits?: { [Name in keyof typeof CONNECTION_LIMITS]: number };
  } = {},
): Server {
  const server = createServer({ ...limits, shouldUpgradeCallback: takesUpgrade });
  const answer: Listener = (request, response) => {
    toOriginForm(request);
    listener(request, response);
  };
  server.on("request", answer);
  // Without this listener Node requests every body; with it, the key is checked first.
  server.on("checkContinue", answer);
  return server;
}

const ABSOLUTE_FORM = /^https?:\/\/([^/?#@]+)(?:\/|(?=\?)|$)(.*)$/i;

/** A target in absolute form (RFC 9112 §3.2.2) means the same as one in origin form with its host. */
function toOriginForm(request: IncomingMessage): void {
  const { url } = request;
  if (url === undefined || url.startsWith("/")) return;
  const [, host, rest] = ABSOLUTE_FORM.exec(url) ?? [];
  if (host === undefined) return;
  request.url = `/${rest}`;
  request.headers.host = host;
}
