/**
 * Storage hosts that an upstream names beside its own. They get no credential, and addresses in our own network are
 * refused: otherwise the author of a reply could make the gateway read hosts that only it can reach.
 */
import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { lookup as resolve } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import { Agent, type Dispatcher } from "undici";
import { errors } from "#lib/http/errors.ts";
import type { VideoTarget } from "./video-target.ts";

/**
 * Addresses that are never storage, even for an upstream in our own network: metadata services, broadcasts and the
 * like.
 */
const FORBIDDEN = createBlockList(
  ["0.0.0.0/8", "169.254.0.0/16", "192.0.0.0/24", "224.0.0.0/3"],
  ["::/128", "64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "fe80::/10", "fd00:ec2::254/128", "ff00::/8"],
);
const INTERNAL = createBlockList(
  ["10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "198.18.0.0/15"],
  ["::1/128", "fc00::/7"],
);

function createBlockList(v4: readonly string[], v6: readonly string[]): BlockList {
  const list = new BlockList();
  const add = (family: "ipv4" | "ipv6") => (subnet: string) => {
    const [network = "", prefix] = subnet.split("/");
    list.addSubnet(network, Number(prefix), family);
  };
  v4.forEach(add("ipv4"));
  v6.forEach(add("ipv6"));
  return list;
}

function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** @param isInternal true when the upstream itself is in our own network, and so may have its storage there */
export function mayFetchFrom(address: string, { isInternal }: { isInternal: boolean }): boolean {
  return !isIn(FORBIDDEN, address) && (isInternal || !isIn(INTERNAL, address));
}

export type Storage = {
  /** @throws GatewayError 502 for a forbidden address */
  get(url: URL, options: { headers: Record<string, string>; signal: AbortSignal }): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
};

/** Opens a storage client for one download. */
export async function openStorage(upstream: VideoTarget["upstream"]): Promise<Storage> {
  const isInternal = upstream.origin !== undefined && (await isInternalHost(readHost(new URL(upstream.origin))));
  const { connectMs, firstByteMs, idleMs } = upstream.timeouts;

  /** Checks the same addresses that the connection uses: a name cannot resolve to another address in between. */
  function guardedLookup(
    host: string,
    options: LookupOptions,
    callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const allowed = error ? [] : addresses.filter(({ address }) => mayFetchFrom(address, { isInternal }));
      const [first] = allowed;
      if (!first) callback(error ?? errors.upstreamVideoAddressForbidden({ provider: upstream.id, host }), []);
      else if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  }

  const agent = new Agent({
    connect: { timeout: connectMs, lookup: guardedLookup },
    headersTimeout: firstByteMs,
    bodyTimeout: idleMs,
    allowH2: false,
  });
  return {
    async get(url, options) {
      const host = readHost(url);
      // IP addresses need no lookup, so they are checked here.
      if (isIP(host) !== 0 && !mayFetchFrom(host, { isInternal }))
        throw errors.upstreamVideoAddressForbidden({ provider: upstream.id, host });
      return agent.request({ ...options, method: "GET", origin: url.origin, path: url.pathname + url.search });
    },
    close: () => agent.destroy(),
  };
}

async function isInternalHost(host: string): Promise<boolean> {
  const addresses = await resolve(host, { all: true }).catch(() => []);
  return addresses.some(({ address }) => isIn(INTERNAL, address));
}

/** Returns the host without the brackets of an IPv6 address. */
function readHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}
