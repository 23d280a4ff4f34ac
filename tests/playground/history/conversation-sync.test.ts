/** Sync of conversations between two devices through a gateway: nothing is lost, whoever writes first. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StoredConversation } from "#lib/contract/stored-conversation.ts";
import { createChat } from "#lib/playground/chat/chat.ts";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { newSession } from "#lib/playground/chat/chat-state.ts";
import { appendTurn, type Turn } from "#lib/playground/conversation/transcript.ts";
import { OPENAI_CHAT } from "#lib/playground/dialects/openai-chat.ts";
import type { ChatSession } from "#lib/playground/history/history.ts";
import { createConversationSync } from "#lib/playground/history/sync/conversation-sync.ts";
import { toasts } from "#lib/playground/shell/toasts.ts";
import { createKey } from "#tests/support/create-key.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { memoryHistory } from "../memory-history.ts";
import { memoryRecords } from "../memory-records.ts";

let gateway: TestGateway;
let headers: Record<string, string>;
beforeAll(async () => {
  gateway = await startGateway({ mount: "node", config: { conversations: { store: true } } });
});
afterAll(() => gateway?.close());
beforeEach(async () => {
  const { secret } = await createKey(gateway, { name: "Ann" });
  headers = { ...AUTHORIZED, authorization: `Bearer ${secret}` };
});

function createDevice(owner = "ann") {
  const history = memoryHistory();
  const chat = createChat({ dialect: OPENAI_CHAT, history });
  const network = { isUp: true };
  const send: typeof fetch = async (path, init) => {
    if (!network.isUp) throw new TypeError("Failed to fetch");
    return fetch(gateway.url + path, { ...init, headers });
  };
  const records = memoryRecords();
  const sync = createConversationSync({ page: "chat", owner, chat, history, records, send });
  const texts = (id: string) =>
    Object.values(history.sessions.get(id)?.transcript.turns ?? {})
      .map((turn) => ("text" in turn ? turn.text : ""))
      .toSorted();
  return { history, chat, network, sync, texts, records };
}
type Device = ReturnType<typeof createDevice>;

const turnOf = (id: string, text: string, parent: string | null = null): Turn => ({
  ...{ id, parent, role: "user", createdAt: Date.now(), text, attachments: [] },
});

function sessionOf(id: string, ...texts: string[]): ChatSession {
  const session = { ...newSession("chat", EMPTY_SETTINGS), id, title: texts[0] ?? "" };
  return texts.reduce((before, text, index) => say(before, `${id}-${index}`, text), session);
}

function say(session: ChatSession, id: string, text: string): ChatSession {
  const parent = Object.keys(session.transcript.turns).at(-1) ?? null;
  return {
    ...session,
    updatedAt: session.updatedAt + 1,
    transcript: appendTurn(session.transcript, turnOf(id, text, parent)),
  };
}

async function add({ history }: Device, id: string, turn: string, text: string): Promise<void> {
  await history.save(say(history.sessions.get(id) as ChatSession, turn, text));
}

async function stored(): Promise<StoredConversation[]> {
  const response = await fetch(`${gateway.url}/api/conversations`, { headers });
  return (await response.json()).data;
}

describe("two devices", () => {
  it("have the same conversations, and what one changes the other gets", async () => {
    const [one, two] = [createDevice(), createDevice()];
    await one.history.save(sessionOf("a", "Hello"));
    await one.sync.sync();
    expect(one.sync.status.get().states).toEqual({ a: "saved" });
    await two.sync.sync();
    expect(two.texts("a")).toEqual(["Hello"]);
    expect(two.chat.store.get().sessions).toMatchObject([{ id: "a", title: "Hello" }]);
    await add(two, "a", "t2", "More");
    await two.sync.push("a");
    await one.sync.sync();
    expect(one.texts("a")).toEqual(["Hello", "More"]);
    expect(one.history.sessions.get("a")).toEqual(two.history.sessions.get("a"));
    expect((await stored())[0]).toMatchObject({ revision: 2 });
    await Promise.all([one.sync.sync(), two.sync.sync()]);
    expect((await stored())[0], "a sync without changes writes nothing").toMatchObject({ revision: 2 });
  });

  it("keep what both said at the same time as branches", async () => {
    const [one, two] = [createDevice(), createDevice()];
    await one.history.save(sessionOf("a", "Hello"));
    await one.sync.sync();
    await two.sync.sync();
    await add(one, "a", "t1", "From one");
    await add(two, "a", "t2", "From two");
    await Promise.all([one.sync.sync(), two.sync.sync()]);
    await Promise.all([one.sync.sync(), two.sync.sync()]);
    await Promise.all([one.sync.sync(), two.sync.sync()]);
    for (const device of [one, two]) {
      expect(device.texts("a")).toEqual(["From one", "From two", "Hello"]);
      expect(device.history.sessions.get("a")?.transcript.children["a-0"]?.toSorted()).toEqual(["t1", "t2"]);
    }
  });

  it("have the same folder and tags, and what both change at once is kept", async () => {
    const [one, two] = [createDevice(), createDevice()];
    await one.history.save(sessionOf("a", "Hello"));
    await one.sync.sync();
    await two.sync.sync();
    await one.chat.file("a", { folder: " Work, later ", tags: ["plan", "plan", "draft,"] });
    await one.sync.push("a");
    await two.sync.sync();
    expect((await stored())[0]).toMatchObject({ folder: "Work later", tags: ["plan", "draft"] });
    expect(two.chat.store.get().sessions).toMatchObject([{ id: "a", folder: "Work later", tags: ["plan", "draft"] }]);
    // One moves it and removes a tag; the other goes on and adds a tag.
    await one.chat.file("a", { folder: "Travel", tags: ["plan"] });
    await add(two, "a", "t", "More");
    await two.chat.file("a", { folder: "Work later", tags: ["plan", "draft", "urgent"] });
    for (let round = 0; round < 3; round += 1) await Promise.all([one.sync.sync(), two.sync.sync()]);
    for (const { history, texts } of [one, two]) {
      expect(history.sessions.get("a")).toMatchObject({ folder: "Travel", tags: ["plan", "urgent"] });
      expect(texts("a")).toEqual(["Hello", "More"]);
    }
    await two.chat.file("a", { folder: "", tags: [] });
    await two.sync.push("a");
    await one.sync.sync();
    const [summary] = one.chat.store.get().sessions;
    expect(summary).not.toHaveProperty("folder");
    expect(summary).not.toHaveProperty("tags");
    const [{ revision = 0 } = {}] = await stored();
    await Promise.all([one.sync.sync(), two.sync.sync()]);
    expect((await stored())[0], "a sync without changes writes nothing").toMatchObject({ revision });
  });

  it("take folder and tags that a program sets over the API", async () => {
    const one = createDevice();
    await one.history.save(sessionOf("a", "Hello"));
    await one.sync.sync();
    await fetch(`${gateway.url}/api/conversations/a`, {
      method: "PATCH",
      headers,
      body: JSON.stringify({ revision: 1, folder: "Archive", tags: ["old"] }),
    });
    await one.sync.sync();
    expect(one.history.sessions.get("a")).toMatchObject({ folder: "Archive", tags: ["old"] });
    await add(one, "a", "t", "More");
    await one.sync.push("a");
    expect((await stored())[0], "a later message does not take them away").toMatchObject({
      folder: "Archive",
      tags: ["old"],
    });
  });

  it("keep both texts of a message that both have edited", async () => {
    const [one, two] = [createDevice(), createDevice()];
    await one.history.save(sessionOf("a", "Hello"));
    await one.sync.sync();
    await two.sync.sync();
    for (const [device, text] of [
      [one, "Good morning"],
      [two, "Good evening"],
    ] as const) {
      const session = structuredClone(device.history.sessions.get("a")) as ChatSession;
      session.transcript.turns["a-0"] = turnOf("a-0", text);
      await device.history.save({ ...session, updatedAt: session.updatedAt + 1 });
    }
    for (let round = 0; round < 3; round += 1) await Promise.all([one.sync.sync(), two.sync.sync()]);
    for (const device of [one, two]) expect(device.texts("a")).toEqual(["Good evening", "Good morning"]);
  });

  it("converge when both write again and again", async () => {
    const [one, two] = [createDevice(), createDevice()];
    await one.history.save(sessionOf("a", "Hello"));
    await one.sync.sync();
    await two.sync.sync();
    const write = async (device: Device, name: string) => {
      for (let index = 0; index < 8; index += 1) {
        await add(device, "a", `${name}${index}`, `${name}${index}`);
        await device.sync.push("a");
      }
    };
    await Promise.all([write(one, "x"), write(two, "y")]);
    for (let round = 0; round < 3; round += 1) await Promise.all([one.sync.sync(), two.sync.sync()]);
    expect(one.texts("a")).toHaveLength(17);
    expect(two.texts("a")).toEqual(one.texts("a"));
  });
});

describe("a device", () => {
  it("without a network says so, and writes when it is back", async () => {
    const [one, two] = [createDevice(), createDevice()];
    one.network.isUp = false;
    await one.history.save(sessionOf("a", "Offline"));
    await one.sync.sync();
    expect(one.sync.status.get()).toMatchObject({ isOnline: false, states: { a: "waiting" } });
    expect(await stored()).toEqual([]);
    one.network.isUp = true;
    await one.sync.sync();
    expect(one.sync.status.get()).toMatchObject({ isOnline: true, states: { a: "saved" } });
    await two.sync.sync();
    expect(two.texts("a")).toEqual(["Offline"]);
  });

  it("deletes on both, restores on both, and what goes on elsewhere returns", async () => {
    const [one, two] = [createDevice(), createDevice()];
    for (const id of ["a", "b"]) await one.history.save(sessionOf(id, id));
    await one.sync.sync();
    await two.sync.sync();
    const restore = await one.chat.remove("a");
    one.network.isUp = false;
    await one.sync.push("a");
    one.network.isUp = true;
    await one.sync.sync();
    expect((await stored()).map(({ id }) => id)).toEqual(["b"]);
    await two.sync.sync();
    expect([...two.history.sessions.keys()]).toEqual(["b"]);
    await restore();
    await one.sync.push("a");
    await two.sync.sync();
    expect(two.texts("a")).toEqual(["a"]);
    // Deleted here, gone on with there.
    await add(two, "b", "t", "More");
    await one.chat.remove("b");
    await one.sync.push("b");
    await two.sync.sync();
    await one.sync.sync();
    expect(one.texts("b")).toEqual(["More", "b"]);
  });

  it("that was away does not bring back what was removed for good, and keeps what it has changed as a copy", async () => {
    const [one, away] = [createDevice(), createDevice()];
    for (const id of ["a", "b", "c"]) await one.history.save(sessionOf(id, id));
    await one.sync.sync();
    await away.sync.sync();
    for (const id of ["a", "b"]) {
      await one.chat.remove(id);
      await one.sync.push(id);
      await fetch(`${gateway.url}/api/conversations/${id}`, { method: "DELETE", headers });
    }
    await add(away, "b", "t", "More");
    await away.chat.open("b");
    await away.sync.sync();
    expect(away.history.sessions.has("a")).toBe(false);
    expect(away.history.sessions.has("b")).toBe(false);
    const [copy] = [...away.history.sessions.values()].filter(({ title }) => title === "b (copy)");
    expect(away.texts(copy?.id ?? "")).toEqual(["More", "b"]);
    expect(away.chat.store.get().session.id, "the open one is the copy").toBe(copy?.id);
    expect(toasts.get().shown.at(-1)).toMatchObject({ title: "“b” was deleted elsewhere" });
    expect(away.sync.status.get().states).toEqual({ c: "saved", [copy?.id ?? ""]: "saved" });
    await one.sync.sync();
    expect([...one.history.sessions.keys()].toSorted()).toEqual([copy?.id, "c"].toSorted());
    await Promise.all([one.sync.sync(), away.sync.sync()]);
    expect((await stored()).map(({ id }) => id).toSorted()).toEqual([copy?.id, "c"].toSorted());
  });

  it("that writes before it hears of the removal keeps its changes as a copy too", async () => {
    const [one, away] = [createDevice(), createDevice()];
    await one.history.save(sessionOf("a", "a"));
    await one.sync.sync();
    await away.sync.sync();
    for (let times = 0; times < 2; times += 1)
      await fetch(`${gateway.url}/api/conversations/a`, { method: "DELETE", headers });
    await add(away, "a", "t", "More");
    await away.sync.push("a");
    const titles = [...away.history.sessions.values()].map(({ title }) => title);
    expect(titles).toEqual(["a (copy)"]);
    expect((await stored()).map(({ title }) => title)).toEqual(["a (copy)"]);
    await away.sync.sync();
    await one.sync.sync();
    expect([...one.history.sessions.values()].map(({ title }) => title)).toEqual(["a (copy)"]);
  });

  it("does not lose what it keeps to itself when the gateway's copy is removed for good", async () => {
    const one = createDevice();
    await one.history.save(sessionOf("a", "a"));
    await one.sync.sync();
    await one.sync.setDeviceOnly("a", true);
    await fetch(`${gateway.url}/api/conversations/a`, { method: "DELETE", headers });
    await one.sync.sync();
    expect(one.texts("a")).toEqual(["a"]);
    await one.sync.setDeviceOnly("a", false);
    expect((await stored()).map(({ id }) => id)).toEqual(["a"]);
  });

  it("keeps a conversation to itself when it is told to", async () => {
    const [one, two] = [createDevice(), createDevice()];
    for (const id of ["a", "b"]) await one.history.save(sessionOf(id, id));
    await one.sync.setDeviceOnly("a", true);
    await one.sync.sync();
    expect(one.sync.status.get().states).toEqual({ a: "device", b: "saved" });
    expect((await stored()).map(({ id }) => id)).toEqual(["b"]);
    await one.sync.setDeviceOnly("b", true);
    expect(await stored()).toEqual([]);
    await one.sync.sync();
    expect(one.texts("b")).toEqual(["b"]);
    await one.sync.setDeviceOnly("b", false);
    await two.sync.sync();
    expect(two.texts("b")).toEqual(["b"]);
  });

  it("gives nothing of one person to another who signs in", async () => {
    const one = createDevice("ann");
    await one.history.save(sessionOf("a", "Mine"));
    await one.sync.sync();
    const { secret } = await createKey(gateway, { name: "Bob" });
    headers = { ...AUTHORIZED, authorization: `Bearer ${secret}` };
    const { history, chat, records } = one;
    const send: typeof fetch = (path, init) => fetch(gateway.url + path, { ...init, headers });
    const bob = createConversationSync({ page: "chat", owner: "bob", chat, history, records, send });
    await add(one, "a", "t", "More");
    await bob.sync();
    expect(bob.status.get().states).toEqual({ a: "device" });
    expect(await stored()).toEqual([]);
  });

  it("says why the gateway refuses one", async () => {
    const one = createDevice();
    await one.history.save(sessionOf("a", "x".repeat(8_500_000)));
    await one.sync.sync();
    expect(one.sync.status.get()).toMatchObject({
      states: { a: "failed" },
      problem: expect.stringContaining("at most"),
    });
  });
});
