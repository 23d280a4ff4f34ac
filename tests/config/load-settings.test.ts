/** Settings from the environment and the config file, with their defaults and their precedence. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { computeDefaultBodyMemory } from "#lib/config/default-body-memory.ts";
import { loadSettings, type Settings } from "#lib/config/load-settings.ts";
import { DEFAULT_QUOTAS } from "#lib/config/quotas.ts";
import { SettingsError } from "#lib/config/settings-error.ts";

const folder = mkdtempSync(join(tmpdir(), "parlance-settings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const path = join(folder, "parlance.config.json");
function load(environment: Record<string, string> = {}, file: unknown = {}): Settings {
  writeFileSync(path, typeof file === "string" ? file : JSON.stringify(file));
  return loadSettings({ PARLANCE_CONFIG: path, ...environment });
}
const mine = (fields: Record<string, unknown>) => ({
  upstreams: { mine: { baseUrl: "http://127.0.0.1:1/v1", ...fields } },
});

describe("defaults", () => {
  it("match the documentation", () => {
    expect(load()).toEqual({
      port: 3000,
      host: "127.0.0.1",
      hooks: [],
      mcpServers: [],
      mcpClientDocument: true,
      workers: 1,
      pages: true,
      dataDir: resolve(".data"),
      aliases: {
        "image-model-a": "sandbox/image-model-a",
        "image-model-b": "sandbox/image-model-b",
        "image-model-c": "sandbox/image-model-c",
        "video-model-a": "sandbox/video-model-a",
      },
      responses: { flatOutput: true },
      conversations: { store: false, trashDays: 30 },
      emulates: true,
      routes: {},
      keys: {
        defaults: { limits: {}, budget: {}, models: null, routes: null },
        groups: {},
        refusesUnpriced: false,
        refusesUncounted: false,
      },
      upstreams: [],
      bridges: [],
      cassettes: [],
      secrets: [],
      limits: {
        bodyBytes: 64 * 1024 * 1024,
        bodyMemoryBytes: computeDefaultBodyMemory(),
        fileBytes: 512 * 1024 * 1024,
      },
      trustedProxies: [],
      streams: { pingMs: 15_000 },
      sandbox: { enabled: true, tokensPerSecond: 80 },
      files: {},
      images: { addressSeconds: 3_600 },
      videos: { keepSeconds: 86_400, concurrency: 1 },
      audit: { days: 365 },
      requestLog: { days: 31, bodies: "off", bodyDays: 7, bodyBytes: 1_073_741_824 },
      oidc: undefined,
      shares: { public: "scope" },
      quotas: DEFAULT_QUOTAS,
      store: { synchronous: "full" },
      logging: { level: "info", format: undefined },
      telemetry: undefined,
    });
  });

  it("apply to empty variables", () => {
    const blank = { PORT: "", HOST: " ", PARLANCE_ADMIN_KEY: "", OPENAI_API_KEY: "", DATABASE_URL: "", REDIS_URL: "" };
    expect(load(blank)).toEqual(load());
  });

  it("apply to an upstream", () => {
    expect(load({}, mine({})).upstreams).toEqual([
      {
        id: "mine",
        source: "file",
        baseUrl: "http://127.0.0.1:1/v1",
        headers: {},
        dialects: ["openai-chat"],
        media: [],
        lane: "relay",
        videos: { idempotent: false },
        responses: { background: false, webSocket: false },
        timeouts: { connectMs: 10_000, firstByteMs: 300_000, idleMs: 120_000, totalMs: 1_800_000 },
        retries: { attempts: 2, maxDelayMs: 8_000 },
      },
    ]);
  });
});

describe("the environment", () => {
  it("sets address, data folder, admin key and database", () => {
    const variables = {
      PORT: "8080",
      HOST: "0.0.0.0",
      DATA_DIR: "state",
      PARLANCE_ADMIN_KEY: "0123456789abcdef",
      DATABASE_URL: "postgresql://user:pass@host/db",
      REDIS_URL: "rediss://user:pass@host:6380/2",
    };
    expect(load(variables)).toMatchObject({
      port: 8080,
      host: "0.0.0.0",
      dataDir: resolve("state"),
      adminKey: "0123456789abcdef",
      databaseUrl: "postgresql://user:pass@host/db",
      redisUrl: "rediss://user:pass@host:6380/2",
    });
  });

  it.each([
    [{ OPENAI_API_KEY: "sk-1" }, { baseUrl: "https://api.openai.com/v1", apiKey: "sk-1" }],
    [
      { OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: "http://host/v1/" },
      { baseUrl: "http://host/v1", apiKey: "sk-1" },
    ],
    [{ OPENAI_BASE_URL: "http://host:11434/v1" }, { baseUrl: "http://host:11434/v1" }],
  ])("%j makes the upstream openai", (variables, expected) => {
    const [upstream, ...others] = load(variables).upstreams;
    expect(upstream).toMatchObject({ id: "openai", ...expected });
    expect(upstream?.apiKey).toBe("apiKey" in expected ? expected.apiKey : undefined);
    expect(others).toEqual([]);
  });

  it.each([
    [{ GEMINI_API_KEY: "g-1" }, ["google-operations"]],
    [{ GEMINI_BASE_URL: "http://host" }, ["google-operations"]],
    // Its video routes are gone; who has a server that has them says so in the file.
    [{ OPENAI_API_KEY: "sk-1" }, ["openai-images"]],
  ])("%j has the media routes %j", (variables, media) => {
    expect(load(variables as Record<string, string>).upstreams).toMatchObject([{ media }]);
  });

  it.each([
    ["0", /^PARLANCE_WORKERS is "0", .*: expected a whole number from 1 to 64\.$/],
    ["abc", /^PARLANCE_WORKERS is "abc", .*: expected a whole number from 1 to 64\.$/],
    ["-1", /expected a whole number from 1 to 64\.$/],
    ["2.5", /expected a whole number from 1 to 64\.$/],
    ["65", /expected a whole number from 1 to 64\.$/],
    ["2", /^PARLANCE_WORKERS is "2", .*: expected REDIS_URL beside it, .* or 1\.$/],
  ])("does not take PARLANCE_WORKERS=%s", (PARLANCE_WORKERS, message) => {
    expect(messageOf(() => load({ PARLANCE_WORKERS }))).toMatch(message);
  });

  it("takes workers beside a server that they share, and divides the memory of bodies among them", () => {
    const settings = load({ PARLANCE_WORKERS: "4", REDIS_URL: "redis://host" });
    expect(settings.workers).toBe(4);
    expect(settings.limits.bodyMemoryBytes).toBe(Math.floor(computeDefaultBodyMemory() / 4));
    expect(load({ PARLANCE_WORKERS: "64", DATABASE_URL: "postgres://host/db" }).workers).toBe(64);
  });

  it("yields to the file's upstream openai", () => {
    const file = { upstreams: { openai: { baseUrl: "http://file/v1", apiKeyEnv: "OTHER_KEY" } } };
    expect(load({ OPENAI_API_KEY: "sk-1", OTHER_KEY: "sk-2" }, file).upstreams).toMatchObject([
      { id: "openai", baseUrl: "http://file/v1", apiKey: "sk-2" },
    ]);
  });
});

describe("the config file", () => {
  it("may be absent unless its path is set", () => {
    const here = process.cwd();
    process.chdir(folder);
    rmSync(path, { force: true });
    try {
      expect(loadSettings({}).upstreams).toEqual([]);
    } finally {
      process.chdir(here);
    }
  });

  it("disables the sandbox and its aliases", () => {
    const { sandbox, aliases } = load({}, { sandbox: { enabled: false }, aliases: { "image-model-a": "mine/a" } });
    expect(sandbox.enabled).toBe(false);
    expect(aliases).toEqual({ "image-model-a": "mine/a" });
  });

  it("overrides single quotas, and removes limits by null", () => {
    const quotas = { shares: { count: 5 }, responses: { bytes: null }, files: null };
    expect(load({}, { quotas }).quotas).toEqual({
      ...DEFAULT_QUOTAS,
      shares: { ...DEFAULT_QUOTAS.shares, count: 5 },
      responses: { ...DEFAULT_QUOTAS.responses, bytes: Infinity },
      files: { count: Infinity, bytes: Infinity },
    });
  });

  it("sets every field", () => {
    const file = {
      $schema: "./schema.json",
      defaultModel: "mine/a",
      aliases: { fast: "mine/b" },
      limits: { bodyBytes: 2_048, bodyMemoryBytes: 2_097_152, fileBytes: 4_096 },
      streams: { pingMs: 1_000 },
      sandbox: { tokensPerSecond: 0 },
      ...mine({ models: ["a", "b"], headers: { "X-Title": "Parlance" }, lane: "translate" }),
    };
    expect(load({}, file)).toMatchObject({
      defaultModel: "mine/a",
      aliases: { fast: "mine/b" },
      limits: { bodyBytes: 2_048, bodyMemoryBytes: 2_097_152, fileBytes: 4_096 },
      streams: { pingMs: 1_000 },
      sandbox: { tokensPerSecond: 0 },
      upstreams: [{ models: ["a", "b"], headers: { "x-title": "Parlance" }, lane: "translate" }],
    });
  });

  it("separates an upstream's media dialects from its text dialects, and reads whether a start may be repeated", () => {
    const routes = ["openai-videos", "google-operations"];
    const file = mine({ dialects: ["openai-chat", ...routes], videos: { idempotent: true } });
    expect(load({}, file).upstreams).toMatchObject([
      { dialects: ["openai-chat"], media: routes, videos: { idempotent: true } },
    ]);
  });

  it("sets timeouts and retries for all upstreams; an upstream's own override them", () => {
    const file = {
      timeouts: { connectMs: 1, idleMs: 2 },
      retries: { attempts: 0 },
      ...mine({ timeouts: { idleMs: 3 }, retries: { maxDelayMs: 4 } }),
    };
    expect(load({}, file).upstreams[0]).toMatchObject({
      timeouts: { connectMs: 1, idleMs: 3, firstByteMs: 300_000, totalMs: 1_800_000 },
      retries: { attempts: 0, maxDelayMs: 4 },
    });
  });

  it.each<[string, unknown, string]>([
    [
      "an unknown field deep inside",
      mine({ timeouts: { idle: 1 } }),
      'upstreams.mine.timeouts: expected no field named "idle"',
    ],
    ["an unknown dialect", mine({ dialects: ["soap"] }), 'upstreams.mine.dialects.0 is "soap"'],
    ["no dialect", mine({ dialects: [] }), "upstreams.mine.dialects: expected"],
    ["a word for yes", mine({ videos: { idempotent: "yes" } }), 'upstreams.mine.videos.idempotent is "yes"'],
    ["an unknown lane", mine({ lane: "fast" }), 'upstreams.mine.lane is "fast"'],
    ["a price below nothing", mine({ prices: { a: { input: -1, output: 2 } } }), "upstreams.mine.prices.a.input is -1"],
    ["no price at all", mine({ prices: { a: {} } }), "upstreams.mine.prices.a: expected `input` and `output`, or one"],
    ["a price of longer prompts alone", mine({ prices: { a: { up_to_input_tokens: 5 } } }), "upstreams.mine.prices.a"],
    ["an image below nothing", mine({ prices: { a: { per_image: -1 } } }), "upstreams.mine.prices.a.per_image is -1"],
    ["no price of output", mine({ prices: { a: { input: 1 } } }), "upstreams.mine.prices.a.output: expected"],
    ["a model without a name", mine({ models: ["a", ""] }), "upstreams.mine.models.1"],
    ["a quota below nothing", { quotas: { files: { count: -1 } } }, "quotas.files.count is -1"],
    ["a quota of nothing known", { quotas: { rows: null } }, 'quotas: expected no field named "rows"'],
    ["public pages by a word", { shares: { public: "yes" } }, 'shares.public is "yes"'],
    ["a proxy by its name", { trustedProxies: ["proxy.local"] }, 'trustedProxies.0 is "proxy.local"'],
    ["a network that is too narrow", { trustedProxies: ["10.0.0.0/33"] }, 'trustedProxies.0 is "10.0.0.0/33"'],
    [
      "a header's name with a space",
      mine({ headers: { "a b": "c" } }),
      "upstreams.mine.headers.a b: expected a header name",
    ],
    [
      "a URL with a password",
      mine({ baseUrl: "http://user:hunter2@a/v1" }),
      "upstreams.mine.baseUrl: expected a URL without user and password (it is not shown)",
    ],
    ["a URL with a query", mine({ baseUrl: "http://a/v1?x=1" }), "expected a URL without a query"],
    [
      "an upstream's name with a slash",
      { upstreams: { "a/b": { baseUrl: "http://a" } } },
      "a name of lower-case letters",
    ],
    [
      "an upstream's name in capitals",
      { upstreams: { Mine: { baseUrl: "http://a" } } },
      "a name of lower-case letters",
    ],
    ["a time of zero", mine({ timeouts: { idleMs: 0 } }), "upstreams.mine.timeouts.idleMs is 0"],
    ["a time that is text", mine({ timeouts: { idleMs: "1s" } }), 'upstreams.mine.timeouts.idleMs is "1s"'],
    ["too many retries", { retries: { attempts: 11 } }, "retries.attempts is 11"],
    ["half a retry", { retries: { attempts: 0.5 } }, "retries.attempts is 0.5"],
    ["a limit too small to be meant", { limits: { bodyBytes: 10 } }, "limits.bodyBytes is 10"],
    ["a negative pace", { sandbox: { tokensPerSecond: -1 } }, "sandbox.tokensPerSecond is -1"],
    ["an alias of nothing", { aliases: { fast: "" } }, 'aliases.fast is ""'],
    ["an alias that is a list", { aliases: { fast: ["a"] } }, "aliases.fast: expected string"],
    [
      "a URL of another scheme",
      mine({ baseUrl: "ws://host" }),
      'upstreams.mine.baseUrl is "ws://host", which does not fit: expected an http or https URL.',
    ],
  ])("with %s is refused with the field's name", (_name, file, message) => {
    expect(() => load({}, file)).toThrow(SettingsError);
    expect(() => load({}, file)).toThrow(message);
    expect(() => load({}, file), "the file is named too").toThrow(path);
  });
});

describe("a message", () => {
  it("shortens a long value", () => {
    const message = messageOf(() => load({ PORT: "9".repeat(1_000) }));
    expect(message.length).toBeLessThan(250);
    expect(message).toMatch(/^PORT is "9+…, which does not fit/);
  });

  it.each([
    [{ PARLANCE_ADMIN_KEY: "short-secret" }, "short-secret"],
    [{ DATABASE_URL: "mysql://u:hidden@h/d" }, "hidden"],
    [{ REDIS_URL: "http://u:hidden@h" }, "hidden"],
    [{ REDIS_URL: "redis://u:hidden@h/first" }, "hidden"],
    [{ REDIS_URL: "redis://u:hidden@h:port" }, "hidden"],
    [{ OPENAI_API_KEY: "sk-hidden\u00fc" }, "hidden"],
  ])("never shows the value of %j", (variables, secret) => {
    expect(messageOf(() => load(variables as Record<string, string>))).not.toContain(secret);
  });

  it.each([
    ["a name with a space", { "Api Key": "sk-hidden" }, /a header name\.$/],
    ["a value in two lines", { "x-api-key": "sk-hidden\n" }, /a header value on one line/],
    ["a value that no header can hold", { "x-api-key": "sk-hidden ✓" }, /a header value on one line/],
  ])("never shows a header's value: %s", (_name, headers, expected) => {
    const message = messageOf(() => load({}, mine({ headers })));
    expect(message).toMatch(expected);
    expect(message).not.toContain("sk-hidden");
  });
});

function messageOf(load: () => unknown): string {
  try {
    load();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("The settings were taken");
}
