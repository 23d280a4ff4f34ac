/** The config file is watched: a valid change takes effect for new requests, an invalid one changes nothing. */
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chatFrames } from "#tests/support/chat-fixtures.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream, streamReply } from "#tests/support/stub-upstream.ts";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ mount: "node", config: { aliases: { first: "sandbox/echo" } } });
});
afterAll(() => gateway.close());

const path = () => join(gateway.dataDir, "config.json");
const write = (config: unknown) =>
  writeFileSync(
    path(),
    typeof config === "string" ? config : JSON.stringify({ sandbox: { tokensPerSecond: 0 }, ...(config as object) }),
  );
const ask = (model: string) => gateway.chat({ model, messages: [{ role: "user", content: "Hi" }] });
const readyz = async () => (await fetch(`${gateway.url}/readyz?verbose`, { headers: AUTHORIZED })).json();

/** Waits for the next look at the file. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 15_000; !(await condition()); await delay(50)) {
    if (Date.now() > deadline) throw new Error("The change was not seen within 15 s.");
  }
}

describe("a change of the config file", () => {
  it("takes effect for new requests", async () => {
    expect((await ask("second")).status).toBe(404);
    write({ aliases: { second: "sandbox/echo" } });
    await until(async () => (await ask("second")).status === 200);
    expect((await ask("first")).status).toBe(404);
  });

  it("that is invalid changes nothing, and its reason is shown", async () => {
    for (const truncated of ['{ "aliases": ', ""]) {
      write(truncated);
      await until(async () => (await readyz()).config.problem?.includes("well-formed JSON"));
      expect((await ask("second")).status).toBe(200);
      write({ aliases: { second: "sandbox/echo" } });
      await until(async () => (await readyz()).config.problem === null);
    }
    write({ aliases: { second: "sandbox/echo" }, unknown: 1 });
    await until(async () => (await readyz()).config.problem?.includes("unknown"));
    expect(gateway.output()).toContain("The settings stay as they were");
    write({ aliases: { second: "sandbox/echo" } });
    await until(async () => (await readyz()).config.problem === null);
  });

  it("by removal changes nothing, and a file in its place is read", async () => {
    const text = readFileSync(path(), "utf8");
    rmSync(path());
    await until(async () => (await readyz()).config.problem !== null);
    expect((await ask("second")).status).toBe(200);
    writeFileSync(`${path()}.new`, text.replace("second", "third"));
    renameSync(`${path()}.new`, path());
    await until(async () => (await ask("third")).status === 200);
  });

  it("by a link is read from its target, also when that changes; a broken link changes nothing", async () => {
    const target = `${path()}.target`;
    const replaceByLink = (to: string) => {
      rmSync(path());
      symlinkSync(to, path());
    };
    writeFileSync(target, JSON.stringify({ aliases: { linked: "sandbox/echo" } }));
    replaceByLink(target);
    await until(async () => (await ask("linked")).status === 200);
    writeFileSync(target, JSON.stringify({ aliases: { relinked: "sandbox/echo" } }));
    await until(async () => (await ask("relinked")).status === 200);
    for (const [to, reason] of [
      [`${target}.none`, "it does not exist"],
      [gateway.dataDir, "it is not a regular file"],
    ] as const) {
      replaceByLink(to);
      await until(async () => (await readyz()).config.problem?.includes(reason));
      expect((await ask("relinked")).status).toBe(200);
    }
    rmSync(path());
    write({});
    await until(async () => (await readyz()).config.problem === null);
  });

  it("switches the sandbox off and on", async () => {
    write({ sandbox: { enabled: false } });
    await until(async () => (await ask("sandbox/echo")).status === 404);
    const models = await fetch(`${gateway.url}/v1/models`, { headers: AUTHORIZED });
    expect(await models.json()).toMatchObject({ data: [] });
    write({ sandbox: { tokensPerSecond: 0 } });
    await until(async () => (await ask("sandbox/echo")).status === 200);
  });

  it("names the settings that need a restart", async () => {
    write({ requestLog: { days: 3 } });
    await until(async () => (await readyz()).config.restart_needed.length > 0);
    expect((await readyz()).config.restart_needed).toEqual(["requestLog.days", "requestLog.bodyDays"]);
  });
});

describe("an upstream whose settings change", () => {
  let stub: StubUpstream;
  beforeAll(async () => {
    stub = await startStubUpstream();
  });
  afterAll(() => stub.close());

  it("ends its open streams before its connections close", async () => {
    const other = await startStubUpstream();
    const config = (url: string) => ({ upstreams: { stub: { baseUrl: url, models: ["m"] } } });
    write(config(stub.url));
    await until(async () => (await ask("stub/m")).status === 200);
    stub.respondWith(streamReply({ chunks: chatFrames({ text: "word ".repeat(20) }), delayMs: 200 }));
    const stream = await gateway.chat({ model: "stub/m", messages: [{ role: "user", content: "Hi" }], stream: true });
    const { loaded_at: before } = (await readyz()).config;
    write(config(other.url));
    await until(async () => (await readyz()).config.loaded_at > before);
    expect((await ask("stub/m")).status).toBe(200);
    expect(other.requests).toHaveLength(1);
    expect(await stream.text()).toContain("[DONE]");
    expect(stub.aborts).toEqual([]);
    await other.close();
  });

  it("has its new key redacted", async () => {
    const key = "sk-changed-0123456789";
    stub.respondWith(jsonReply({ error: { message: `The key ${key} is wrong.` } }, { status: 401 }));
    write({ upstreams: { stub: { baseUrl: stub.url, models: ["m"], headers: { authorization: `Bearer ${key}` } } } });
    await until(async () => (await ask("stub/m")).status === 401);
    expect(await (await ask("stub/m")).text()).toContain("The key [redacted] is wrong.");
  });
});
