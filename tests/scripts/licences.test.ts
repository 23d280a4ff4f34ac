/** Production dependencies have licences that the product may use. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { findObjection } from "#scripts/licence-rules.ts";

const script = fileURLToPath(new URL("../../scripts/licences.ts", import.meta.url));

it("every production dependency has a licence that is allowed", () => {
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: expect.stringMatching(/^\d+ production dependencies: all are allowed\.\n$/),
  });
});

it.each<[string, name: string, licence: string | undefined, objection: RegExp | undefined]>([
  ["a permissive licence is allowed", "a", "MIT", undefined],
  ["one permissive alternative is enough", "a", "(GPL-3.0-only OR MIT)", undefined],
  ["all of several that hold together are needed", "a", "MIT AND GPL-3.0-only", /GPL-3\.0-only/],
  ["copyleft is refused", "a", "GPL-3.0-or-later", /not among the allowed/],
  [
    "weak copyleft is allowed for the packages that the decision names",
    "lightningcss-linux-x64-gnu",
    "MPL-2.0",
    undefined,
  ],
  ["weak copyleft is refused elsewhere", "lightning", "MPL-2.0", /not among the allowed/],
  ["a package without a licence is refused", "a", undefined, /names no licence/],
  ["a licence file that was read counts for its version only", "khroma", undefined, /names no licence/],
  ["a reference to a file is refused", "a", "SEE LICENSE IN LICENSE", /not among the allowed/],
  ["an expression of both kinds is for a person", "a", "(MIT AND ISC) OR GPL-2.0-only", /a person must read/],
])("%s", (_case, name, licence, objection) => {
  const found = findObjection({ name, version: "1.0.0", licence });
  if (objection) expect(found).toMatch(objection);
  else expect(found).toBeUndefined();
});
