/** Guard of connections to hosts that others name: it refuses addresses that only the gateway's own network reaches. */
import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { lookup as resolve } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import type { GatewayError } from "#lib/http/gateway-error.ts";

/** Addresses that serve nobody, even in our own network: metadata services, broadcasts and the like. */
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

/** @param isInternal true when addresses in our own network are expected as well */
export function mayFetchFrom(address: string, { isInternal }: { isInternal: boolean }): boolean {
  return !isIn(FORBIDDEN, address) && (isInternal || !isIn(INTERNAL, address));
}

export type AddressGuard = {
  /** Checks the address of a URL whose host is one: it needs no lookup. @throws GatewayError */
  require(url: URL): void;
  /** Lookup for a connection, so that a name cannot resolve to another address in between. */
  lookup(
    host: string,
    options: LookupOptions,
    callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void;
};

export function createAddressGuard({
  isInternal,
  refuse,
}: {
  isInternal: boolean;
  /** Creates the error for a host without an allowed address. */
  refuse: (host: string) => GatewayError;
}): AddressGuard {
  return {
    require(url) {
      const host = readHost(url);
      if (isIP(host) !== 0 && !mayFetchFrom(host, { isInternal })) throw refuse(host);
    },
    lookup(host, options, callback) {
      lookup(host, { ...options, all: true }, (error, addresses) => {
        const allowed = error ? [] : addresses.filter(({ address }) => mayFetchFrom(address, { isInternal }));
        const [first] = allowed;
        if (!first) callback(error ?? refuse(host), []);
        else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      });
    },
  };
}

export async function isInternalHost(host: string): Promise<boolean> {
  const addresses = await resolve(host, { all: true }).catch(() => []);
  return addresses.some(({ address }) => isIn(INTERNAL, address));
}

/** Returns the host without the brackets of an IPv6 address. */
export function readHost({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}
