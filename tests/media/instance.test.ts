/** Instances on one folder: whose temp files stay, and whose are removed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Instance, openInstance } from "#lib/media/instance.ts";
import { createStorePresence, LEASE_MS, lockPresence, type Presence } from "#lib/media/presence.ts";
import type { Store } from "#lib/store/store.ts";

const LONG_AGO = new Date(Date.now() - 60_000);
const DAYS_AGO = new Date(Date.now() - 25 * 3_600_000);

let folder: string;
let instances: Instance[];
const lines: string[] = [];
let rows: ReturnType<typeof createRows>;
const log = (line: string) => lines.push(line);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "instances-"));
  instances = [];
  rows = createRows();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const instance of instances) await instance.close();
  await rm(folder, { recursive: true, force: true });
  expect(lines.splice(0)).toEqual([]);
});

async function open(presence: Presence = lockPresence): Promise<Instance> {
  const instance = await openInstance({ folder, presence, log });
  instances.push(instance);
  return instance;
}

async function writeTempFile(at: Pick<Instance, "folder">): Promise<string> {
  const file = join(at.folder, "file");
  await writeFile(file, "bytes");
  await utimes(at.folder, LONG_AGO, LONG_AGO);
  return file;
}

/** @returns the id of an instance in a process of its own, which was killed */
async function openAndKill(): Promise<string> {
  const media = fileURLToPath(new URL("../../lib/media/", import.meta.url));
  const script = `
    import { openInstance } from ${JSON.stringify(`${media}instance.ts`)};
    import { lockPresence } from ${JSON.stringify(`${media}presence.ts`)};
    const { id } = await openInstance({ folder: ${JSON.stringify(folder)}, presence: lockPresence, log: console.error });
    console.log(id);
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script]);
  const exited = once(child, "exit");
  const [line] = await once(child.stdout, "data");
  const id = String(line).trim();
  // Not by an instance of this process: its first sweep may come after the kill, and leave nothing to the test.
  expect(await lockPresence.hasEnded({ id, folder: join(folder, id) }), "it runs").toBe(false);
  child.kill("SIGKILL");
  await exited;
  return id;
}

it("has an id of its own in each process that has the same process id", async () => {
  const [first, second] = [await open(), await open()];
  expect(first.id).not.toBe(second.id);
  expect(`${first.id} ${second.id}`).not.toContain(String(process.pid));
});

it.each([
  ["locks", () => lockPresence],
  ["rows", () => createStorePresence({ store: rows.store, now: () => rows.time, log })],
])("by %s: an instance that stops removes its own temp files and no others", async (_sign, presence) => {
  const [first, second] = [await open(presence()), await open(presence())];
  const [kept, removed] = [await writeTempFile(first), await writeTempFile(second)];
  await second.close();
  expect([existsSync(kept), existsSync(removed)]).toEqual([true, false]);
  const third = await open(presence());
  await third.close();
  expect(existsSync(kept), "another start leaves it too").toBe(true);
});

it("by locks: the end of a killed instance is known at once, and its temp files are removed", async () => {
  const id = await openAndKill();
  const next = await open();
  expect(await next.hasEnded(id)).toBe(true);
  await expect.poll(() => existsSync(join(folder, id))).toBe(false);
  expect(await next.hasEnded(id), "it is remembered").toBe(true);
  expect(await (await open()).hasEnded(id), "others know it by the missing folder").toBe(true);
  expect(await next.hasEnded(next.id)).toBe(false);
});

it("files of an ended instance are settled before its folder is removed, and retried after a failure", async () => {
  const id = await openAndKill();
  const settled: string[] = [];
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const onEnded = async (other: string) => {
    settled.push(other);
    expect(existsSync(join(folder, id))).toBe(true);
    if (settled.length === 1) throw new Error("locked");
  };
  instances.push(await openInstance({ folder, presence: lockPresence, onEnded, log }));
  await expect.poll(() => lines.splice(0)).toEqual([expect.stringContaining("locked")]);
  vi.advanceTimersByTime(4_000);
  await expect.poll(() => existsSync(join(folder, id))).toBe(false);
  expect(settled).toEqual([id, id]);
});

const storePresence = () => createStorePresence({ store: rows.store, now: () => rows.time, log });

/** Lets time pass, by all clocks, in steps in which the instances show their signs. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    rows.time += 1_000;
    vi.advanceTimersByTime(1_000);
    await new Promise(setImmediate);
  }
}

describe("by rows", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  });

  it("work is taken over after a short silence, and files are removed after a longer one", async () => {
    const [killed, other] = [await open(storePresence()), await open(storePresence())];
    const removed = await writeTempFile(killed);
    const settled: string[] = [];
    const onEnded = async (id: string) => void settled.push(id);
    const next = await openInstance({ folder, presence: storePresence(), onEnded, log });
    instances.push(next);
    await pass(LEASE_MS);
    rows.silence(killed.id);
    await pass(8_000);
    expect(await next.hasEnded(killed.id), "it is silent for less than a lease").toBe(false);
    await pass(6_000);
    expect([await next.hasEnded(killed.id), await next.hasEnded(other.id)]).toEqual([true, false]);
    expect(existsSync(removed), "a paused instance may wake up").toBe(true);
    await pass(56_000);
    await expect.poll(() => existsSync(removed)).toBe(false);
    await expect.poll(() => settled).toEqual([killed.id]);
  });

  it("an instance on another machine, whose folder is not here, is settled once", async () => {
    const settled: string[] = [];
    const onEnded = async (id: string) => void settled.push(id);
    instances.push(await openInstance({ folder, presence: storePresence(), onEnded, log }));
    await rows.store.renew("elsewhere", 0);
    await pass(120_000);
    // A sweep reads folders, which takes real time.
    await expect.poll(() => settled).toEqual(["elsewhere"]);
  });

  it("nobody is taken for ended while the database is away, nor right after it", async () => {
    const [first, second] = [await open(storePresence()), await open(storePresence())];
    expect(first.knowsOthers(), "it has just started").toBe(false);
    await pass(LEASE_MS + 3_000);
    expect(first.knowsOthers()).toBe(true);
    rows.isAway = true;
    await pass(30_000);
    rows.isAway = false;
    expect([first.knowsOthers(), await first.hasEnded(second.id)]).toEqual([false, false]);
    await pass(3_000);
    expect(first.knowsOthers(), "others need time as well").toBe(false);
    await pass(LEASE_MS);
    expect([first.knowsOthers(), await first.hasEnded(second.id)]).toEqual([true, false]);
    expect(new Set(lines.splice(0))).toEqual(new Set([expect.stringContaining("cannot be written: Error: away")]));
  });

  it("an instance that closes has ended at once", async () => {
    const [first, second] = [await open(storePresence()), await open(storePresence())];
    await pass(LEASE_MS + 3_000);
    await second.close();
    expect(await first.hasEnded(second.id)).toBe(true);
    expect(await first.hasEnded("x".repeat(24)), "nothing is known of it").toBe(false);
  });

  it("a folder whose older version is still running stays", async () => {
    await mkdir(join(folder, "older"));
    await writeFile(join(folder, "older", "heartbeat"), "");
    await utimes(join(folder, "older"), DAYS_AGO, DAYS_AGO);
    await mkdir(join(folder, "gone"));
    await utimes(join(folder, "gone"), DAYS_AGO, DAYS_AGO);
    const { id } = await open(storePresence());
    await pass(LEASE_MS + 8_000);
    await expect.poll(async () => (await readdir(folder)).toSorted()).toEqual(["older", id].toSorted());
  });
});

it("folders without a sign of life are removed after a day", async () => {
  for (const [name, date] of [
    ["4711", DAYS_AGO],
    ["4712", LONG_AGO],
    ["starting", new Date()],
  ] as const) {
    await mkdir(join(folder, name));
    await utimes(join(folder, name), date, date);
  }
  const { id } = await open();
  await expect.poll(async () => (await readdir(folder)).toSorted()).toEqual(["4712", "starting", id].toSorted());
});

it("starts with a read-only folder, and reports it", async () => {
  await writeFile(join(folder, "file"), "");
  const instance = await openInstance({ folder: join(folder, "file"), presence: lockPresence, log });
  await instance.close().catch(() => {});
  expect(lines.splice(0)).toEqual([expect.stringContaining("cannot be written")]);
  expect(await (await open()).hasEnded(instance.id), "nobody can see that it runs").toBe(false);
});

/** Rows of instances in memory, with a clock that the test moves. */
function createRows(): { time: number; isAway: boolean; silence(id: string): void; store: Store["instances"] } {
  const aliveUntil = new Map<string, number>();
  const silenced = new Set<string>();
  const rows: ReturnType<typeof createRows> = {
    time: 1_000_000,
    isAway: false,
    /** Takes no further sign of an instance, as if it had been killed. */
    silence: (id) => void silenced.add(id),
    store: {
      async renew(id: string, leaseMs: number) {
        if (rows.isAway) throw new Error("away");
        if (!silenced.has(id)) aliveUntil.set(id, rows.time + leaseMs);
      },
      async end(id: string) {
        aliveUntil.set(id, rows.time);
      },
      async findSilence(id: string) {
        const until = aliveUntil.get(id);
        return until === undefined ? undefined : rows.time - until;
      },
      listSilent: async (ms: number) => [...aliveUntil].filter(([, until]) => until < rows.time - ms).map(([id]) => id),
    },
  };
  return rows;
}
