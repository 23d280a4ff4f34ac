/**
 * Storage hosts that an upstream names beside its own. They get no credential, and addresses in our own network are
 * refused: otherwise the author of a reply could make the gateway read hosts that only it can reach.
 */
import { Agent, type Dispatcher } from "undici";
import { errors } from "#lib/http/errors.ts";
import { createAddressGuard, isInternalHost, readHost } from "../address-guard.ts";
import type { VideoTarget } from "./video-target.ts";

export type Storage = {
  /** @throws GatewayError 502 for a forbidden address */
  get(url: URL, options: { headers: Record<string, string>; signal: AbortSignal }): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
};

/** Opens a storage client for one download. */
export async function openStorage(upstream: VideoTarget["upstream"]): Promise<Storage> {
  const isInternal = upstream.origin !== undefined && (await isInternalHost(readHost(new URL(upstream.origin))));
  const { connectMs, firstByteMs, idleMs } = upstream.timeouts;

  const guard = createAddressGuard({
    isInternal,
    refuse: (host) => errors.upstreamVideoAddressForbidden({ provider: upstream.id, host }),
  });
  const agent = new Agent({
    connect: { timeout: connectMs, lookup: guard.lookup },
    headersTimeout: firstByteMs,
    bodyTimeout: idleMs,
    allowH2: false,
  });
  return {
    async get(url, options) {
      guard.require(url);
      return agent.request({ ...options, method: "GET", origin: url.origin, path: url.pathname + url.search });
    },
    close: () => agent.destroy(),
  };
}
