import * as fakeIndexedDb from "fake-indexeddb";
import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EMPTY_SETTINGS } from "#lib/playground/chat/chat-settings.ts";
import { newSession } from "#lib/playground/chat/chat-state.ts";
import { type ChatSession, openHistory } from "#lib/playground/history/history.ts";

const session = (id: string, updatedAt: number): ChatSession => ({
  ...newSession("chat", EMPTY_SETTINGS),
  id,
  title: `About ${id}`,
  updatedAt,
});
const trace = (turnId: string, sessionId: string) => ({
  turnId,
  sessionId,
  request: "x".repeat(10_000),
  events: [],
  droppedCount: 0,
});

/** A browser in which a file of more than `largest` bytes has no room. */
function limitFiles(largest: number) {
  const { put } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, value, key) {
    if (this.name === "blobs" && value.bytes.size > largest)
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    return put.call(this, value, key);
  });
}

beforeEach(async () => {
  for (const [name, value] of Object.entries(fakeIndexedDb)) if (name !== "default") vi.stubGlobal(name, value);
  vi.stubGlobal("localStorage", { length: 0, key: () => null, getItem: () => null });
  await deleteDB("parlance");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("lists summaries, newest first, without reading conversations", async () => {
  const history = openHistory("chat");
  await history.save(session("one", 1));
  await history.save({ ...session("two", 2), pinned: true });
  await history.save(session("three", 3));
  await history.remove("three");
  await history.save({ ...session("one", 4), title: "Renamed" });
  const read = vi.spyOn(IDBObjectStore.prototype, "getAll");
  const indexed = vi.spyOn(IDBIndex.prototype, "getAll");
  expect(await history.list()).toEqual([
    { id: "one", title: "Renamed", updatedAt: 4 },
    { id: "two", title: "About two", pinned: true, updatedAt: 2 },
  ]);
  const stores = [...read.mock.contexts, ...indexed.mock.contexts.map((index) => (index as IDBIndex).objectStore)];
  expect(stores.map((store) => (store as IDBObjectStore).name)).toEqual(["summaries"]);
});

test("lists conversations of older versions", async () => {
  const old = await openDB("parlance", 2, {
    upgrade(db) {
      db.createObjectStore("sessions", { keyPath: "id" }).createIndex("updatedAt", "updatedAt");
      db.createObjectStore("blobs", { keyPath: "sha256" });
      db.createObjectStore("wires", { keyPath: "turnId" }).createIndex("sessionId", "sessionId");
      db.createObjectStore("presets", { keyPath: "id" });
    },
  });
  await old.put("sessions", session("one", 1));
  await old.put("sessions", session("two", 2));
  old.close();
  const history = openHistory("chat");
  for (const _time of ["first", "second"]) {
    expect((await history.list()).map(({ id }) => id)).toEqual(["two", "one"]);
  }
});

test("deletes no traces for a file that can never fit", async () => {
  const history = openHistory("chat");
  for (const [at, id] of ["one", "two", "three"].entries()) {
    await history.save(session(id, at));
    await history.saveTrace(trace(`turn-${id}`, id));
  }
  limitFiles(50_000);
  await expect(history.saveBlob("large", new Blob(["x".repeat(60_000)]))).rejects.toThrow("storage is full");
  for (const id of ["one", "two", "three"]) expect(await history.loadTrace(`turn-${id}`)).toBeDefined();
});

test("deletes only the oldest traces for a file that then fits", async () => {
  const history = openHistory("chat");
  for (const [at, id] of ["three", "two", "one"].entries()) {
    await history.save(session(id, 10 - at));
    await history.saveTrace(trace(`turn-${id}`, id));
  }
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(() => {
    throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
  });
  await history.saveBlob("small", new Blob(["x".repeat(9_000)]));
  expect(await history.loadTrace("turn-one")).toBeUndefined();
  for (const id of ["two", "three"]) expect(await history.loadTrace(`turn-${id}`)).toBeDefined();
});

test("deletes traces and files that no conversation refers to", async () => {
  const history = openHistory("chat");
  await history.save(session("one", 1));
  await history.saveTrace(trace("turn-one", "one"));
  await history.saveTrace(trace("turn-gone", "gone"));
  await openHistory("chat").saveBlob("unused", new Blob(["x"]));
  await history.sweep();
  expect(await history.loadTrace("turn-one")).toBeDefined();
  expect(await history.loadTrace("turn-gone")).toBeUndefined();
  expect(await history.loadBlob("unused")).toBeUndefined();
});
