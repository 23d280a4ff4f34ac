import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { removeAbandonedSpools } from "#lib/media/abandoned-spools.ts";

it("removes the files of processes that were killed long ago, and no others", async () => {
  const folder = await mkdtemp(join(tmpdir(), "spools-"));
  const gone = "999999";
  const make = async (name: string, hoursAgo: number) => {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, "file"), "bytes");
    const time = new Date(Date.now() - hoursAgo * 3_600_000);
    await utimes(join(folder, name), time, time);
  };
  await make(gone, 25);
  await make("999998", 23);
  await make(String(process.pid), 25);
  await removeAbandonedSpools(folder);
  expect((await readdir(folder)).sort()).toEqual([String(process.pid), "999998"].sort());
  await removeAbandonedSpools(join(folder, "none"));
  await rm(folder, { recursive: true });
});
