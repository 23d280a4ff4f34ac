/** Instances on one folder: whose temp files stay, and whose are removed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Instance, openInstance } from "#lib/media/instance.ts";
import { createHeartbeatPresence, lockPresence, type Presence } from "#lib/media/presence.ts";

const LONG_AGO = new Date(Date.now() - 60_000);
const DAYS_AGO = new Date(Date.now() - 25 * 3_600_000);

let folder: string;
let instances: Instance[];
const lines: string[] = [];
const log = (line: string) => lines.push(line);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "instances-"));
  instances = [];
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
  expect(await lockPresence.hasEnded(join(folder, id)), "it runs").toBe(false);
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
  ["heartbeats", () => createHeartbeatPresence({ log })],
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

it("by heartbeats: an instance has ended when its heartbeat has not changed for a minute", async () => {
  let time = 0;
  const presence = createHeartbeatPresence({ now: () => time, log });
  const path = join(folder, "other");
  const beatAt = (date: Date) => utimes(join(path, "heartbeat"), date, date);
  await mkdir(path);
  expect(await presence.hasEnded(path)).toBeUndefined();
  await writeFile(join(path, "heartbeat"), "");
  // The clock of another machine may be wrong.
  await beatAt(DAYS_AGO);
  expect(await presence.hasEnded(path)).toBe(false);
  time += 59_000;
  expect(await presence.hasEnded(path)).toBe(false);
  await beatAt(LONG_AGO);
  time += 30_000;
  expect(await presence.hasEnded(path), "it has changed").toBe(false);
  time += 60_000;
  expect(await presence.hasEnded(path)).toBe(true);
});

it("by heartbeats: the heartbeat is written repeatedly", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { folder: own } = await open(createHeartbeatPresence({ log }));
  await rm(own, { recursive: true });
  vi.advanceTimersByTime(10_000);
  await expect.poll(() => existsSync(join(own, "heartbeat"))).toBe(true);
});

it("folders without a heartbeat are removed after a day", async () => {
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
