/** The data folder on a machine with other users: nobody but its owner reads a file of it. */
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { tightenPermissions } from "#lib/media/tighten-permissions.ts";
import { openStore } from "#lib/store/open-store.ts";
import { startGateway } from "../support/gateway.ts";
import { expectDone, renderNothing, storeWrites } from "../support/store-writes.ts";

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
beforeEach(() => {
  // The mask of a careless service file: what names no mode is open to all.
  const mask = process.umask(0);
  folder = mkdtempSync(join(tmpdir(), "parlance-modes-"));
  onTestFinished(() => {
    process.umask(mask);
    rmSync(folder, { recursive: true });
  });
});

/** Every file and folder that others may use, with its mode. */
function openToOthers(path: string): string[] {
  const { mode } = lstatSync(path);
  const own = (mode & 0o077) === 0 ? [] : [`${relative(folder, path)} ${(mode & 0o777).toString(8)}`];
  const inside = lstatSync(path).isDirectory() ? readdirSync(path) : [];
  return [...own, ...inside.flatMap((name) => openToOthers(join(path, name)))];
}

it("files of a gateway are readable by their owner only, while it runs and afterwards", async () => {
  const dataDir = join(folder, "data");
  const gateway = await startGateway({
    mount: "node",
    environment: { DATA_DIR: dataDir, PARLANCE_ADMIN_KEY: "" },
  });
  expect(openToOthers(dataDir)).toEqual([]);
  expect(readdirSync(dataDir)).toEqual(
    expect.arrayContaining(["admin-key", "parlance.db", "parlance.db-wal", "spool"]),
  );
  await gateway.close();
  expect(openToOthers(dataDir)).toEqual([]);
});

it("files that each route stores are readable by their owner only", async () => {
  const dataDir = join(folder, "data");
  const environment = { DATA_DIR: dataDir };
  const gateway = await startGateway({
    mount: "node",
    renderVideo: renderNothing,
    environment,
  });
  for (const write of storeWrites) await expectDone(write.send(gateway, (await write.prepare?.(gateway)) ?? ""));
  expect(readdirSync(join(dataDir, "blobs")).length).toBeGreaterThan(3);
  expect(openToOthers(dataDir)).toEqual([]);
  await gateway.close();
  expect(openToOthers(dataDir)).toEqual([]);
});

it("the next start restricts files of an older version, but not other programs' files", async () => {
  const store = await openStore({ dataDir: folder });
  await store.close();
  mkdirSync(join(folder, "blobs"));
  for (const name of ["parlance.db-wal", "blobs/one", "blobs/two.part", "notes.txt"])
    writeFileSync(join(folder, name), "");
  for (const name of [".", "parlance.db"]) chmodSync(join(folder, name), 0o755);
  const done = await tightenPermissions({ dataDir: folder, log: expect.unreachable });
  await done();
  expect(openToOthers(folder)).toEqual(["notes.txt 666"]);
});

it("a folder that all users share keeps its permissions", async () => {
  chmodSync(folder, 0o1777);
  const lines: string[] = [];
  await (await tightenPermissions({ dataDir: folder, log: (line) => lines.push(line) }))();
  expect(lstatSync(folder).mode & 0o7777).toBe(0o1777);
  expect(lines).toEqual([
    `Other users of this machine may be able to read ${folder}: the folder is shared by all users`,
  ]);
});
