/** Prompts of consecutive requests, compared in the log, on both mounts. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PromptCacheComparison } from "#lib/contract/prompt-cache.ts";
import { openStore } from "#lib/store/open-store.ts";
import { chatReply } from "../support/chat-fixtures.ts";
import { createKey } from "../support/create-key.ts";
import { AUTHORIZED, mounts, startGateway, type TestGateway } from "../support/gateway.ts";
import { jsonReply, type StubUpstream, startStubUpstream } from "../support/stub-upstream.ts";

type Body = Record<string, unknown>;

const tool = (name: string) => ({ type: "function", function: { name } });
const said = (role: string, content: string) => ({ role, content });
const PRIVATE = "the-private-words-of-the-prompt";
/** Providers cache no shorter prompt than one with this. */
const RULES = "Answer in one short sentence. ".repeat(40);

describe.each(mounts)("the prompt cache on the %s mount", (mount) => {
  let stub: StubUpstream;
  let gateway: TestGateway;
  let secret: string;
  let count = 0;

  beforeAll(async () => {
    stub = await startStubUpstream();
    const shared = { baseUrl: stub.url, models: ["m", "other"], retries: { attempts: 0 } };
    const prices = { m: { input: 10, cached_input: 1, output: 20 } };
    gateway = await startGateway({
      mount,
      config: { upstreams: { chat: { ...shared, prices }, free: shared, anew: { ...shared, lane: "translate" } } },
    });
  });
  beforeEach(async () => {
    ({ secret } = await createKey(gateway, {}));
    const usage = { prompt_tokens: 1_000, completion_tokens: 5, total_tokens: 1_005 };
    stub.respondWith(jsonReply({ ...chatReply({ text: "Yes." }), usage }));
  });
  afterAll(async () => {
    await gateway.close();
    await stub.close();
  });

  async function ask(body: Body, { path = "/v1/chat/completions", session }: { path?: string; session?: string } = {}) {
    const id = `cache-${mount.replaceAll(/\W/g, "")}-${++count}`;
    const headers = {
      authorization: `Bearer ${secret}`,
      "content-type": "application/json",
      "x-request-id": id,
      ...(session ? { "x-session-id": session } : {}),
    };
    const response = await fetch(gateway.url + path, {
      method: "POST",
      headers,
      body: JSON.stringify({ model: "chat/m", ...body }),
    });
    expect(response.status, await response.text()).toBe(200);
    const row = async () => {
      const found = await fetch(`${gateway.url}/api/requests/${id}`, { headers: AUTHORIZED });
      return found.ok ? ((await found.json()) as { prompt_cache: PromptCacheComparison | null }) : undefined;
    };
    await expect.poll(row, { timeout: 10_000 }).toBeDefined();
    return { id, compared: (await row())?.prompt_cache ?? null };
  }

  const first = {
    tools: [tool("a"), tool("b")],
    messages: [said("system", `Be brief. ${RULES}`), said("user", PRIVATE)],
  };
  const next = { ...first, messages: [...first.messages, said("assistant", "Yes."), said("user", "Go on")] };

  it("goes on while the earlier prompt is the beginning of the later one", async () => {
    const before = await ask(first);
    expect(before.compared).toBeNull();
    const { compared } = await ask(next);
    expect(compared).toMatchObject({ previous: { id: before.id }, matched_by: "prefix", break: null, lost_tokens: 0 });
  });

  it("is left by tools in another order, at a cost", async () => {
    await ask(first, { session: "s1" });
    const { compared } = await ask({ ...next, tools: [tool("b"), tool("a")] }, { session: "s1" });
    expect(compared).toMatchObject({
      matched_by: "session",
      break: { cause: "tool_order", part: "tools", index: 0, was: 1 },
      shared_tokens: 0,
      lost_tokens: 1_000,
    });
    expect(compared?.lost_cost).toBeCloseTo(0.009, 6);
  });

  it("says what left it: a date, a message, another model; and no cost without a price", async () => {
    const dated = (date: string) => ({
      messages: [said("system", `Today is ${date}. ${RULES}`), said("user", "Hello")],
    });
    await ask(dated("2026-11-25"));
    expect((await ask(dated("2026-11-26"))).compared?.break).toMatchObject({ cause: "timestamp", part: "system" });
    await ask(next);
    const edited = next.messages.with(2, said("assistant", "No."));
    const { compared } = await ask({ ...next, messages: edited });
    expect(compared?.break).toMatchObject({ cause: "message", part: "messages", index: 1 });
    expect(compared?.shared_tokens).toBeGreaterThan(0);
    const other = await ask({ ...next, model: "free/m" });
    expect(other.compared?.break).toMatchObject({ cause: "model", part: null });
    expect(other.compared?.lost_cost).toBeNull();
  });

  it("is compared for other APIs and lanes, and not with requests of another key or conversation", async () => {
    const input = [said("user", "Hello")];
    const responses = { path: "/v1/responses" };
    await ask({ model: "anew/m", instructions: `Be brief. ${RULES}`, input }, responses);
    const { compared } = await ask({ model: "anew/m", instructions: `Be long. ${RULES}`, input }, responses);
    expect(compared?.break).toMatchObject({ cause: "system", index: 0 });
    expect((await ask({ messages: [said("user", `Another conversation. ${RULES}`)] })).compared).toBeNull();
    ({ secret } = await createKey(gateway, {}));
    expect((await ask({ model: "anew/m", instructions: `Be long. ${RULES}`, input }, responses)).compared).toBeNull();
  });

  it("is not compared for prompts that are too short to be cached, unless they name their conversation", async () => {
    const short = { messages: [said("user", "Hello")] };
    await ask(short);
    expect((await ask(short)).compared).toBeNull();
    await ask(short, { session: "s2" });
    expect((await ask(short, { session: "s2" })).compared).toMatchObject({ matched_by: "session", break: null });
  });

  it("keeps hashes alone, and none where a request asks for no contents", async () => {
    const { id } = await ask(first);
    const store = await openStore({ dataDir: gateway.dataDir });
    try {
      const row = await store.requestLog.find({ id });
      const range = { keyId: String(row?.keyId), since: 0, through: Date.now() + 1_000, limit: 10 };
      const [stored] = await store.requestLog.listPrefixes(range);
      expect(stored?.prefix).toMatch(/^\|t[\w-]{10}\./);
      expect(stored?.prefix).not.toContain(PRIVATE);
      expect(row?.prefix).toBeNull();
    } finally {
      await store.close();
    }
  });
});
