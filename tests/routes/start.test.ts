/** `npm start` as it runs: what it says, what stops it from starting, and how it stops. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { loadSettings } from "#lib/config/load-settings.ts";
import { SettingsError } from "#lib/config/settings-error.ts";
import { openBridges } from "#lib/gateway/assembly/open-bridges.ts";
import { openStore } from "#lib/store/open-store.ts";
import { collectOutput } from "../support/gateway.ts";
import { recentRows } from "../support/recent-rows.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const ADMIN_KEY = "start-admin-key-0123456789";
const SECRET = "a-secret-that-nobody-may-see";

type Server = {
  child: ChildProcess;
  /** Standard output and standard error. */
  output: () => string;
  errors: () => string;
  exit: Promise<number | null>;
};

const folders: string[] = [];
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parlance-start-"));
  folders.push(folder);
  return folder;
}

function configFile(text: string): string {
  const path = join(newFolder(), "config.json");
  writeFileSync(path, text);
  return path;
}

/** Only these variables, so that nothing of the machine's own gets in. What Node has compiled is half of a start. */
function start(variables: Record<string, string>): Server {
  const { PATH = "", HOME = "", NODE_COMPILE_CACHE = "" } = process.env;
  const child = spawn(process.execPath, ["scripts/start.ts"], {
    cwd: root,
    env: {
      PATH,
      HOME,
      DATA_DIR: newFolder(),
      PORT: "0",
      NODE_COMPILE_CACHE,
      PARLANCE_CONFIG: configFile("{}"),
      ...variables,
    } as unknown as NodeJS.ProcessEnv,
  });
  children.push(child);
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  return {
    child,
    output: collectOutput(child),
    errors: () => errors,
    exit: once(child, "close").then(([code]) => code),
  };
}

async function startWell(variables: Record<string, string> = {}): Promise<Server & { url: string }> {
  const server = start(variables);
  const port = await new Promise<string>((resolve, reject) => {
    server.child.stdout?.on("data", () => {
      const found = /ready at http:\/\/localhost:(\d+)/.exec(server.output())?.[1];
      if (found) resolve(found);
    });
    server.exit.then((code) => reject(new Error(`It ended with ${code}:\n${server.output()}`)));
  });
  return { ...server, url: `http://127.0.0.1:${port}` };
}

/** Sends bytes over a connection of their own. @returns what comes until it is closed */
async function sendRaw(url: string, text: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.setEncoding("utf8").write(text);
  let received = "";
  for await (const chunk of socket) received += chunk;
  return received;
}

