/** The fixtures are there, of every kind: else the laws that are tested on them would be tested on nothing. */
import { describe, expect, it } from "vitest";
import { dialects } from "#lib/dialects/all-dialects.ts";
import { FIXTURE_KINDS, fixtureNames, readKind, recordingNames, replyFixtures } from "./fixtures.ts";

const dialectIds = Object.keys(dialects);

describe.each(dialectIds)("fixtures of %s", (dialect) => {
  const names = fixtureNames(dialect);

  it.each(FIXTURE_KINDS)("of the kind %s", (kind) => {
    const own = names.filter((name) => readKind(name) === kind);
    expect(own.filter((name) => name.endsWith(".chunks.txt"))).not.toEqual([]);
    if (kind !== "cut") expect(own.filter((name) => name.endsWith(".json"))).not.toEqual([]);
  });

  it("have known kinds, and a reply for each whole stream", () => {
    expect(names.length).toBeGreaterThanOrEqual(20);
    for (const name of names) {
      expect(FIXTURE_KINDS).toContain(readKind(name));
      expect(name).toMatch(/^[a-z-]+(\.json|\.chunks\.txt)$/);
      if (["error", "cut"].includes(readKind(name))) continue;
      expect(names).toContain(name.replace(/\.chunks\.txt$/, ".json"));
      expect(names).toContain(name.replace(/\.json$/, ".chunks.txt"));
    }
  });

  it("are joined by real recordings", (context) => {
    const recordings = recordingNames(dialect);
    if (!recordings) context.skip("no folder of real recordings here: RECORDINGS names one");
    if (dialect === "google-interactions" && recordings?.length === 0) context.skip("no recordings of this API yet");
    expect(recordings?.length).toBeGreaterThan(0);
  });
});

it("a dialect without fixtures is an error", () => {
  expect(() => replyFixtures("no-dialect")).toThrow("No replies of no-dialect in tests/fixtures.");
});
