import { expect, it } from "vitest";
import { safeLink } from "#lib/playground/markdown/safe-url.ts";

it.each([
  "https://example.com/a?b#c",
  "mailto:a@example.com",
  "/docs",
  "/docs/streaming#stream-with-curl",
  "/providers",
])("opens %s", (url) => {
  expect(safeLink(url)).toBe(url);
});

it.each([
  "javascript:alert(1)",
  "data:text/html,a",
  "//example.com",
  "/\\example.com",
  "/api/keys",
  "/chat?model=a",
  "/chat#s=1",
  "/docs/../api",
  "docs",
  "",
])("does not open %s", (url) => {
  expect(safeLink(url)).toBeUndefined();
});