describe("does not start", () => {
  const upstream = (fields: Record<string, unknown>) => configFile(JSON.stringify({ upstreams: { mine: fields } }));

  it.concurrent.each<[string, Record<string, string>, RegExp]>([
    [
      "a port that is no number",
      { PORT: "http" },
      /^PORT is "http", which does not fit: expected a whole number from 0 to 65535\.$/,
    ],
    [
      "an address that is not this machine's",
      { HOST: "192.0.2.1" },
      /^HOST is "192\.0\.2\.1", .*: expected an address of this machine/,
    ],
    [
      "pages that are neither on nor off",
      { PARLANCE_PAGES: "no" },
      /^PARLANCE_PAGES is "no", .*: expected on or off\.$/,
    ],
    [
      "malformed JSON",
      { PARLANCE_CONFIG: configFile('{"aliases": ') },
      /config\.json: expected well-formed JSON \(.*\)\.$/,
    ],
    [
      "a package that is not installed",
      { PARLANCE_CONFIG: upstream({ package: "@ai-sdk/not-there", models: ["m"] }) },
      /^upstreams\.mine\.package is "@ai-sdk\/not-there", .*: expected an installed package: run npm install @ai-sdk\/not-there in Parlance's folder\.$/,
    ],
    [
      "a key that no header can hold",
      { PARLANCE_CONFIG: upstream({ baseUrl: "http://a/v1", apiKeyEnv: "KEY" }), KEY: `${SECRET} ü` },
      /^KEY: expected printable ASCII/,
    ],
    [
      "a database that is not there",
      { DATABASE_URL: `postgres://user:${SECRET}@127.0.0.1:9/db` },
      /^DATABASE_URL: expected a Postgres server that takes connections/,
    ],
    [
      "a data folder that is a file",
      { DATA_DIR: configFile("x") },
      /^DATA_DIR is ".*", .*: expected a folder that can be written/,
    ],
  ])("with %s, and prints one line about it", { timeout: 60_000 }, async (_name, variables, message) => {
    const { exit, output, errors } = start(variables);
    expect([await exit, output()]).toEqual([1, expect.any(String)]);
    expect(errors().trim()).toMatch(message);
    expect(errors().trim().split("\n"), "one message, no stack").toHaveLength(1);
    expect(output()).not.toContain(SECRET.slice(0, 15));
  });

  // The tests above start a process with a wrong setting; a start takes seconds, and there are many settings.
  it.each<[string, Record<string, string>, RegExp]>([
    ["a port that is too high", { PORT: "65536" }, /^PORT is "65536", .* 0 to 65535\.$/],
    ["a port below zero", { PORT: "-1" }, /^PORT is "-1"/],
    [
      "a config file that is missing",
      { PARLANCE_CONFIG: "/nowhere/c.json" },
      /^PARLANCE_CONFIG is "\/nowhere\/c\.json", .* readable JSON file \(/,
    ],
    [
      "a config file that is a folder",
      { PARLANCE_CONFIG: "/tmp" },
      /^PARLANCE_CONFIG is "\/tmp", .* readable JSON file \(/,
    ],
    ["JSON that is no object", { PARLANCE_CONFIG: configFile("[]") }, /config\.json: the file: expected object/],
    [
      "an unknown field",
      { PARLANCE_CONFIG: configFile('{"upstream": {}}') },
      /config\.json: the file: expected no field named "upstream"\.$/,
    ],
    [
      "an unknown field in an upstream",
      { PARLANCE_CONFIG: upstream({ baseUrl: "http://a/v1", key: "x" }) },
      /upstreams\.mine: expected no field named "key"\.$/,
    ],
    ["an upstream without a URL", { PARLANCE_CONFIG: upstream({}) }, /upstreams\.mine\.baseUrl: expected/],
    [
      "a URL that is none",
      { PARLANCE_CONFIG: upstream({ baseUrl: "localhost:1" }) },
      /upstreams\.mine\.baseUrl is "localhost:1", .*: expected an http or https URL\.$/,
    ],
    [
      "a limit that is text",
      { PARLANCE_CONFIG: configFile('{"limits": {"bodyBytes": "1 MB"}}') },
      /limits\.bodyBytes is "1 MB", .*: expected (int|number)/,
    ],
    [
      "an upstream named sandbox",
      { PARLANCE_CONFIG: configFile('{"upstreams": {"sandbox": {"baseUrl": "http://a/v1"}}}') },
      /^upstreams\.sandbox: expected another name/,
    ],
    [
      "a package without a provider",
      { PARLANCE_CONFIG: upstream({ package: "clsx", models: ["m"] }) },
      /^upstreams\.mine\.package is "clsx", .*: expected a provider of the AI SDK or a function that makes one/,
    ],
    [
      "a key's variable that is not set",
      { PARLANCE_CONFIG: upstream({ baseUrl: "http://a/v1", apiKeyEnv: "NOT_SET" }) },
      /^upstreams\.mine\.apiKeyEnv is "NOT_SET", .* variable that is set\.$/,
    ],
    ["a base URL that is none", { OPENAI_BASE_URL: "ftp://a" }, /^OPENAI_BASE_URL is "ftp:\/\/a"/],
    [
      "a short admin key",
      { PARLANCE_ADMIN_KEY: SECRET.slice(0, 15) },
      /^PARLANCE_ADMIN_KEY: expected at least 16 .*not shown\)\.$/,
    ],
    ["an admin key with a space", { PARLANCE_ADMIN_KEY: `${SECRET} ${SECRET}` }, /^PARLANCE_ADMIN_KEY: expected/],
    [
      "another kind of database",
      { DATABASE_URL: `mysql://user:${SECRET}@localhost/db` },
      /^DATABASE_URL: expected a URL that starts with postgres:\/\/ \(its value is not shown\)\.$/,
    ],
  ])("with %s, and prints one line about it", async (_name, variables, message) => {
    const read = async () => openBridges(loadSettings({ PARLANCE_CONFIG: configFile("{}"), ...variables }));
    const error: unknown = await read().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SettingsError);
    const line = String((error as SettingsError).message);
    expect(line).toMatch(message);
    expect(line).not.toContain("\n");
    expect(line).not.toContain(SECRET.slice(0, 15));
  });

  it("on a port in use", { timeout: 60_000 }, async () => {
    const other = createServer();
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { exit, errors } = start({ PORT: String(port) });
    expect(await exit).toBe(1);
    other.close();
    expect(errors().trim()).toBe(
      `PORT is ${port}, which does not fit: expected a free port: another program listens on this one.`,
    );
  });
});

