import { afterEach, expect, it, vi } from "vitest";
import { createSavedStore } from "#lib/playground/shell/create-saved-store.ts";

const read = ({ voice }: Record<string, unknown>) => ({ voice: typeof voice === "string" ? voice : "alloy" });
const open = () => createSavedStore("parlance.test", read);

/** The storage of a browser, as far as the store uses it. */
function stubBrowser(stored: string | null, setItem: (key: string, value: string) => void = () => {}): void {
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("localStorage", { getItem: () => stored, setItem });
}
afterEach(() => vi.unstubAllGlobals());

it("begins with what the browser has stored", () => {
  stubBrowser('{ "voice": "nova" }');
  expect(open().get()).toEqual({ voice: "nova" });
});

it.each([
  ["nothing", null],
  ["text", "not JSON"],
  ["null", "null"],
  ["a list", "[]"],
  ["a number", "7"],
])("begins with the usual settings where %s was stored", (_name, stored) => {
  stubBrowser(stored);
  expect(open().get()).toEqual({ voice: "alloy" });
});

it("begins with the usual settings on the server", () => {
  expect(open().get()).toEqual({ voice: "alloy" });
});

it("stores a change, and keeps it where storage is forbidden", () => {
  const setItem = vi.fn();
  stubBrowser(null, setItem);
  open().save({ voice: "echo" });
  expect(setItem).toHaveBeenCalledWith("parlance.test", '{"voice":"echo"}');
  stubBrowser(null, () => {
    throw new Error("forbidden");
  });
  const store = open();
  store.save({ voice: "sage" });
  expect(store.get()).toEqual({ voice: "sage" });
});
