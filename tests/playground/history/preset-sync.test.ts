/** Sync of presets between two devices through a gateway: nothing is lost, whoever writes first. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { StoredConversation } from "#lib/contract/stored-conversation.ts";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import type { NamedSettings } from "#lib/playground/history/history.ts";
import { createPresetSync } from "#lib/playground/history/sync/preset-sync.ts";
import type { PresetPage, PresetStore } from "#lib/playground/parameters/preset-store.ts";
import { loadDefaultPreset, saveDefaultPreset } from "#lib/playground/parameters/saved-settings.ts";
import { createKey } from "#tests/support/create-key.ts";
import { AUTHORIZED, startGateway, type TestGateway } from "#tests/support/gateway.ts";
import { memoryRecords } from "../memory-records.ts";

let gateway: TestGateway;
let headers: Record<string, string>;
beforeAll(async () => {
  gateway = await startGateway({ mount: "node", config: { conversations: { store: true } } });
});
afterAll(() => gateway?.close());
const signIn = async (name: string) => {
  const { secret } = await createKey(gateway, { name });
  headers = { ...AUTHORIZED, authorization: `Bearer ${secret}` };
};
beforeEach(() => signIn("Ann"));
afterEach(() => void vi.unstubAllGlobals());

function createDevice({ owner = "ann", page = "chat" as PresetPage } = {}) {
  const saved = new Map<string, NamedSettings>();
  const presets: PresetStore = {
    list: async () => structuredClone([...saved.values()]).sort((one, other) => one.name.localeCompare(other.name)),
    save: async (preset) => void saved.set(preset.id, structuredClone(preset)),
    remove: async (id) => void saved.delete(id),
  };
  const network = { isUp: true };
  const send: typeof fetch = async (path, init) => {
    if (!network.isUp) throw new TypeError("Failed to fetch");
    return fetch(gateway.url + path, { ...init, headers });
  };
  const records = memoryRecords();
  const sync = createPresetSync({ page, owner, presets, records, send });
  /** Names with temperatures, sorted. */
  const list = async () => (await presets.list()).map(({ name, settings }) => [name, settings.parameters.temperature]);
  return { presets, network, records, send, sync, list };
}

let time = 0;
function presetOf(id: string, name: string, temperature = 0): NamedSettings {
  time += 1;
  return { id, name, settings: { ...EMPTY_SETTINGS, parameters: { temperature } }, updatedAt: time };
}

async function stored(query = "kind=preset"): Promise<StoredConversation[]> {
  const response = await fetch(`${gateway.url}/api/conversations?${query}`, { headers });
  return (await response.json()).data;
}

type Device = ReturnType<typeof createDevice>;
const syncAll = async (...devices: Device[]) => {
  for (let round = 0; round < 3; round += 1) for (const { sync } of devices) await sync.sync();
};

