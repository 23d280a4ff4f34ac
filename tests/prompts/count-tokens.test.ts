import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countTokens, tokenize } from "#lib/prompts/count-tokens.ts";

describe("the tokenizer", () => {
  it("counts as o200k_base does", () => {
    expect(countTokens("hello world")).toBe(2);
    expect(countTokens("")).toBe(0);
    expect(countTokens("<|endoftext|>")).toBe(7);
  });

  it("cuts any text into pieces that join to it again, none of them half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const pieces = tokenize(text);
        expect(pieces.join("")).toBe(text);
        for (const piece of pieces) expect(piece).toBe(piece.toWellFormed());
      }),
      { numRuns: 200, seed: 3 },
    );
    const odd = "\uFEFFbyte order mark, lone \ud800 half";
    expect(tokenize(odd).join("")).toBe(odd);
  });

  it("counts long runs without a break quickly", () => {
    const run = "漢".repeat(60_000);
    expect(tokenize(run).join("")).toBe(run);
    expect(countTokens("=".repeat(300_000))).toBeGreaterThan(1000);
  });

  it("counts long text the same in parts as at once", () => {
    const paragraph = "The gateway reads the frame, in order.\n\n- `code/path`\n/ slash\n\n";
    const single = countTokens(paragraph);
    expect(countTokens(paragraph.repeat(400))).toBe(single * 400);
  });

  it("is not loaded with the sandbox, but at the first count", () => {
    const script = `
      const { createRequire } = await import("node:module");
      await import("#lib/sandbox/responses/respond.ts");
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes("gpt-tokenizer"));
      const before = loaded();
      (await import("#lib/prompts/count-tokens.ts")).countTokens("x");
      console.log(before, loaded());`;
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    expect(output.trim()).toBe("false true");
  });
});
