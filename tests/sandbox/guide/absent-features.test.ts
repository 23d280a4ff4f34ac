import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { endpoints } from "#lib/gateway/assembly/routes.ts";
import { ABSENT_FEATURES } from "#lib/sandbox/guide/absent-features.ts";
import { readSourceFiles } from "#tests/support/source-files.ts";

const settings = readFileSync(new URL("../../../docs/config.schema.json", import.meta.url), "utf8");
const tables = readFileSync(new URL("../../../lib/store/tables.ts", import.meta.url), "utf8");

/** Every route, setting, column and file of the product, by which a feature that exists could be seen. */
const names = [
  ...endpoints.map(({ path }) => path),
  ...[...settings.matchAll(/"(\w+)": \{/g)].map(([, name = ""]) => name),
  ...[...tables.matchAll(/^\s+(\w+):/gm)].map(([, name = ""]) => name),
  ...readSourceFiles()
    .map(({ path }) => path)
    .filter((path) => /^(?:lib|app|components)\//.test(path) && !path.startsWith("lib/sandbox/")),
];

describe("a feature that the guide denies", () => {
  it.each(ABSENT_FEATURES.map((feature) => [feature.name, feature] as const))("does not exist: %s", (_, { sign }) => {
    expect(names.filter((name) => sign.test(name))).toEqual([]);
  });

  it("would be found if it existed", () => {
    expect(names).toContain("/v1/chat/completions");
    expect(names).toContain("quotas");
    expect(names).toContain("lib/store/key-store.ts");
  });
});
