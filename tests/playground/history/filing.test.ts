import { expect, test } from "vitest";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { newSession } from "#lib/playground/chat/chat-state.ts";
import { listLabels, matchesFilter, mergeFilings, toLabel, toTags } from "#lib/playground/history/filing.ts";
import { fingerprint, toStored } from "#lib/playground/history/sync/stored-session.ts";

const filing = (folder: string, ...tags: string[]) => ({ folder, tags });

test("a label is one line without commas, as the gateway takes it", () => {
  expect(toLabel("  Work,\n 2026 \u0000")).toBe("Work 2026");
  expect(toLabel(" , ")).toBe("");
  expect(toLabel("x".repeat(300))).toHaveLength(100);
  expect(toLabel(`${"x".repeat(99)}😀`)).not.toMatch(/\p{Cs}/u);
  expect(toTags(["a", " a ", ",", "b"])).toEqual(["a", "b"]);
  expect(toTags(Array.from({ length: 30 }, (_, index) => `t${index}`))).toHaveLength(20);
});

test.each([
  ["the first moved it", filing("B"), filing("A"), filing("A"), filing("B")],
  ["the second moved it", filing("A"), filing("B"), filing("A"), filing("B")],
  ["both moved it", filing("B"), filing("C"), filing("A"), filing("B")],
  ["the second took it out", filing("A"), filing(""), filing("A"), filing("")],
  ["both added a tag", filing("", "a"), filing("", "b"), filing(""), filing("", "a", "b")],
  ["one removed, one added", filing("", "a"), filing("", "a", "b", "c"), filing("", "a", "b"), filing("", "a", "c")],
  ["nothing is known of before", filing("", "a"), filing("B", "b"), undefined, filing("B", "a", "b")],
])("merging: %s", (_name, first, second, base, merged) => {
  expect(mergeFilings(first, second, base)).toEqual(merged);
});

test("lists the names in use, and filters by one", () => {
  const sessions = [{ folder: "b", tags: ["y", "x"] }, { folder: "a" }, { tags: ["x"] }, {}];
  expect(listLabels(sessions)).toEqual({ folders: ["a", "b"], tags: ["x", "y"] });
  expect(sessions.filter((session) => matchesFilter(session, { folder: "a" }))).toEqual([{ folder: "a" }]);
  expect(sessions.filter((session) => matchesFilter(session, { tag: "x" }))).toHaveLength(2);
  expect(sessions.filter((session) => matchesFilter(session, {}))).toHaveLength(4);
});

test("folder and tags change what the gateway stores, and empty ones do not", () => {
  const session = newSession("chat", EMPTY_SETTINGS);
  const filed = { ...session, folder: "Work", tags: ["a"] };
  expect(toStored(filed)).toMatchObject({ folder: "Work", tags: ["a"] });
  expect(toStored(filed).content).not.toHaveProperty("folder");
  expect(fingerprint(filed)).not.toBe(fingerprint(session));
  expect(fingerprint({ ...session, folder: "", tags: [] })).toBe(fingerprint(session));
});