describe("two devices", () => {
  it("have the same presets, and what one changes the other gets", async () => {
    const [one, two] = [createDevice(), createDevice()];
    await one.presets.save(presetOf("a", "Cool", 0.1));
    await one.sync.sync();
    expect(one.sync.status.get().states).toEqual({ a: "saved" });
    await two.sync.sync();
    expect(await two.presets.list()).toEqual(await one.presets.list());
    await two.presets.save(presetOf("a", "Cooler", 0));
    await two.sync.push("a");
    await one.sync.sync();
    expect(await one.list()).toEqual([["Cooler", 0]]);
    expect(await stored()).toMatchObject([{ kind: "preset", page: "chat", title: "Cooler", revision: 2 }]);
    await syncAll(one, two);
    expect(await stored(), "a sync without changes writes nothing").toMatchObject([{ revision: 2 }]);
    expect(await stored("kind=conversation")).toEqual([]);
  });

  it("keep both when both change one preset", async () => {
    const [one, two] = [createDevice(), createDevice()];
    await one.presets.save(presetOf("a", "Cool", 0.1));
    await syncAll(one, two);
    await one.presets.save(presetOf("a", "Cool", 0.2));
    await two.presets.save(presetOf("a", "Cool", 0.3));
    await syncAll(one, two);
    const both = [
      ["Cool", 0.3],
      ["Cool (2)", 0.2],
    ];
    expect(await one.list()).toEqual(both);
    expect(await two.list()).toEqual(both);
    expect(await stored()).toHaveLength(2);
    expect(two.sync.status.get().states).toEqual({ a: "saved", "a-2": "saved" });
  });

  it("write at the same time, again and again, and lose nothing", async () => {
    const [one, two] = [createDevice(), createDevice()];
    await one.presets.save(presetOf("a", "Cool", 0));
    await syncAll(one, two);
    for (let index = 1; index <= 3; index += 1) {
      await one.presets.save(presetOf("a", "Cool", index / 10));
      await two.presets.save(presetOf("a", "Cool", index));
      await Promise.all([one.sync.push("a"), two.sync.push("a")]);
    }
    await syncAll(one, two);
    expect(await one.presets.list()).toEqual(await two.presets.list());
    const temperatures = (await one.list()).map(([, temperature]) => temperature);
    expect(temperatures).toEqual(expect.arrayContaining([0.3, 3]));
    const names = (await one.list()).map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("give a number to one of two presets that both have named the same", async () => {
    const [one, two] = [createDevice(), createDevice()];
    await one.presets.save(presetOf("b", "Cool", 0.1));
    await two.presets.save(presetOf("a", "Cool", 0.2));
    await two.presets.save(presetOf("c", "Cool (2)", 0.3));
    await syncAll(one, two);
    const all = [
      ["Cool", 0.2],
      ["Cool (2)", 0.3],
      ["Cool (3)", 0.1],
    ];
    expect(await one.list()).toEqual(all);
    expect(await two.list()).toEqual(all);
    expect((await stored()).map(({ title }) => title).toSorted()).toEqual(["Cool", "Cool (2)", "Cool (3)"]);
  });

  it("delete on both, restore on both, and what has changed elsewhere returns", async () => {
    const [one, two] = [createDevice(), createDevice()];
    for (const id of ["a", "b"]) await one.presets.save(presetOf(id, id));
    await syncAll(one, two);
    const [gone] = await one.presets.list();
    await one.presets.remove("a");
    one.network.isUp = false;
    await one.sync.push("a");
    expect(await stored()).toHaveLength(2);
    one.network.isUp = true;
    await syncAll(one, two);
    expect(await two.list()).toEqual([["b", 0]]);
    expect(one.sync.status.get().states).toEqual({ b: "saved" });
    await one.presets.save(gone as NamedSettings);
    await one.sync.push("a");
    await two.sync.sync();
    expect(await two.list()).toHaveLength(2);
    // Deleted here, changed there.
    await two.presets.save(presetOf("b", "b", 0.5));
    await one.presets.remove("b");
    await one.sync.push("b");
    await syncAll(two, one);
    for (const device of [one, two]) {
      expect(await device.list()).toEqual([
        ["a", 0],
        ["b", 0.5],
      ]);
    }
  });

  it("do not bring back what was removed for good, and keep what has changed as a preset of its own", async () => {
    const [one, away] = [createDevice(), createDevice()];
    for (const id of ["a", "b"]) await one.presets.save(presetOf(id, id));
    await syncAll(one, away);
    for (const id of ["a", "a", "b", "b"])
      await fetch(`${gateway.url}/api/conversations/${id}`, { method: "DELETE", headers });
    await away.presets.save(presetOf("b", "b", 0.5));
    await syncAll(away, one);
    for (const device of [one, away]) expect(await device.list()).toEqual([["b", 0.5]]);
    expect(await stored()).toHaveLength(1);
  });

  it("keep the presets of each page apart", async () => {
    const [one, two] = [createDevice(), createDevice({ page: "images" })];
    await one.presets.save(presetOf("a", "Text"));
    await two.presets.save(presetOf("b", "Picture"));
    await syncAll(one, two);
    expect(await one.list()).toEqual([["Text", 0]]);
    expect(await two.list()).toEqual([["Picture", 0]]);
    expect((await stored()).map(({ page }) => page).toSorted()).toEqual(["chat", "images"]);
  });
});

describe("a device", () => {
  it("without a network says so, and writes when it is back", async () => {
    const one = createDevice();
    one.network.isUp = false;
    await one.presets.save(presetOf("a", "Offline"));
    await one.sync.sync();
    expect(one.sync.status.get()).toMatchObject({ isOnline: false, states: { a: "waiting" } });
    one.network.isUp = true;
    await one.sync.sync();
    expect(await stored()).toMatchObject([{ title: "Offline" }]);
    expect(one.sync.status.get()).toMatchObject({ isOnline: true, states: { a: "saved" } });
  });

  it("gives nothing of one person to another who signs in", async () => {
    const one = createDevice({ owner: "ann" });
    await one.presets.save(presetOf("b", "Cool", 0.1));
    await one.sync.sync();
    await signIn("Bob");
    await one.presets.save(presetOf("b", "Cool", 0.2));
    const bob = createPresetSync({ ...one, page: "chat", owner: "bob" });
    await bob.sync();
    expect(bob.status.get().states).toEqual({ b: "device" });
    expect(await stored()).toEqual([]);
    // A preset of the same name is Bob's, and neither is renamed.
    await one.presets.save(presetOf("a", "Cool", 0.3));
    await bob.sync();
    expect(await stored()).toMatchObject([{ id: "a", title: "Cool" }]);
    expect(await one.list()).toHaveLength(2);
  });

  it("takes a preset that a program stores with few settings, and leaves what is none", async () => {
    const write = (id: string, content: object) =>
      fetch(`${gateway.url}/api/conversations/${id}`, {
        method: "PUT",
        headers,
        body: JSON.stringify({ revision: 0, kind: "preset", page: "chat", title: id, content }),
      });
    await write("few", { settings: { parameters: { temperature: 1 }, system: 3 } });
    await write("none", { note: "text" });
    const one = createDevice();
    await one.sync.sync();
    const settings = { ...EMPTY_SETTINGS, parameters: { temperature: 1 } };
    expect(await one.presets.list()).toMatchObject([{ id: "few", name: "few", settings }]);
  });

  it("changes the preset of new conversations with the preset, and has none when it is gone", async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    });
    const [one, two] = [createDevice(), createDevice()];
    await one.presets.save(presetOf("a", "Cool", 0.1));
    await one.sync.sync();
    saveDefaultPreset("chat", presetOf("a", "Cool", 0.1));
    // The stub is shared by both; only what `one` receives is looked at.
    await two.sync.sync();
    await two.presets.save(presetOf("a", "Cool", 0.7));
    await two.sync.push("a");
    await one.sync.sync();
    expect(loadDefaultPreset("chat")?.settings.parameters).toEqual({ temperature: 0.7 });
    await two.presets.remove("a");
    await two.sync.push("a");
    await one.sync.sync();
    expect(await one.list()).toEqual([]);
    expect(loadDefaultPreset("chat")).toBeUndefined();
  });

  it("says why the gateway refuses one", async () => {
    const one = createDevice();
    const preset = presetOf("a", "Long");
    await one.presets.save({ ...preset, settings: { ...preset.settings, system: "x".repeat(8_500_000) } });
    await one.sync.sync();
    expect(one.sync.status.get()).toMatchObject({
      states: { a: "failed" },
      problem: expect.stringContaining("at most"),
    });
  });
});