describe("a started server", () => {
  let server: Awaited<ReturnType<typeof startWell>>;
  const dataDir = newFolder();
  beforeAll(async () => {
    server = await startWell({ PARLANCE_ADMIN_KEY: ADMIN_KEY, DATA_DIR: dataDir });
  }, 60_000);

  const chat = (path: string, body: unknown) =>
    fetch(server.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const BODY = { model: "sandbox/echo", messages: [{ role: "user", content: "Hi" }] };

  it("prints its address, and no key", () => {
    const address = server.url.replace("127.0.0.1", "localhost");
    expect(server.output()).toContain(`Parlance is ready at ${address}\n`);
    expect(server.output()).toContain(`Base URLs    ${address}/v1 for OpenAI's SDKs`);
    expect(server.output()).toMatch(new RegExp(`${address}/sign-in#token=[\\w-]{32}\n`));
    expect(server.output()).toContain("Admin key    from PARLANCE_ADMIN_KEY");
    expect(server.output()).toContain("Providers    sandbox");
    expect(server.output().trim().split("\n").length).toBeLessThanOrEqual(10);
    expect(server.output()).not.toContain(ADMIN_KEY);
  });

  it("has a sign-in link that works exactly once", async () => {
    const token = /#token=([\w-]+)/.exec(server.output())?.[1];
    const signIn = () =>
      fetch(`${server.url}/api/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ token }),
      });
    const first = await signIn();
    expect([first.status, first.headers.get("set-cookie")]).toEqual([204, expect.stringContaining("HttpOnly")]);
    const second = await signIn();
    expect([second.status, (await second.json()).message]).toEqual([
      401,
      expect.stringContaining("was used or has expired"),
    ]);
  });

  const BODY_TEXT = JSON.stringify(BODY);
  const UPGRADE = [
    "POST /v1/chat/completions HTTP/1.1",
    `host: 127.0.0.1\r\nauthorization: Bearer ${ADMIN_KEY}\r\ncontent-length: ${BODY_TEXT.length}`,
    "connection: Upgrade, HTTP2-Settings, close\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAoAAAAAIAAAAA",
    `\r\n${BODY_TEXT}`,
  ].join("\r\n");

  it("serves the pages, and answers an upgrade request before and after that", async () => {
    expect(await sendRaw(server.url, UPGRADE)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"content":"Hi"/);
    for (const [path, status] of [
      ["/chat", 200],
      ["/", 200],
      ["/sign-in", 200],
      ["/nowhere", 404],
    ] as const) {
      const response = await fetch(server.url + path);
      expect([path, response.status, response.headers.get("content-type")]).toEqual([
        path,
        status,
        "text/html; charset=utf-8",
      ]);
      expect(await response.text()).toContain("<!DOCTYPE html>");
    }
    expect(await sendRaw(server.url, UPGRADE)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*"content":"Hi"/);
    const page = await sendRaw(
      server.url,
      "GET /chat HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: Upgrade, close\r\nupgrade: websocket\r\n\r\n",
    );
    expect(page).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*<!DOCTYPE html>/);
  });

  it("accepts a target in absolute form, for a route and a page", async () => {
    const head = `HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${ADMIN_KEY}\r\nconnection: close\r\n\r\n`;
    expect(await sendRaw(server.url, `GET http://127.0.0.1/v1/models ${head}`)).toMatch(
      /^HTTP\/1\.1 200 [\s\S]*"data":/,
    );
    expect(await sendRaw(server.url, `GET http://127.0.0.1/chat ${head}`)).toMatch(/^HTTP\/1\.1 200 [\s\S]*<!DOCTYPE/);
  });

  it("responds under both prefixes", async () => {
    for (const path of ["/v1/chat/completions", "/api/v1/chat/completions", "/v1/chat/completions/"]) {
      const response = await chat(path, BODY);
      expect([path, response.status, (await response.json()).choices?.[0].message.content]).toEqual([path, 200, "Hi"]);
    }
    for (const path of ["/healthz", "/readyz", "/api/healthz"])
      expect((await fetch(server.url + path)).status).toBe(200);
    const unknown = await fetch(`${server.url}/v1/nope`);
    expect([unknown.status, (await unknown.json()).error]).toEqual([404, 404]);
  });

  it("on SIGTERM completes a running stream, refuses new requests, and writes the log", {
    timeout: 30_000,
  }, async () => {
    const metadata = { sandbox_tokens_per_second: "100" };
    const response = await chat("/v1/chat/completions", { ...BODY, model: "sandbox/long-150", stream: true, metadata });
    const id = response.headers.get("x-request-id");
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader?.read())?.value ?? "";
    server.child.kill("SIGTERM");
    await expect.poll(() => server.output(), { timeout: 5_000 }).toContain("Stopping: 1 requests under way");
    await expect(chat("/v1/chat/completions", BODY)).rejects.toThrow("fetch failed");
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) text += read.value;
    expect(text).toMatch(/"finish_reason":"stop".*\n\ndata: \[DONE\]\n\n$/s);
    expect(await server.exit).toBe(0);
    const store = await openStore({ dataDir });
    const rows = await recentRows(store, 10);
    await store.close();
    expect(rows.find((row) => row.id === id)).toMatchObject({
      status: 200,
      stream: true,
      outputTokens: 150,
      error: null,
    });
  });
});

