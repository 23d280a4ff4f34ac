/** JSON Schema of the config file: in the repo, complete, and in agreement with the reader. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, describe, expect, it } from "vitest";
import { checkConfig } from "#lib/config/config-file.ts";
import { createConfigSchema } from "#lib/config/config-schema.ts";

const schema = createConfigSchema();
const validate = new Ajv2020({ strict: false }).compile(schema);
const folder = mkdtempSync(join(tmpdir(), "parlance-schema-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the schema of the config file", () => {
  it("is the one in docs (npm run config:schema writes it)", () => {
    expect(JSON.parse(readFileSync("docs/config.schema.json", "utf8"))).toEqual(JSON.parse(JSON.stringify(schema)));
  });

  it.each([
    {},
    { $schema: "./config.schema.json", aliases: { fast: "a/b" }, defaultModel: "a/b" },
    { upstreams: { a: { baseUrl: "http://a/v1", dialects: ["openai-chat"], lane: "translate", models: ["m"] } } },
    { upstreams: { a: { package: "@ai-sdk/google", models: ["m"], options: { region: "eu" } } } },
    { sandbox: { enabled: false }, limits: { bodyBytes: 1024 }, shares: { public: "scope" } },
  ])("accepts %j, as the reader does", (config) => {
    expect(validate(config), JSON.stringify(validate.errors)).toBe(true);
    expect(() => checkConfig(JSON.stringify(config), "/c.json", {})).not.toThrow();
  });

  it.each([
    { unknown: 1 },
    { aliases: { fast: 1 } },
    { upstreams: { Upper: { baseUrl: "http://a/v1" } } },
    { upstreams: { a: { baseUrl: "http://a/v1", dialects: ["soap"] } } },
    { upstreams: { a: { baseURL: "http://a/v1" } } },
    { limits: { bodyBytes: 1 } },
  ])("refuses %j, as the reader does", (config) => {
    expect(validate(config)).toBe(false);
    expect(() => checkConfig(JSON.stringify(config), "/c.json", {})).toThrow();
  });
});

describe("npm run config:check", () => {
  const run = (text: string) => {
    const path = join(folder, "c.jsonc");
    writeFileSync(path, text);
    return spawnSync(process.execPath, ["scripts/config.ts", "check", path], { encoding: "utf8" });
  };

  it("says that a file is valid, and names its providers", () => {
    const { status, stdout } = run('{ "upstreams": { "mine": { "baseUrl": "http://a/v1" } } } // mine');
    expect([status, stdout]).toEqual([0, expect.stringContaining("c.jsonc is valid. Providers: mine")]);
  });

  it("notes a target of a route whose provider is absent", () => {
    const { status, stdout } = run(
      '{ "routes": { "fast": { "targets": [{ "model": "gone/x" }, { "model": "sandbox/echo" }] } } }',
    );
    expect([status, stdout]).toEqual([0, expect.stringContaining('Note: the route "fast" names gone/x')]);
    expect(stdout).not.toContain("sandbox/echo");
  });

  it("says what is wrong, and exits with 1", () => {
    const { status, stderr } = run('{ "upstreams": { "mine": { "baseUrl": "a" } } }');
    expect([status, stderr]).toEqual([1, expect.stringContaining("upstreams.mine.baseUrl")]);
  });
});
