import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { marked } from "marked";
import { afterAll, describe, expect, it } from "vitest";
import { readConfigFile } from "#lib/config/config-file.ts";
import { findSandboxModel } from "#lib/sandbox/models.ts";
import { guidePages, samples, samplesIn } from "./samples.ts";

const scratch = mkdtempSync(join(tmpdir(), "parlance-docs-"));
afterAll(() => rmSync(scratch, { recursive: true }));

describe("code in the documentation", () => {
  it("is in languages that the guide knows", () => {
    expect([...new Set(samples.map(({ language }) => language))].sort()).toEqual([
      "bash",
      "javascript",
      "json",
      "python",
      "sh",
      "text",
    ]);
  });

  it.each(samplesIn("json"))("$where is JSON, and a config file where it says so", ({ code }) => {
    const value: Record<string, unknown> = JSON.parse(code);
    if (!("upstreams" in value || "defaultModel" in value)) return;
    const path = join(scratch, "parlance.config.json");
    writeFileSync(path, code);
    expect(readConfigFile(path, { required: true })).toEqual(value);
  });

  it.each([...samplesIn("bash"), ...samplesIn("sh")])("$where is shell, with JSON in its request", ({ code }) => {
    expect(spawnSync("bash", ["-n"], { input: code.replaceAll(/<[\w-]+>/g, "x"), encoding: "utf8" }).stderr).toBe("");
    for (const [, body = ""] of code.matchAll(/^ +-d '([^']*)'/gm)) {
      if (code.includes("/api/keys")) continue;
      const model = JSON.parse(body).model ?? /\/v1beta\/models\/([^:]+):/.exec(code)?.[1];
      expect(findSandboxModel(model.replace("sandbox/", "")), model).toBeDefined();
    }
  });

  it.each(samplesIn("javascript"))("$where is a JavaScript module", ({ code }) => {
    const path = join(scratch, "sample.mjs");
    writeFileSync(path, code);
    expect(spawnSync(process.execPath, ["--check", path], { encoding: "utf8" }).stderr).toBe("");
  });

  const hasPython = spawnSync("python3", ["--version"]).status === 0;
  it.skipIf(!hasPython).each(samplesIn("python"))("$where is Python", ({ code }) => {
    const parse = "import ast, sys; ast.parse(sys.stdin.read())";
    expect(spawnSync("python3", ["-c", parse], { input: code, encoding: "utf8" }).stderr).toBe("");
  });
});

describe("pages of the documentation", () => {
  it.each(guidePages)("$name has one title, then words, and no section without content", ({ text }) => {
    const tokens = marked.lexer(text).filter(({ type }) => type !== "space");
    expect(tokens[0]).toMatchObject({ type: "heading", depth: 1 });
    expect(tokens[1]?.type).toBe("paragraph");
    expect(tokens.filter((token) => token.type === "heading" && token.depth === 1)).toHaveLength(1);
    for (const [index, token] of tokens.entries())
      if (token.type === "heading") expect(tokens[index + 1]?.type).not.toBe("heading");
  });
});
