import { describe, expect, it } from "vitest";
import { warmSandbox } from "#lib/gateway/assembly/warm-sandbox.ts";

describe("the warm-up of the sandbox", () => {
  it("loads it without a word", async () => {
    const lines: string[] = [];
    await warmSandbox({ log: (line) => lines.push(line) });
    expect(lines).toEqual([]);
  });

  it("logs a failure and does not reject, which would end the process", async () => {
    const lines: string[] = [];
    await warmSandbox({
      log: (line) => lines.push(line),
      // biome-ignore lint/correctness/useYield: it fails before its first Part
      async *answer() {
        throw new Error("docs/guide is missing");
      },
    });
    expect(lines).toEqual(["The sandbox did not load: docs/guide is missing"]);
  });
});
