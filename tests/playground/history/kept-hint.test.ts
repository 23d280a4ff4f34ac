import { afterEach, expect, test, vi } from "vitest";
import { isKept, setKept } from "#lib/playground/history/kept-hint.ts";

afterEach(() => vi.unstubAllGlobals());

test("a page remembers that it had something to show, each by itself", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  expect(isKept("images")).toBe(false);
  setKept("images", true);
  expect(isKept("images")).toBe(true);
  expect(isKept("videos")).toBe(false);
  setKept("images", false);
  expect(isKept("images")).toBe(false);
});

test("where storage is forbidden nothing is kept", () => {
  vi.stubGlobal("localStorage", undefined);
  setKept("videos", true);
  expect(isKept("videos")).toBe(false);
});
