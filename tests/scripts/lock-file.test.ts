/** The lock file: every package is verified by its hash and comes from the public registry. */
import { expect, it } from "vitest";
import { findWeakEntries, type LockEntry, readLockFile } from "#scripts/lock-file.ts";
import { readProjectFile } from "../support/source-files.ts";

const integrity = `sha512-${"A".repeat(86)}==`;
const good: LockEntry = { folder: "node_modules/a", version: "1.0.0", integrity };

it("no entry of package-lock.json is weak", () => {
  const entries = readLockFile(readProjectFile("package-lock.json"));
  expect(entries.length).toBeGreaterThan(500);
  expect(findWeakEntries(entries)).toEqual([]);
});

it.each<[string, Partial<LockEntry>, RegExp | undefined]>([
  ["an entry with a hash and no address is taken", {}, undefined],
  ["the public registry's address is taken", { resolved: "https://registry.npmjs.org/a/-/a-1.0.0.tgz" }, undefined],
  ["an entry without a hash is found", { integrity: undefined }, /no SHA-512/],
  ["an entry with a weak hash is found", { integrity: "sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=" }, /no SHA-512/],
  ["another registry is found", { resolved: "https://registry.example/a-1.0.0.tgz" }, /fetched from/],
  ["a host that begins alike is found", { resolved: "https://registry.npmjs.org.example/a.tgz" }, /fetched from/],
  ["an address without TLS is found", { resolved: "http://registry.npmjs.org/a.tgz" }, /fetched from/],
  ["a git repository is found", { resolved: "git+ssh://git@github.com/a/a.git#1" }, /fetched from/],
  ["a link is found", { link: true }, /is a link/],
])("%s", (_case, fields, problem) => {
  const found = findWeakEntries([{ ...good, ...fields }]);
  if (problem) expect(found.join(" ")).toMatch(problem);
  else expect(found).toEqual([]);
});
