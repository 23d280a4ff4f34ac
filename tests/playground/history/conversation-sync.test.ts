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
import type { SyncRecord, SyncRecords } from "#lib/playground/history/sync/sync-records.ts";
import { createKey } from "#tests/support/create-key.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { memoryHistory } from "../memory-history.ts";

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

function memoryRecords(): SyncRecords {
  const records = new Map<string, SyncRecord>();
  const cursors = new Map<string, number>();
  return {
    get: async (id) => structuredClone(records.get(id)),
    put: async (record) => void records.set(record.id, structuredClone(record)),
    list: async (page) => [...records.values()].filter((record) => record.page === page),
    getCursor: async (name) => cursors.get(name) ?? 0,
    setCursor: async (name, cursor) => void cursors.set(name, cursor),
  };
}

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
