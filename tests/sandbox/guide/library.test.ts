import { expect, it } from "vitest";
import { openLibrary } from "#lib/sandbox/guide/library.ts";

it("holds what is written for users of the gateway, and nothing else", () => {
  const files = new Set(openLibrary().sections.map(({ file }) => file));
  const others = [...files].filter((file) => !file.startsWith("docs/guide/"));
  expect(files).toContain("docs/guide/streaming.md");
  expect(others).toEqual(["docs/spec/gateway-interface.md", "README.md"]);
});
