import { afterEach, expect, test, vi } from "vitest";
import { hasSavedHint, setSavedHint } from "#lib/playground/history/saved-hint.ts";

afterEach(() => vi.unstubAllGlobals());

test("remembers for each page that it had content", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  expect(hasSavedHint("images")).toBe(false);
  setSavedHint("images", true);
  expect(hasSavedHint("images")).toBe(true);
  expect(hasSavedHint("videos")).toBe(false);
  setSavedHint("images", false);
  expect(hasSavedHint("images")).toBe(false);
});

test("saves nothing when storage is forbidden", () => {
  vi.stubGlobal("localStorage", undefined);
  setSavedHint("videos", true);
  expect(hasSavedHint("videos")).toBe(false);
});
