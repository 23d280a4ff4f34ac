import { describe, expect, it } from "vitest";
import { openBuiltIns } from "#lib/gateway/assembly/open-built-ins.ts";
import { warmSandbox } from "#lib/gateway/assembly/warm-sandbox.ts";

describe("the warm-up of the sandbox", () => {
  it("loads it without output", async () => {
    const lines: string[] = [];
    const builtIns = await openBuiltIns({ cassettes: [], sandbox: { enabled: true, tokensPerSecond: 0 } });
    await warmSandbox({ builtIns, log: (line) => lines.push(line) });
    expect(lines).toEqual([]);
  });

  it("does nothing where the sandbox is disabled", async () => {
    const lines: string[] = [];
    const builtIns = await openBuiltIns({ cassettes: [], sandbox: { enabled: false, tokensPerSecond: 0 } });
    expect(builtIns.has("sandbox")).toBe(false);
    await warmSandbox({ builtIns, log: (line) => lines.push(line) });
    expect(lines).toEqual([]);
  });

  it("logs a failure and does not reject, which would end the process", async () => {
    const lines: string[] = [];
    const broken = {
      async prepare() {
        throw new Error("docs/guide is missing");
      },
    };
    await warmSandbox({ builtIns: new Map([["sandbox", broken]]), log: (line) => lines.push(line) });
    expect(lines).toEqual(["The sandbox did not load: docs/guide is missing"]);
  });
});
