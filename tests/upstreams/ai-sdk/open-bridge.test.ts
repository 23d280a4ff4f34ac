/** Errors at startup when a package cannot be used, and the choice among its exports. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { loadSettings } from "#lib/config/load-settings.ts";
import { openBridge } from "#lib/upstreams/ai-sdk/bridge.ts";

const folder = mkdtempSync(join(tmpdir(), "parlance-bridge-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const GUIDE = new URL("../../../docs/guide/ai-sdk-packages.md", import.meta.url);
const SECRET = "sk-0123456789";
let count = 0;

/** A module in the config file's folder. */
function moduleOf(source: string): string {
  const name = `./module-${count++}.mjs`;
  writeFileSync(join(folder, name), source);
  return name;
}

function open(entry: Record<string, unknown>, environment: Record<string, string> = {}) {
  const path = join(folder, `config-${count++}.json`);
  writeFileSync(path, JSON.stringify({ upstreams: { mine: { models: ["m"], ...entry } } }));
  const { bridges } = loadSettings({ PARLANCE_CONFIG: path, MY_KEY: SECRET, ...environment });
  const [settings] = bridges;
  if (!settings) throw new Error("The config has a bridge.");
  return openBridge(settings, { largestResponse: 1_000_000 });
}

const MODEL = `{ specificationVersion: "v4", provider: "p", modelId: "m", supportedUrls: {} }`;
const PROVIDER = `{ languageModel: () => (${MODEL}) }`;

describe("a provider is found", () => {
  it.each([
    [
      "the one function that makes it",
      `export const VERSION = "1"; export const createMine = () => (${PROVIDER});`,
      {},
    ],
    ["under two names", `export const createMine = () => (${PROVIDER}); export { createMine as createOld };`, {}],
    ["beside a ready one", `export const createMine = () => (${PROVIDER}); export const mine = createMine();`, {}],
    ["the one that is ready", `export const mine = ${PROVIDER};`, {}],
    ["as the default export", `export default ${PROVIDER};`, {}],
    [
      "by its name",
      `export const createA = () => 1; export const createB = () => (${PROVIDER});`,
      { export: "createB" },
    ],
    ["of the version before", `export const mine = { languageModel: () => ({ specificationVersion: "v3" }) };`, {}],
  ])("%s", async (_, source, entry) => {
    const bridge = await open({ package: moduleOf(source), ...entry });
    expect(bridge).toMatchObject({ id: "mine", models: ["m"] });
    await bridge.close();
  });

  it("in packages of npm of both versions", async () => {
    for (const name of ["@ai-sdk/mistral", "@ai-sdk/google", "ai-openai-v3", "ai-google-v3"]) {
      await (await open({ package: name, apiKeyEnv: "MY_KEY" })).close();
    }
  });

  it("in the first sample of the guide", async () => {
    const [, sample = ""] = /```json\n([\s\S]*?)```/.exec(readFileSync(GUIDE, "utf8")) ?? [];
    const { mistral } = JSON.parse(sample).upstreams;
    const bridge = await open(mistral, { MISTRAL_API_KEY: SECRET });
    expect(bridge.models).toEqual(["mistral-large-latest", "mistral-small-latest"]);
    await bridge.close();
  });

  it("with video models only, and lists them", async () => {
    const bridge = await open({
      package: "@ai-sdk/google",
      apiKeyEnv: "MY_KEY",
      models: undefined,
      videoModels: ["veo"],
    });
    expect(bridge.models).toEqual(["veo"]);
    expect(bridge.videos?.models).toEqual(["veo"]);
    await bridge.close();
  });

  it("and gets its options from the file and from variables", async () => {
    const source = `export const createMine = (options) => ({ languageModel(model) { throw new Error(JSON.stringify(options)); } });`;
    const entry = {
      package: moduleOf(source),
      apiKeyEnv: "MY_KEY",
      options: { region: "eu", headers: { "x-team": "us", "x-token": "another-secret" } },
      optionsEnv: { sessionToken: "MY_TOKEN" },
    };
    // The message quotes the options: what is secret among them is not shown.
    await expect(open(entry, { MY_TOKEN: "token-1" })).rejects.toThrow(
      '({"region":"eu","headers":{"x-team":"us","x-token":"[redacted]"},"apiKey":"[redacted]","sessionToken":"[redacted]"})',
    );
  });
});

