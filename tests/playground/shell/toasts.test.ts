import { beforeEach, describe, expect, test } from "vitest";
import { addToast, closeToast, readingTime, toasts } from "#lib/playground/shell/toasts.ts";

const titles = () => toasts.get().shown.map(({ title }) => title);

beforeEach(() => toasts.set({ shown: [] }));

describe("toasts", () => {
  test("appends the newest, and drops the oldest beyond four", () => {
    for (const title of ["one", "two", "three", "four", "five"]) addToast({ title });
    expect(titles()).toEqual(["two", "three", "four", "five"]);
  });

  test("shows equal toasts once, as the newest", () => {
    addToast({ title: "Saved" });
    addToast({ title: "Imported" });
    addToast({ title: "Saved" });
    expect(titles()).toEqual(["Imported", "Saved"]);
  });

  test("removes a closed toast", () => {
    addToast({ title: "one" });
    addToast({ title: "two" });
    closeToast(toasts.get().shown[0]?.id ?? "");
    expect(titles()).toEqual(["two"]);
  });

  test("stay long enough to read; errors until closed", () => {
    expect(readingTime({ title: "Saved" })).toBe(6000);
    expect(readingTime({ title: "Imported", detail: "x".repeat(200) })).toBeGreaterThan(15_000);
    expect(readingTime({ title: "Failed", kind: "error" })).toBe(Number.POSITIVE_INFINITY);
  });
});
