import { beforeEach, describe, expect, test } from "vitest";
import { addToast, closeToast, readingTime, toasts } from "#lib/playground/shell/toasts.ts";

const titles = () => toasts.get().shown.map(({ title }) => title);

beforeEach(() => toasts.set({ shown: [] }));

describe("toasts", () => {
  test("the newest comes last, and more than four push the oldest out", () => {
    for (const title of ["one", "two", "three", "four", "five"]) addToast({ title });
    expect(titles()).toEqual(["two", "three", "four", "five"]);
  });

  test("the same words are said once, as the newest", () => {
    addToast({ title: "Saved" });
    addToast({ title: "Imported" });
    addToast({ title: "Saved" });
    expect(titles()).toEqual(["Imported", "Saved"]);
  });

  test("closing takes one away", () => {
    addToast({ title: "one" });
    addToast({ title: "two" });
    closeToast(toasts.get().shown[0]?.id ?? "");
    expect(titles()).toEqual(["two"]);
  });

  test("they stay long enough to be read; errors stay until they are closed", () => {
    expect(readingTime({ title: "Saved" })).toBe(6000);
    expect(readingTime({ title: "Imported", detail: "x".repeat(200) })).toBeGreaterThan(15_000);
    expect(readingTime({ title: "Failed", kind: "error" })).toBe(Number.POSITIVE_INFINITY);
  });
});