describe("the start stops with one line", () => {
  const MINE = "upstreams.mine";
  it.each([
    [
      "for a package that is not installed",
      { package: "@ai-sdk/not-there" },
      `${MINE}.package is "@ai-sdk/not-there", which does not fit: expected an installed package: run npm install @ai-sdk/not-there in Parlance's folder.`,
    ],
    [
      "for a module that is not there",
      { package: "./not-there.mjs" },
      `${MINE}.package is "./not-there.mjs", which does not fit: expected the path of a module, from the config file's folder.`,
    ],
    [
      "for a module that fails as it loads",
      { package: moduleOf(`throw new Error("broken\\nbadly");`) },
      /^upstreams\.mine\.package is "\.\/module-\d+\.mjs", which does not fit: expected a module that loads \(broken\.$/,
    ],
    [
      "for a module that needs one that is missing",
      { package: moduleOf(`import "left-out";`) },
      /expected a module that loads \(Cannot find package 'left-out'/,
    ],
    [
      "for a package without a provider",
      { package: "clsx" },
      /^upstreams\.mine\.package is "clsx".*expected a provider of the AI SDK or a function that makes one \(it exports clsx, default/,
    ],
    [
      "for an export that is not there",
      { package: "@ai-sdk/mistral", export: "createOther" },
      /^upstreams\.mine\.export is "createOther".*\(it exports .*createMistral/,
    ],
    [
      "for several functions to choose from",
      { package: moduleOf(`export const createA = () => 1; export const createB = () => 2;`) },
      `${MINE}.export: expected one of createA, createB.`,
    ],
    [
      "for a function that makes something else",
      { package: moduleOf(`export const createA = () => ({});`) },
      /expected a function that makes a provider of the AI SDK\.$/,
    ],
    [
      "for options that a ready provider cannot take",
      { package: "@ai-sdk/mistral", export: "mistral", options: { baseURL: "http://a" } },
      /^upstreams\.mine\.export is "mistral".*expected a create… function, which takes the options/,
    ],
    [
      "for options that the package refuses",
      { package: moduleOf(`export const createA = () => { throw new Error("no region"); };`) },
      `${MINE}.options: expected what the package takes (no region).`,
    ],
    [
      "for a version that is not spoken",
      { package: moduleOf(`export const mine = { languageModel: () => ({ specificationVersion: "v2" }) };`) },
      /expected a package whose models have version 3 or 4 of the AI SDK's interface \(AI SDK 6 or 7\), not v2: install another release of it\.$/,
    ],
    [
      "for a model that the package does not know",
      { package: moduleOf(`export const mine = { languageModel() { throw new Error("No such model"); } };`) },
      `${MINE}.models.0 is "m", which does not fit: expected a model that the package knows (No such model).`,
    ],
    [
      "for models of videos from a package that makes none",
      { package: "@ai-sdk/mistral", videoModels: ["film-1"] },
      /^upstreams\.mine\.videoModels\.0 is "film-1".*expected a package whose video models can be asked how far they are/,
    ],
    [
      "for a model of videos that can only be waited for",
      {
        package: moduleOf(`export const mine = { ...${PROVIDER}, videoModel: () => ({ doGenerate() {} }) };`),
        videoModels: ["v"],
      },
      /videoModels\.0 is "v".*\(doStart and doStatus of version 4/,
    ],
    [
      "for a model of videos that the package does not know",
      {
        package: moduleOf(`export const mine = { ...${PROVIDER}, videoModel() { throw new Error("No such film"); } };`),
        videoModels: ["v"],
      },
      /videoModels\.0 is "v".*expected a video model that the package knows \(No such film\)/,
    ],
    [
      "for no models at all",
      { package: "@ai-sdk/mistral", models: undefined },
      /upstreams\.mine\.models: expected a list of names, or one of videoModels\.$/,
    ],
    [
      "for a key in the file",
      { package: "@ai-sdk/mistral", options: { apiKey: SECRET } },
      /upstreams\.mine\.options\.apiKey: expected no key in the file: name its environment variable in apiKeyEnv/,
    ],
    [
      "for a variable that is not set",
      { package: "@ai-sdk/mistral", optionsEnv: { apiKey: "NOT_SET" } },
      `${MINE}.optionsEnv.apiKey is "NOT_SET", which does not fit: expected the name of an environment variable that is set.`,
    ],
    [
      "for a list of models that is empty",
      { package: "@ai-sdk/mistral", models: [] },
      /upstreams\.mine\.models: expected/,
    ],
    [
      "for fields of a server's entry",
      { package: "@ai-sdk/mistral", baseUrl: "http://a" },
      /upstreams\.mine: expected no field named "baseUrl"\.$/,
    ],
  ])("%s", async (_, entry, message) => {
    const error = await Promise.resolve()
      .then(() => open(entry))
      .then(
        () => new Error("It opened."),
        (thrown: Error) => thrown,
      );
    expect(error.name).toBe("SettingsError");
    expect(error.message.split("\n")).toHaveLength(1);
    expect(error.message).toMatch(message instanceof RegExp ? message : literally(message));
    expect(error.message).not.toContain(SECRET);
  });
});

function literally(text: string): RegExp {
  return new RegExp(`^${RegExp.escape(text)}$`);
}
