/** The address that wrong credentials are counted by: whose word counts, and what one client has. */
import { expect, test } from "vitest";
import { createClientAddresses } from "#lib/gateway/request/client-address.ts";

const PROXIES = ["10.0.0.0/8", "2001:db8:ffff::1"];

test.each<[name: string, peer: string | undefined, forwardedFor: string | undefined, address: string | undefined]>([
  ["a connection", "203.0.113.9", undefined, "203.0.113.9"],
  ["a connection over a socket for both versions", "::ffff:203.0.113.9", undefined, "203.0.113.9"],
  ["an IPv6 address by its /64", "2001:db8:1:2:3:4:5:6", undefined, "2001:db8:1:2::/64"],
  ["a short IPv6 address", "2001:db8::7", undefined, "2001:db8:0:0::/64"],
  ["the loopback of IPv6", "::1", undefined, "0:0:0:0::/64"],
  ["an address with a zone", "fe80::1:2%eth0", undefined, "fe80:0:0:0::/64"],
  ["a stranger who pretends", "203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["the client of a proxy", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["the client of a proxy over IPv6", "2001:db8:ffff::1", "2001:db8:9:9::1", "2001:db8:9:9::/64"],
  ["a client of a proxy who pretends", "10.0.0.1", "8.8.8.8, 198.51.100.1", "198.51.100.1"],
  ["the client of two proxies", "10.0.0.1", "198.51.100.1, 10.2.3.4", "198.51.100.1"],
  ["a proxy that says nothing", "10.0.0.1", undefined, "10.0.0.1"],
  ["a proxy that passes nonsense on", "10.0.0.1", "unknown", "10.0.0.1"],
  ["a hop with a port", "10.0.0.1", "198.51.100.1:4711", "198.51.100.1"],
  ["a hop in brackets with a port", "10.0.0.1", "[2001:db8:9:9::1]:4711", "2001:db8:9:9::/64"],
  ["a mount that does not know its peer", undefined, "198.51.100.1", "198.51.100.1"],
  ["nothing at all", undefined, undefined, undefined],
])("%s", (_name, peerAddress, forwardedFor, address) => {
  const headers = forwardedFor === undefined ? {} : { "x-forwarded-for": forwardedFor };
  expect(createClientAddresses(PROXIES)({ headers, peerAddress })).toBe(address);
});

test("without trusted proxies headers are ignored", () => {
  const addressOf = createClientAddresses([]);
  expect(addressOf({ headers: { "x-forwarded-for": "198.51.100.1" } })).toBeUndefined();
  expect(addressOf({ headers: { "x-forwarded-for": "198.51.100.1" }, peerAddress: "127.0.0.1" })).toBe("127.0.0.1");
});
