import { describe, expect, it } from "vitest";
import { mayFetchFrom } from "#lib/upstreams/address-guard.ts";

describe("an address that an upstream names", () => {
  it.each(["8.8.8.8", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8"])("%s is public", (address) => {
    expect(mayFetchFrom(address, { isInternal: false })).toBe(true);
  });

  it.each([
    ...["127.0.0.1", "127.9.9.9", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1"],
    ...["::1", "fd12::1", "::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1"],
  ])("%s is allowed only for an upstream in our network", (address) => {
    expect(mayFetchFrom(address, { isInternal: false })).toBe(false);
    expect(mayFetchFrom(address, { isInternal: true })).toBe(true);
  });

  it.each([
    ...["169.254.169.254", "0.0.0.0", "224.0.0.1", "255.255.255.255"],
    ...["fe80::1", "fd00:ec2::254", "::", "ff02::1", "::ffff:169.254.169.254", "64:ff9b::a00:1", "2002:7f00:1::"],
  ])("%s is never allowed", (address) => {
    expect(mayFetchFrom(address, { isInternal: true })).toBe(false);
  });
});
