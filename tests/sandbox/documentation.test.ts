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

const PARSE_PYTHON = `
import ast, json, sys
def fault(text):
    try:
        ast.parse(text)
        return ""
    except SyntaxError as error:
        return str(error)
print(json.dumps([fault(text) for text in json.load(sys.stdin)]))
`;

describe("code in the documentation", () => {
  it("is in languages that the guide knows", () => {
    expect([...new Set(samples.map(({ language }) => language))].sort()).toEqual([
      "bash",
      "javascript",
      "json",
      "python",
      "sh",
      "text",
      "yaml",
    ]);
  });

  it.each(samplesIn("json"))("$where is JSON, and a config file where it says so", ({ code }) => {
    const value: Record<string, unknown> = JSON.parse(code);
    if (!("upstreams" in value || "defaultModel" in value)) return;
    const path = join(scratch, "parlance.config.json");
    writeFileSync(path, code);
    expect(readConfigFile({ path, required: true })).toEqual(value);
  });

  it.each([...samplesIn("bash"), ...samplesIn("sh")])("$where is shell, with JSON in its request", ({ code }) => {
    expect(spawnSync("bash", ["-n"], { input: code.replaceAll(/<[\w-]+>/g, "x"), encoding: "utf8" }).stderr).toBe("");
    for (const [, body = ""] of code.matchAll(/^ +-d '([^']*)'/gm)) {
      if (/\/api\/(?:keys|providers|evaluations|prompts|mcp|conversations)/.test(code)) continue;
      const model = JSON.parse(body).model ?? /\/v1beta\/models\/([^:]+):/.exec(code)?.[1];
      // The id of a request that somebody's log has, and the model that a stored prompt names.
      if (model.startsWith("replay/") || model === "prompt") continue;
      expect(findSandboxModel(model.replace("sandbox/", "")), model).toBeDefined();
    }
  });

  // Samples in JavaScript are run by samples-run.test.ts.

  const python = samplesIn("python");
  const faults = faultsOfPython(python.map(({ code }) => code));
  it.skipIf(faults === undefined).each(python.map(({ where }, index) => ({ where, index })))(
    "$where is Python",
    ({ index }) => {
      expect(faults?.[index]).toBe("");
    },
  );
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

/** Returns the error of Python's parser for each text, from one process; undefined when there is no Python. */
function faultsOfPython(texts: string[]): string[] | undefined {
  const { error, stdout, stderr } = spawnSync("python3", ["-c", PARSE_PYTHON], {
    input: JSON.stringify(texts),
    encoding: "utf8",
  });
  if (error !== undefined) return undefined;
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}
