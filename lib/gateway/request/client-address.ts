/** Addresses of clients, for the throttle of wrong credentials. */
import { BlockList, isIP } from "node:net";
import type { HttpRequest } from "#lib/http/http-message.ts";

/** Part of a request that shows its origin. */
export type RequestOrigin = Pick<HttpRequest, "headers" | "peerAddress">;

/**
 * Creates a function that returns the address of a request's client: an IPv4 address, or the /64 of an IPv6 address,
 * which is what one client has. Undefined when it is unknown.
 * @param trustedProxies addresses and networks whose `x-forwarded-for` counts; all others are ignored, for anyone can
 * send one
 */
export function createClientAddresses(
  trustedProxies: readonly string[],
): (request: RequestOrigin) => string | undefined {
  const trusted = new BlockList();
  for (const network of trustedProxies) {
    const [address = "", prefix] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    trusted.addSubnet(address, Number(prefix ?? (family === "ipv6" ? 128 : 32)), family);
  }
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

  return ({ headers, peerAddress }) => {
    const peer = peerAddress === undefined ? undefined : readAddress(peerAddress);
    // A mount without sockets does not know its peer: there every sender counts as the proxy.
    const behindProxy = trustedProxies.length > 0 && (peer === undefined || isTrusted(peer));
    let client = peer;
    // Read from the last hop on: each proxy appends the address that it saw, and a client may have written all earlier
    // ones.
    const hops = behindProxy ? String(headers["x-forwarded-for"] ?? "").split(",") : [];
    for (const hop of hops.reverse()) {
      const address = readAddress(hop);
      if (address === undefined) break;
      client = address;
      if (!isTrusted(address)) break;
    }
    return client === undefined ? undefined : toNetwork(client);
  };
}

/** Returns an address without port, brackets and zone, IPv4 in IPv6 as IPv4; undefined for other text. */
function readAddress(text: string): string | undefined {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text.trim()) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(text.trim()) ?? [];
  const address = (bracketed ?? withPort ?? text.trim()).replace(/^::ffff:(?=[\d.]+$)/i, "").replace(/%.*$/, "");
  return isIP(address) === 0 ? undefined : address;
}

function toNetwork(address: string): string {
  if (isIP(address) === 4) return address;
  // A URL has an IPv6 address in its canonical form.
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? [] : new Array<string>(8 - groups.length - last.length).fill("0");
  return `${[...groups, ...zeros, ...last].slice(0, 4).join(":")}::/64`;
}