describe("a server started without an admin key", () => {
  let server: Awaited<ReturnType<typeof startWell>> | undefined;
  afterEach(() => server?.child.kill("SIGKILL"));

  it("creates one in a file, and stops at once when idle", {
    timeout: 60_000,
  }, async () => {
    const dataDir = newFolder();
    server = await startWell({ DATA_DIR: dataDir });
    const file = join(dataDir, "admin-key");
    const key = readFileSync(file, "utf8").trim();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(server.output()).toContain(`Admin key    ${file}`);
    expect(server.output()).not.toContain(key);
    const models = await fetch(`${server.url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
    expect([models.status, (await models.json()).default]).toEqual([200, "sandbox/guide"]);
    const stopped = performance.now();
    server.child.kill("SIGTERM");
    expect(await server.exit).toBe(0);
    expect(performance.now() - stopped, "it does not wait for idle connections").toBeLessThan(10_000);
  });
});

describe("a server stopped while it starts", () => {
  it("ends at once, and the next start works on its data", { timeout: 60_000 }, async () => {
    const variables = { DATA_DIR: newFolder(), PARLANCE_ADMIN_KEY: ADMIN_KEY, PARLANCE_PAGES: "off" };
    for (const ms of [150, 400, 700]) {
      const { child, exit } = start(variables);
      await delay(ms);
      const stopped = performance.now();
      child.kill("SIGTERM");
      // Null when the signal comes before the first line of our code.
      expect([null, 0]).toContain(await exit);
      expect(performance.now() - stopped).toBeLessThan(10_000);
    }
    const { url, child, exit } = await startWell(variables);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await exit).toBe(0);
  });
});

describe("a server without pages", () => {
  it("serves the API alone, and loads nothing of Next", { timeout: 60_000 }, async () => {
    const { url, child, output } = await startWell({ PARLANCE_PAGES: "off", PARLANCE_ADMIN_KEY: ADMIN_KEY });
    expect(output()).toContain("Pages        off");
    expect(output()).not.toContain("/sign-in#token=");
    for (const path of ["/", "/chat", "/_next/static/x.js"]) {
      const response = await fetch(url + path);
      expect([response.status, response.headers.get("content-type")]).toEqual([404, expect.stringMatching(/json/)]);
    }
    const answer = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN_KEY}`, "content-type": "application/json" },
      body: JSON.stringify({ model: "sandbox/echo", messages: [{ role: "user", content: "Hello" }] }),
    });
    expect(answer.status).toBe(200);
    // Next's compiler is a native library, which stays mapped once it is loaded.
    const mapped = readFileSync(`/proc/${child.pid}/maps`, "utf8");
    expect(mapped).not.toMatch(/@next|next-swc/);
    child.kill("SIGTERM");
  });
});

describe("a server stopped while clients send slowly", () => {
  it("does not wait for them", { timeout: 60_000 }, async () => {
    const server = await startWell({ PARLANCE_ADMIN_KEY: ADMIN_KEY });
    await fetch(`${server.url}/chat`);
    const head = (path: string, key: string) =>
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\ncontent-length: 1000000\r\n\r\n{`;
    const keyed = Array.from({ length: 20 }, () => head("/v1/chat/completions", ADMIN_KEY));
    const others = [
      "",
      "GET / HT",
      head("/v1/chat/completions", "wrong"),
      head("/chat", "wrong"),
      head("/v1/files", ADMIN_KEY),
    ];
    const sockets = [...keyed, ...others, ...others].map((text) => {
      const socket = connect(Number(new URL(server.url).port), "127.0.0.1").on("error", () => {});
      socket.resume().write(text);
      return socket;
    });
    const trickle = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(" ");
    }, 100);
    await Promise.all(sockets.map((socket) => (socket.connecting ? once(socket, "connect") : undefined)));
    // Over connections that come after those.
    for (let times = 0; times < 3; times++)
      await sendRaw(server.url, "GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n");
    const stopped = performance.now();
    server.child.kill("SIGTERM");
    expect(await server.exit).toBe(0);
    clearInterval(trickle);
    for (const socket of sockets) socket.destroy();
    expect(server.output()).toMatch(/Stopping: 2\d requests/);
    expect(performance.now() - stopped).toBeLessThan(15_000);
  });
});
