/** `${NAME}` in the config file, and config files with comments. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the config file has these references.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { checkConfig, readConfigFile } from "#lib/config/config-file.ts";
import { expandVariables } from "#lib/config/expand-variables.ts";

const folder = mkdtempSync(join(tmpdir(), "parlance-config-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("variables", () => {
  it("are expanded in strings at any depth, and escaped by a second dollar sign", () => {
    const value = { a: ["${HOST}:1", { b: "$${HOST}" }], "${HOST}": 1, c: "$HOST ${HOST}${PORT}" };
    expect(expandVariables(value, { HOST: "local", PORT: "80" })).toEqual({
      a: ["local:1", { b: "${HOST}" }],
      "${HOST}": 1,
      c: "$HOST local80",
    });
  });

  it("are never expanded twice", () => {
    expect(expandVariables("${A}", { A: "${B}", B: "secret" })).toBe("${B}");
  });

  it("name the field and the variable when unset, and never show a value", () => {
    const config = { upstreams: { mine: { baseUrl: "http://${MISSING}/v1" } } };
    expect(() => checkConfig(JSON.stringify(config), "/c.json", {})).toThrow(
      '/c.json: upstreams.mine.baseUrl is "${MISSING}", which does not fit: expected the name of an environment variable that is set.',
    );
    const invalid = { upstreams: { mine: { baseUrl: "${SECRET_URL}" } } };
    expect(() => checkConfig(JSON.stringify(invalid), "/c.json", { SECRET_URL: "hunter2-hunter2" })).toThrow(
      /^(?!.*hunter2)/,
    );
  });
});

describe("a file with comments", () => {
  const text = '{\n  // our alias\n  "aliases": { "fast": "sandbox/guide", },\n}';

  it("is read when its name ends in .jsonc", () => {
    expect(checkConfig(text, "/c.jsonc", {})).toEqual({ aliases: { fast: "sandbox/guide" } });
    expect(() => checkConfig(text, "/c.json", {})).toThrow("well-formed JSON");
  });

  it("names the line of an error", () => {
    expect(() => checkConfig('{\n"aliases" {}\n}', "/c.jsonc", {})).toThrow("line 2: ColonExpected");
  });
});

describe("the path", () => {
  it("may be a link to a file, but nothing other than a file", () => {
    const file = join(folder, "real.json");
    const link = join(folder, "link.json");
    writeFileSync(file, '{"aliases":{}}');
    symlinkSync(file, link);
    expect(readConfigFile({ path: link, required: true }, {})).toEqual({ aliases: {} });
    const directory = join(folder, "directory.json");
    mkdirSync(directory);
    expect(() => readConfigFile({ path: directory, required: true }, {})).toThrow("it is not a regular file");
    symlinkSync("/dev/zero", join(folder, "device.json"));
    expect(() => readConfigFile({ path: join(folder, "device.json"), required: true }, {})).toThrow(
      "not a regular file",
    );
    writeFileSync(join(folder, "large.json"), " ".repeat(5 * 1024 * 1024));
    expect(() => readConfigFile({ path: join(folder, "large.json"), required: true }, {})).toThrow(
      "larger than 4.0 MB",
    );
    expect(() => readConfigFile({ path: join(folder, "none.json"), required: true }, {})).toThrow("it does not exist");
    expect(readConfigFile({ path: join(folder, "none.json"), required: false }, {})).toEqual({});
  });
});
